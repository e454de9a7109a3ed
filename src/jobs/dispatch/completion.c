/* The executors' callbacks: progress, by-products, and the end of work. They run in a thread of the executor, which
 * holds no lock then. */
#include <string.h>

#include <base/bytes.h>
#include <base/clock.h>
#include <base/log.h>
#include <jobs/intake/intake.h>
#include <jobs/job/persist.h>
#include <jobs/job/write.h>
#include <jobs/state.h>

#include "dispatch.h"
#include "retry.h"

static void on_ready(void *context)
{
    struct jobs *jobs = context;
    jobs_lock(jobs);
    jobs_defer(jobs, DISPATCH_WORK);
    jobs_unlock(jobs);
}

static void on_progress(void *context, struct work *work, const char *json, size_t len)
{
    struct jobs *jobs = context;
    struct bytes *progress = work->kind == WORK_CHUNK ? NULL : bytes_copy(json, len);
    if (progress == NULL)
        return;
    jobs_lock(jobs);
    struct execution *execution = (struct execution *)work;
    if (execution_has_slice(execution)) { /* it may be dropped */
        jobs_unlock(jobs);
        bytes_unref(progress);
        return;
    }
    bytes_unref(execution->progress);
    execution->progress = progress;
    execution->progress_is_new = true;
    for (struct job *job = execution->jobs; job != NULL; job = job->execution_next) {
        bytes_unref(job->row.progress);
        job->row.progress = bytes_ref(progress);
        event_progress(job, progress);
    }
    jobs_unlock(jobs);
}

static void on_blob(void *context, struct work *work, const char *name, const void *bytes, size_t len)
{
    struct jobs *jobs = context;
    struct bytes *blob = work->kind == WORK_CHUNK ? NULL : bytes_copy(bytes, len);
    if (blob == NULL)
        return;
    jobs_lock(jobs);
    struct execution *execution = (struct execution *)work;
    bool first = execution->resumable && !execution->stored && strcmp(name, BLOB_LATEST) == 0;
    for (struct job *job = execution->jobs; job != NULL; job = job->execution_next) {
        post_blob(job, name, blob);
        if (first)
            post_advance(job);
    }
    execution->stored |= first;
    jobs_unlock(jobs);
    bytes_unref(blob);
}

/* Lists the stored jobs of an execution that ran before, at most max of them. Under the lock. */
static size_t list_resumed_jobs(const struct execution *execution, struct job_id ids[], size_t max)
{
    size_t count = 0;
    for (const struct job *job = execution->jobs; job != NULL && count < max; job = job->execution_next)
        if (job->durable && (job->row.attempts > 0 || execution->work.kills > 0))
            ids[count++] = job->row.id;
    return count;
}

/* Reads the blob of one of the execution's jobs: each that waited for the earlier run has the same, and one that joined
 * after it has none. */
static struct bytes *on_stored(void *context, struct work *work, const char *name)
{
    enum { TRIES_MAX = 16 };
    struct jobs *jobs = context;
    struct job_id ids[TRIES_MAX];
    struct bytes *blob = NULL;
    if (work->kind == WORK_CHUNK)
        return NULL;
    jobs_lock(jobs);
    size_t count = list_resumed_jobs((struct execution *)work, ids, TRIES_MAX);
    jobs_unlock(jobs);
    for (size_t i = 0; i < count && blob == NULL; i++)
        blob = store_blob(jobs->store, &ids[i], name);
    return blob;
}

static ssize_t on_problem(void *context, struct work *work, uint64_t from, void *out, size_t room)
{
    struct jobs *jobs = context;
    struct nash_error error = {0};
    size_t got = 0;
    jobs_lock(jobs);
    struct job_id source = ((struct execution *)work)->source;
    jobs_unlock(jobs);
    if (store_read_body(jobs->store, &source, STORE_PROBLEM, from, out, room, &got, &error) == NASH_OK)
        return (ssize_t)got;
    log_error("problem not read", "reason=%s", error.detail);
    return -1;
}

static void on_answers(void *context, struct work *work, const char *data, size_t len, unsigned count)
{
    struct jobs *jobs = context;
    struct answer_block *block = answer_block_new(data, len, count);
    jobs_lock(jobs);
    chunk_add_answers((struct chunk *)work, block);
    jobs_unlock(jobs);
}

/* Returns the outcome of one job of an execution that has ended. error: the JSON of result->error, or NULL. */
static struct job_outcome outcome_for(const struct job *job, const struct work_result *result, struct bytes *error)
{
    if (result->status == NASH_OK)
        return (struct job_outcome){.state = result->final || !job->cancelling ? JOB_SUCCEEDED : JOB_CANCELLED,
                                    .final = result->final,
                                    .verdict = result->final ? VERDICT_VERIFIED : VERDICT_PARTIAL,
                                    .result = result->result};
    if (job->cancelling)
        return (struct job_outcome){.state = JOB_CANCELLED};
    return (struct job_outcome){.state = JOB_FAILED, .error = error};
}

/* Returns the error of an execution that has failed, as JSON, or NULL. */
static struct bytes *failure_json(const struct execution *execution, const struct work_result *result)
{
    struct nash_error whole;
    if (result->status == NASH_OK)
        return NULL;
    retry_explain(&whole, &result->error, execution->first_failure);
    return error_json(&whole, execution->first_failure);
}

/* Returns true when the execution was stopped because its slice was too short for it. One that is cancelled by a client
 * has a single job. */
static bool was_cut(const struct execution *execution, const struct work_result *result)
{
    bool stopped = result->status == NASH_OK ? !result->final && result->stopped == NASH_STOP_CANCEL
                                             : result->status == NASH_STOPPED;
    return execution_has_slice(execution) && stopped && execution->jobs != NULL && !execution->jobs->cancelling;
}

/* The jobs of an execution that ends in its slice have not been running for their clients. Sets when it began. */
static void set_started_time(const struct execution *execution)
{
    int64_t started_ms = clock_wall_ms() - (clock_mono_ns() - execution->started_ns) / 1000000;
    for (struct job *job = execution->jobs; job != NULL; job = job->execution_next)
        job->row.started_ms = started_ms;
}

/* Returns a job to the queued state, because its execution has ended early in a drain. It waits in the store for the
 * next start of the server, with its best answer so far. */
static void suspend_job(struct job *job)
{
    execution_detach(job);
    job->row.state = JOB_QUEUED;
    job->revision++;
    if (job->row.progress != NULL)
        post_heartbeat(job);
}

static void end_execution(struct jobs *jobs, struct execution *execution, const struct work_result *result)
{
    struct bytes *error = failure_json(execution, result);
    bool stopped = result->status == NASH_OK ? !result->final && result->stopped == NASH_STOP_CANCEL
                                             : result->status == NASH_STOPPED;
    bool suspended = (stopped && execution->suspended) || retry_is_due(execution, result) || was_cut(execution, result);
    if (!suspended && execution_has_slice(execution))
        set_started_time(execution);
    counters_add_execution(jobs, execution);
    execution_ended(jobs, execution);
    while (execution->jobs != NULL) {
        struct job *job = execution->jobs;
        if (suspended && !job->cancelling) {
            suspend_job(job);
            continue;
        }
        struct job_outcome outcome = outcome_for(job, result, error);
        execution_detach(job);
        job_end(job, &outcome);
    }
    bytes_unref(error);
    execution_free(execution);
}

static void on_done(void *context, struct work *work, const struct work_result *result)
{
    struct jobs *jobs = context;
    jobs_lock(jobs);
    if (work->kind == WORK_CHUNK)
        chunk_done((struct chunk *)work, result);
    else if (work->kind == WORK_READING)
        intake_worker_done((struct intake *)work, result);
    else if (!jobs->draining && retry_is_due((struct execution *)work, result))
        execution_requeue(jobs, (struct execution *)work, result);
    else if (!jobs->draining && was_cut((struct execution *)work, result))
        execution_cut(jobs, (struct execution *)work);
    else
        end_execution(jobs, (struct execution *)work, result);
    jobs_defer(jobs, WAKE_SLEEPERS);
    jobs_unlock(jobs);
}

static void on_read(void *context, struct work *work, const struct work_reading *reading)
{
    struct jobs *jobs = context;
    jobs_lock(jobs);
    intake_was_read((struct intake *)work, reading);
    jobs_unlock(jobs);
}

const struct executor_client completion_client = {
    .progress = on_progress,
    .blob = on_blob,
    .stored = on_stored,
    .problem = on_problem,
    .read = on_read,
    .answers = on_answers,
    .done = on_done,
    .ready = on_ready,
};
