/* Where the problem of an execution is: in memory, in a file, or in the row of one of its jobs. All of them have the
 * same canonical key, though perhaps other texts, so any will do; but one that is being sent must not change. */
#include <jobs/state.h>

static bool has_problem(const struct execution *execution)
{
    return execution->work.problem != NULL || execution->work.file != NULL;
}

/* Makes the execution use the problem of this job. */
static void use_problem_of(struct execution *execution, const struct job *job)
{
    const struct store_job *row = &job->row;
    execution->work.problem = bytes_ref(row->problem);
    execution->work.file = row->problem == NULL ? tempfile_ref(row->large_problem) : NULL;
    execution->work.len = (size_t)row->problem_bytes;
    execution->source = row->id;
}

void execution_choose_problem(struct execution *execution)
{
    if (!has_problem(execution) && execution->jobs != NULL)
        use_problem_of(execution, execution->jobs);
}

static void job_forget_memory(struct job *job)
{
    job->core->problem_memory -= job->problem_memory;
    job->problem_memory = 0;
}

/* Returns true when the problem is to be given up: it lies in a file, or those in memory are too many. */
static bool is_too_much(const struct job *job)
{
    return job->row.large_problem != NULL || job->core->problem_memory > PROBLEM_MEMORY_MAX;
}

void job_shed_problem(struct job *job)
{
    struct store_job *row = &job->row;
    struct execution *execution = job->execution;
    struct executor *pool = job->core->pool.executor;
    if (execution == NULL || execution->load->executor != pool || !is_too_much(job))
        return;
    bytes_unref(row->problem);
    row->problem = NULL;
    tempfile_unref(row->large_problem);
    row->large_problem = NULL;
    job_forget_memory(job);
    if (execution->started)
        return;
    bytes_unref(execution->work.problem);
    execution->work.problem = NULL;
    tempfile_unref(execution->work.file);
    execution->work.file = NULL;
    use_problem_of(execution, job);
}
