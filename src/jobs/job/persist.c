/* The writes of a job's life, and what follows from their outcome.
 *
 * Clients see a job as finished only after its FINISH is committed; until then the outcome is kept in
 * pending->finish.row and the job looks as before. When a worker answers before the SUBMIT is committed, both become
 * one insert. If the store cannot write, the job fails, in memory. If its SUBMIT was committed, a FINISH with that
 * failure is posted again every second, so that the store agrees in the end with what clients have seen. */
#include "persist.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <base/log.h>
#include <jobs/state.h>

#include "index.h"
#include "write.h"

/* Updates the counters and notifies all watchers. The row is finished, and either committed or lost. */
static void notify_finished(struct job *job)
{
    struct jobs_kind_stats *stats = counters_of(job->core, job->solver);
    stats->succeeded += job->row.state == JOB_SUCCEEDED;
    stats->failed += job->row.state == JOB_FAILED;
    stats->cancelled += job->row.state == JOB_CANCELLED;
    job_discharge(job);
    event_result(job);
    job_notify(job, JOB_IS_DURABLE | JOB_IS_DONE);
}

/* Frees the pending writes, which are all done, and keeps the finished job in memory. */
static void job_written(struct job *job)
{
    pending_free(job->pending);
    job->pending = NULL;
    index_keep(job);
}

/* Replaces the job's outcome by a failure of the store. */
static void fail_for_store(struct job *job, const struct nash_error *why)
{
    struct store_job *row = &job->row;
    index_remove_answer(job);
    bytes_unref(row->result);
    bytes_unref(row->error);
    row->result = NULL;
    row->error = error_json(why, NULL);
    row->state = JOB_FAILED;
    row->final = false;
    row->verdict = VERDICT_NONE;
    row->finished_ms = clock_wall_ms();
    row->last_event++;
    job->ending = false;
}

/* ---- SUBMIT ---- */

/* The blob of the run that holds the problem as it is solved, if that of the row is what the client sent. */
#define BLOB_PROBLEM ".problem"

struct bytes *stored_problem(struct store *store, const struct store_job *row)
{
    struct bytes *whole = store_blob(store, &row->id, BLOB_PROBLEM);
    return whole != NULL ? whole : bytes_ref(row->problem);
}

/* Fails a job whose SUBMIT has failed. It exists in memory only. */
static void job_lost(struct job *job, enum nash_status status)
{
    struct jobs *jobs = job->core;
    struct execution *execution = job->execution;
    struct nash_error why;
    if (status == NASH_CONFLICT)
        nash_fail_type(&why, status, "idempotency-in-progress", "",
                       "Another request with this Idempotency-Key came first. Ask again for its job.");
    else
        nash_fail_type(&why, status, "unavailable", "",
                       "The job could not be stored: the database takes no writes now. Submit it again later.");
    execution_detach(job);
    if (execution != NULL && execution->jobs == NULL)
        execution_abandon(jobs, execution);
    hash_table_remove(&jobs->by_idempotency, &job->by_idempotency);
    job->lost = true;
    fail_for_store(job, &why);
    notify_finished(job);
    if (!job->pending->finish_posted)
        job_written(job);
}

static void submit_done(struct store_op *op)
{
    struct job *job = op->context;
    struct jobs *jobs = job->core;
    enum nash_status status = op->status;
    jobs_lock(jobs);
    job_ref(job);
    job->pending->submit_posted = false;
    bool keeps_sent = op->blob != NULL; /* what is solved is a blob of the run, not the row's problem */
    store_job_release(&op->row);
    bytes_unref(op->blob);
    op->blob = NULL;
    if (status != NASH_OK) {
        job_lost(job, status);
    } else {
        job->durable = true;
        if (job_is_finished(job)) {
            notify_finished(job);
            job_written(job);
        } else {
            job_notify(job, JOB_IS_DURABLE);
            feed_note(job);
            if (!keeps_sent)
                job_shed_problem(job);
        }
    }
    jobs_defer(jobs, WAKE_SLEEPERS);
    jobs_unlock(jobs);
    job_unref(job);
}

/* Stores a job that runs already as queued. In the store, started_ms is set only by the first heartbeat (timer.c), so
 * that only jobs that were running for a while count as tried (recover.c). */
void post_submit(struct job *job, struct bytes *problem)
{
    struct store_op *op = &job->pending->submit;
    *op = (struct store_op){.verb = STORE_SUBMIT, .row = job->row, .done = submit_done, .context = job};
    store_job_ref(&op->row);
    op->row.webhook_url = job->pending->webhook_url;
    if (!job_is_finished(job)) {
        op->row.state = JOB_QUEUED;
        op->row.started_ms = 0;
        op->blob_name = BLOB_PROBLEM;
        op->blob = bytes_ref(problem);
    }
    job->pending->submit_posted = true;
    store_post(job->core->store, op);
}

/* ---- FINISH ---- */

static void move_bytes(struct bytes **to, struct bytes **from)
{
    bytes_unref(*to);
    *to = *from;
    *from = NULL;
}

/* Copies a committed outcome to the row, which clients see; moves its references. */
static void apply_outcome(struct job *job, struct store_job *outcome)
{
    struct store_job *row = &job->row;
    row->state = outcome->state;
    row->final = outcome->final;
    row->verdict = outcome->verdict;
    row->finished_ms = outcome->finished_ms;
    row->last_event = outcome->last_event;
    move_bytes(&row->result, &outcome->result);
    move_bytes(&row->error, &outcome->error);
    job->ending = false;
}

static void unwritten_add(struct job *job)
{
    job->next_unwritten = job->core->unwritten;
    job->core->unwritten = job;
}

static void fail_unwritten(struct job *job)
{
    struct nash_error why;
    nash_fail_type(&why, NASH_BUSY, "unavailable", "",
                   "The outcome could not be stored: the database takes no writes now. Submit the job again later.");
    fail_for_store(job, &why);
    notify_finished(job);
}

/* Shows clients the outcome of a FINISH that was committed, or that the store refused because the job has ended or was
 * removed there. A job that clients have already seen fail stays failed. */
static void finish_from(struct job *job, struct store_job *outcome)
{
    if (job_is_finished(job))
        return;
    apply_outcome(job, outcome);
    notify_finished(job);
}

static void finish_done(struct store_op *op)
{
    struct job *job = op->context;
    struct jobs *jobs = job->core;
    enum nash_status status = op->status;
    jobs_lock(jobs);
    job_ref(job);
    struct store_job outcome = op->row; /* op is freed with job->pending */
    op->row = (struct store_job){0};
    job->pending->finish_posted = false;
    if (job->lost) {
        job_written(job);
    } else if (status == NASH_OK) {
        finish_from(job, &outcome);
        job_written(job);
    } else if (status == NASH_CONFLICT || status == NASH_NOT_FOUND) {
        log_warn("job ended elsewhere", "status=%s", nash_status_name(status));
        finish_from(job, &outcome);
        if (status == NASH_NOT_FOUND)
            feed_note_forgotten(jobs, &job->row.id, job->row.owner);
        index_drop(job);
    } else {
        if (!job_is_finished(job))
            fail_unwritten(job);
        unwritten_add(job);
    }
    store_job_release(&outcome);
    jobs_defer(jobs, WAKE_SLEEPERS);
    jobs_unlock(jobs);
    job_unref(job);
}

static void post_finish(struct job *job)
{
    struct pending_writes *pending = job->pending;
    pending->finish.verb = STORE_FINISH;
    pending->finish.done = finish_done;
    pending->finish.context = job;
    pending->finish_posted = true;
    store_post_finish(job->core->store, &pending->finish, pending->submit_posted ? &pending->submit : NULL);
}

void job_end(struct job *job, const struct job_outcome *outcome)
{
    job->ending = true;
    job->pending->finish.row = (struct store_job){
        .id = job->row.id,
        .state = outcome->state,
        .final = outcome->final,
        .verdict = outcome->verdict,
        .started_ms = job->row.started_ms,
        .finished_ms = clock_wall_ms(),
        .last_event = job->row.last_event + 1,
        .result = bytes_ref(outcome->result),
        .error = bytes_ref(outcome->error),
        .progress = bytes_ref(job->row.progress),
    };
    if (outcome->state == JOB_SUCCEEDED && outcome->final)
        index_add_answer(job);
    post_finish(job);
}

void persist_retry(struct jobs *jobs)
{
    struct job *job = jobs->unwritten;
    jobs->unwritten = NULL;
    for (struct job *next; job != NULL; job = next) {
        next = job->next_unwritten;
        job->pending->finish.row = job->row;
        store_job_ref(&job->row);
        post_finish(job);
    }
}

/* ---- HEARTBEAT and BLOB: nothing waits for them ---- */

/* The blob of the run in which an attempt that has progressed leaves its number, in decimal. */
#define BLOB_ADVANCE ".advance"

struct unawaited_op {
    struct store_op op; /* first */
    char name[];
};

static void unawaited_done(struct store_op *op)
{
    if (op->status == NASH_BUSY || op->status == NASH_INTERNAL)
        log_warn("progress of a job not stored", "status=%s", nash_status_name(op->status));
    store_job_release(&op->row);
    bytes_unref(op->blob);
    free(op);
}

void post_heartbeat(struct job *job)
{
    struct unawaited_op *beat = calloc(1, sizeof *beat);
    if (beat == NULL)
        return;
    beat->op = (struct store_op){.verb = STORE_HEARTBEAT, .done = unawaited_done};
    beat->op.row.id = job->row.id;
    beat->op.row.state = JOB_RUNNING;
    beat->op.row.started_ms = job->row.started_ms;
    beat->op.row.progress = bytes_ref(job->row.progress);
    store_post(job->core->store, &beat->op);
}

void post_blob(struct job *job, const char *name, struct bytes *blob)
{
    size_t size = strlen(name) + 1;
    struct unawaited_op *put = calloc(1, sizeof *put + size);
    if (put == NULL)
        return;
    memcpy(put->name, name, size);
    put->op =
        (struct store_op){.verb = STORE_BLOB, .done = unawaited_done, .blob_name = put->name, .blob = bytes_ref(blob)};
    put->op.row.id = job->row.id;
    store_post(job->core->store, &put->op);
}

void post_advance(struct job *job)
{
    char number[16];
    int len = snprintf(number, sizeof number, "%u", job->row.attempts);
    struct bytes *blob = bytes_copy(number, (size_t)len);
    if (blob != NULL)
        post_blob(job, BLOB_ADVANCE, blob);
    bytes_unref(blob);
}

uint32_t last_advance(struct store *store, const struct job_id *id)
{
    struct bytes *blob = store_blob(store, id, BLOB_ADVANCE);
    uint32_t attempt = blob != NULL ? (uint32_t)strtoul(blob->data, NULL, 10) : 0;
    bytes_unref(blob);
    return attempt;
}
