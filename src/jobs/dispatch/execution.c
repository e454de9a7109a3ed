/* Jobs share an execution when canonical key and time limit are equal: a job with more time must not get the partial
 * answer of one with less. A cancelled execution is no longer found, so that no job joins one that is about to stop. */
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <jobs/state.h>

#include "retry.h"

struct execution *execution_new(struct jobs *jobs, const struct nash_solver *solver, const struct store_job *row,
                                struct bytes *problem, const struct problem_traits *traits)
{
    struct execution *execution = calloc(1, sizeof *execution);
    if (execution == NULL)
        return NULL;
    execution->core = jobs;
    execution->executor_queue = traits->distributed && jobs->distributed.executor != NULL ? &jobs->distributed
                                : traits->background                                      ? &jobs->background
                                                                                          : &jobs->pool;
    execution->resumable = traits->resumable;
    execution->key = row->key;
    execution->priority = row->priority;
    execution->source = row->id;
    execution->work = (struct work){
        .solver = solver,
        .format = (enum nash_format)row->format,
        .problem = bytes_ref(problem),
        .file = problem == NULL ? tempfile_ref(row->large_problem) : NULL,
        .len = (size_t)row->problem_bytes,
        .seed = row->seed,
        .timeout_ms = row->timeout_ms,
        .resumes = traits->resumable && row->attempts > 0,
        .background = execution->executor_queue == &jobs->background,
    };
    return execution;
}

void execution_free(struct execution *execution)
{
    if (execution == NULL)
        return;
    bytes_unref(execution->work.problem);
    tempfile_unref(execution->work.file);
    bytes_unref(execution->progress);
    free(execution->first_failure);
    free(execution);
}

void execution_attach(struct execution *execution, struct job *job)
{
    _Static_assert(JOB_ID_TEXT <= sizeof execution->work.job, "an id fits");
    if (execution->work.job[0] == '\0') { /* named after its first job */
        job_id_text(execution->work.job, &job->row.id);
        memcpy(execution->work.owner, job->row.owner, sizeof execution->work.owner);
    }
    job->execution = execution;
    job->execution_next = execution->jobs;
    job->execution_link = &execution->jobs;
    if (job->execution_next != NULL)
        job->execution_next->execution_link = &job->execution_next;
    execution->jobs = job;
    execution->core->attached++;
}

void execution_detach(struct job *job)
{
    if (job->execution == NULL)
        return;
    *job->execution_link = job->execution_next;
    if (job->execution_next != NULL)
        job->execution_next->execution_link = job->execution_link;
    job->execution_next = NULL;
    job->execution_link = NULL;
    struct execution *execution = job->execution;
    job->execution = NULL;
    job->core->attached--;
    if (!execution->started) /* the row of this job may be removed */
        execution_choose_problem(execution);
}

/* ---- in flight ---- */

static uint64_t hash_in_flight(const struct nash_hash *key, uint32_t timeout_ms)
{
    return keyed_hash(timeout_ms, key, sizeof *key);
}

struct execution *execution_find(struct jobs *jobs, const struct nash_hash *key, uint32_t timeout_ms)
{
    struct hash_node *node = hash_table_find(&jobs->in_flight, hash_in_flight(key, timeout_ms));
    for (; node != NULL; node = hash_table_next(node)) {
        struct execution *execution = (struct execution *)((char *)node - offsetof(struct execution, by_key));
        if (execution->work.timeout_ms == timeout_ms && memcmp(&execution->key, key, sizeof *key) == 0)
            return execution;
    }
    return NULL;
}

void execution_unlist(struct jobs *jobs, struct execution *execution)
{
    hash_table_remove(&jobs->in_flight, &execution->by_key);
}

void execution_enqueue(struct jobs *jobs, struct execution *execution)
{
    execution->arrival = ++jobs->arrivals;
    hash_table_add(&jobs->in_flight, &execution->by_key, hash_in_flight(&execution->key, execution->work.timeout_ms));
    queue_add(&execution->executor_queue->queue, execution);
}

void execution_dequeue(struct jobs *jobs, struct execution *execution)
{
    execution_unlist(jobs, execution);
    queue_remove(&execution->executor_queue->queue, execution);
}

void execution_raise_priority(struct execution *execution, int priority)
{
    if (priority <= execution->priority)
        return;
    bool queued = execution->queued;
    if (queued)
        queue_remove(&execution->executor_queue->queue, execution);
    execution->priority = priority;
    if (queued)
        queue_add(&execution->executor_queue->queue, execution);
}

/* ---- in the executor ---- */

void execution_started(struct jobs *jobs, struct execution *execution)
{
    int64_t now_ms = clock_wall_ms();
    queue_remove(&execution->executor_queue->queue, execution);
    execution->started = true;
    execution->started_ns = clock_mono_ns();
    execution->next = jobs->running;
    execution->link = &jobs->running;
    if (execution->next != NULL)
        execution->next->link = &execution->next;
    jobs->running = execution;
    jobs->executions_started++;
    jobs->background_started += execution->work.background;
    for (struct job *job = execution->jobs; job != NULL; job = job->execution_next) {
        job->row.state = JOB_RUNNING;
        job->row.started_ms = now_ms;
        event_state(job);
    }
}

static void remove_started(struct jobs *jobs, struct execution *execution)
{
    *execution->link = execution->next;
    if (execution->next != NULL)
        execution->next->link = execution->link;
    jobs->executions_started--;
    jobs->background_started -= execution->work.background;
}

void execution_ended(struct jobs *jobs, struct execution *execution)
{
    execution_unlist(jobs, execution);
    remove_started(jobs, execution);
}

void execution_requeue(struct jobs *jobs, struct execution *execution, const struct work_result *result)
{
    int64_t ran_ms = (clock_mono_ns() - execution->started_ns) / 1000000;
    remove_started(jobs, execution);
    execution->started = false;
    execution->beat_ns = 0;
    execution->work.kills++;
    execution->crashes += result->crashed;
    retry_note_failure(&execution->first_failure, &result->error);
    execution->work.resumes = execution->resumable;
    execution_choose_problem(execution);
    execution->setbacks = execution->stored ? 0 : execution->setbacks + 1;
    execution->stored = false;
    execution->work.spent_ms += (uint32_t)ran_ms;
    for (struct job *job = execution->jobs; job != NULL; job = job->execution_next) {
        job->row.state = JOB_QUEUED;
        job->row.started_ms = 0;
        event_state(job);
    }
    queue_return(&execution->executor_queue->queue, execution);
    jobs_defer(jobs, DISPATCH_WORK);
}

void execution_cancel(struct execution *execution)
{
    struct executor *executor = execution->executor_queue->executor;
    executor->cancel(executor, &execution->work);
}

void execution_abandon(struct jobs *jobs, struct execution *execution)
{
    if (execution->queued) {
        execution_dequeue(jobs, execution);
        execution_free(execution);
    } else {
        execution_unlist(jobs, execution);
        execution_cancel(execution);
    }
}
