/* Runs: one execution each, for one job or several with the same problem.
 *
 * Jobs share a run when canonical key and time budget are equal: a job with more time must not get the partial answer
 * of one with less. A run that somebody cancels is no longer found, so nobody joins what is about to stop. */
#include <stdlib.h>
#include <string.h>

#include <jobs/core.h>

struct run *run_new(struct jobs *jobs, const struct nash_solver *solver, const struct store_job *row, bool spread)
{
    struct run *run = calloc(1, sizeof *run);
    if (run == NULL)
        return NULL;
    run->core = jobs;
    run->lane = spread && jobs->spread.executor != NULL ? &jobs->spread : &jobs->pool;
    run->key = row->key;
    run->priority = row->priority;
    run->task.execution = (struct execution){
        .solver = solver,
        .format = (enum nash_format)row->format,
        .problem = bytes_ref(row->problem),
        .seed = row->seed,
        .timeout_ms = row->timeout_ms,
    };
    return run;
}

void run_free(struct run *run)
{
    if (run == NULL)
        return;
    bytes_unref(run->task.execution.problem);
    bytes_unref(run->progress);
    free(run);
}

void run_attach(struct run *run, struct job *job)
{
    _Static_assert(JOB_ID_TEXT <= sizeof run->task.execution.job, "an id fits");
    if (run->task.execution.job[0] == '\0') /* the run goes by its first job */
        job_id_text(run->task.execution.job, &job->row.id);
    job->run = run;
    job->run_next = run->jobs;
    job->run_link = &run->jobs;
    if (job->run_next != NULL)
        job->run_next->run_link = &job->run_next;
    run->jobs = job;
    run->core->attached++;
}

void run_detach(struct job *job)
{
    if (job->run == NULL)
        return;
    *job->run_link = job->run_next;
    if (job->run_next != NULL)
        job->run_next->run_link = job->run_link;
    job->run_next = NULL;
    job->run_link = NULL;
    job->run = NULL;
    job->core->attached--;
}

static uint64_t hash_flight(const struct nash_hash *key, uint32_t timeout_ms)
{
    return table_hash(timeout_ms, key, sizeof *key);
}

struct run *run_find(struct jobs *jobs, const struct nash_hash *key, uint32_t timeout_ms)
{
    struct node *node = table_find(&jobs->flights, hash_flight(key, timeout_ms));
    for (; node != NULL; node = table_next(node)) {
        struct run *run = (struct run *)((char *)node - offsetof(struct run, by_key));
        if (run->task.execution.timeout_ms == timeout_ms && memcmp(&run->key, key, sizeof *key) == 0)
            return run;
    }
    return NULL;
}

void run_unfind(struct jobs *jobs, struct run *run)
{
    table_remove(&jobs->flights, &run->by_key);
}

void run_enqueue(struct jobs *jobs, struct run *run)
{
    table_add(&jobs->flights, &run->by_key, hash_flight(&run->key, run->task.execution.timeout_ms));
    queue_add(&run->lane->queue, run);
}

void run_dequeue(struct jobs *jobs, struct run *run)
{
    run_unfind(jobs, run);
    queue_remove(&run->lane->queue, run);
}

void run_hurry(struct run *run, int priority)
{
    if (priority <= run->priority)
        return;
    bool queued = run->queued;
    if (queued)
        queue_remove(&run->lane->queue, run);
    run->priority = priority;
    if (queued)
        queue_add(&run->lane->queue, run);
}

void run_give_up(struct jobs *jobs, struct run *run)
{
    if (run->queued) {
        run_dequeue(jobs, run);
        run_free(run);
    } else {
        run_unfind(jobs, run);
        run_stop(run);
    }
}

void run_stop(struct run *run)
{
    struct executor *executor = run->lane->executor;
    executor->cancel(executor, &run->task.execution);
}
