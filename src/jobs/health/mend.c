/* Mending a damaged answer. The REOPEN and the FINISH that follows are posted in this order, so that the store has an
 * unfinished job in between: a server that dies then resumes it. If the store finds the result intact after all, the
 * FINISH is refused there, and the next reader gets the stored result. */
#include <stdlib.h>
#include <string.h>

#include <base/log.h>
#include <jobs/health/mend.h>
#include <jobs/job/index.h>
#include <jobs/lifecycle/resume.h>
#include <jobs/state.h>
#include <jobs/submit/request.h>

static void reopen_done(struct store_op *op)
{
    if (op->status != NASH_OK)
        log_warn("damaged answer not reopened", "status=%s", nash_status_name(op->status));
    free(op);
}

/* Returns true when the problem in the row still is what the lost answer belonged to. It is not if the server had put
 * documents into what was solved, or if this version of the solver gives other answers. */
static bool is_same_problem(struct jobs *jobs, const struct nash_solver *solver, const struct store_job *row,
                            struct problem_traits *traits)
{
    struct parsed_request request;
    struct nash_error error;
    if (solver == NULL || row->problem == NULL ||
        request_read(jobs, solver, (enum nash_format)row->format, row->problem->data, row->problem->len, &request,
                     &error) != NASH_OK)
        return false;
    *traits = request.traits;
    request_set_owner(jobs, row->owner, &request.key);
    return memcmp(&request.key, &row->key, sizeof row->key) == 0;
}

/* Takes over the references of the row. */
static void fill_row(struct job *job, const struct store_job *row)
{
    job->row = *row;
    bytes_unref(job->row.result);
    bytes_unref(job->row.error);
    bytes_unref(job->row.opening);
    tempfile_unref(job->row.large_result);
    job->row.result = job->row.error = job->row.opening = NULL;
    job->row.large_result = NULL;
    job->row.result_bytes = 0;
    job->row.state = JOB_QUEUED;
    job->row.final = job->row.damaged = false;
    job->row.verdict = VERDICT_NONE;
    job->row.started_ms = job->row.finished_ms = 0;
    job->row.last_event += EVENTS_PER_LIFE;
    job->revision = (uint64_t)(row->attempts + 1) << 16;
    job->durable = true;
}

struct job *mend_job(struct jobs *jobs, struct store_job *row)
{
    const struct nash_solver *solver = nash_find_kind(row->kind, strlen(row->kind));
    struct problem_traits traits = {0};
    struct store_op *reopen = calloc(1, sizeof *reopen);
    struct job *made = job_new(jobs, solver, true);
    bool same = is_same_problem(jobs, solver, row, &traits);
    char id[JOB_ID_TEXT];
    jobs_lock(jobs);
    struct job *job = index_find_id(jobs, &row->id); /* another reader was first */
    if (job != NULL || made == NULL || reopen == NULL) {
        job = job != NULL ? job_ref(job) : NULL;
        jobs_unlock(jobs);
        store_job_release(row);
        if (made != NULL)
            job_unref(made);
        free(reopen);
        return job;
    }
    fill_row(made, row);
    *reopen = (struct store_op){.verb = STORE_REOPEN, .row = {.id = made->row.id}, .done = reopen_done};
    store_post(jobs->store, reopen);
    jobs->health.damaged++;
    index_add(made);
    if (same)
        resume_enqueue(made, made->row.problem, &traits);
    else
        resume_fail(made, NASH_INTERNAL, "answer-damaged",
                    "The stored answer was damaged, and this server cannot find it again. Submit the problem again.");
    jobs_defer(jobs, DISPATCH_WORK);
    jobs_unlock(jobs);
    log_error("damaged answer", "job=%s %s", job_id_text(id, &made->row.id), same ? "solved again" : "lost");
    return made;
}
