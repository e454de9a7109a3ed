/* The end of a job, and the writes of its life.
 *
 * A job is told finished only when the FINISH is committed; until then its outcome lies in record->finish.row and the
 * job looks as before. When a worker answers before the SUBMIT is committed, both become one insert. A store that
 * cannot write ends the job honestly: failed, in memory. If the SUBMIT was committed, the FINISH (of that failure) is
 * tried again every second, so that the store comes to say what was told. */
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <base/log.h>
#include <jobs/core.h>

/* The row is finished, written or lost: whoever waits is told. */
static void tell_finished(struct job *job)
{
    struct jobs_kind_stats *stats = stats_of(job->core, job->solver);
    stats->succeeded += job->row.state == JOB_SUCCEEDED;
    stats->failed += job->row.state == JOB_FAILED;
    stats->cancelled += job->row.state == JOB_CANCELLED;
    event_result(job);
    watches_fire(job, JOB_IS_DURABLE | JOB_IS_DONE);
}

/* Nothing is left to be written. */
static void settle(struct job *job)
{
    free(job->record);
    job->record = NULL;
    memory_keep(job);
}

/* The outcome gives way to the failure of the store. */
static void fail_for_store(struct job *job, const struct nash_error *why)
{
    struct store_job *row = &job->row;
    memory_answer_remove(job);
    bytes_unref(row->result);
    bytes_unref(row->error);
    row->result = NULL;
    row->error = error_json(why);
    row->state = JOB_FAILED;
    row->final = false;
    row->finished_ms = clock_wall_ms();
    row->last_event++;
    job->ending = false;
}

/* ---- SUBMIT ---- */

static void lose(struct job *job, enum nash_status status)
{
    struct jobs *jobs = job->core;
    struct run *run = job->run;
    struct nash_error why;
    if (status == NASH_CONFLICT)
        nash_fail_type(&why, status, "idempotency-in-progress", "",
                       "Another request with this Idempotency-Key came first. Ask again for its job.");
    else
        nash_fail_type(&why, status, "unavailable", "",
                       "The job could not be stored: the database takes no writes now. Submit it again later.");
    run_detach(job);
    if (run != NULL && run->jobs == NULL)
        run_give_up(jobs, run);
    table_remove(&jobs->by_idempotency, &job->by_idempotency);
    job->lost = true;
    fail_for_store(job, &why);
    tell_finished(job);
    if (!job->record->finish_posted)
        settle(job);
}

static void submit_done(struct store_op *op)
{
    struct job *job = op->context;
    struct jobs *jobs = job->core;
    enum nash_status status = op->status;
    pthread_mutex_lock(&jobs->lock);
    job_ref(job);
    job->record->submit_posted = false;
    store_job_release(&op->row);
    if (status != NASH_OK) {
        lose(job, status);
    } else {
        job->durable = true;
        if (job_is_finished(job)) {
            tell_finished(job);
            settle(job);
        } else {
            watches_fire(job, JOB_IS_DURABLE);
            feed_note(job);
        }
    }
    wake_sleepers(jobs);
    pthread_mutex_unlock(&jobs->lock);
    job_unref(job);
}

static void hold_bodies(const struct store_job *row)
{
    bytes_ref(row->problem);
    bytes_ref(row->result);
    bytes_ref(row->error);
    bytes_ref(row->progress);
}

/* A job that runs from the start is stored as queued: started_ms in the store means that it was seen running for a
 * while (timer.c), which is what counts when it has been tried too often (recover.c). */
void post_submit(struct job *job)
{
    struct store_op *op = &job->record->submit;
    *op = (struct store_op){.verb = STORE_SUBMIT, .row = job->row, .done = submit_done, .context = job};
    hold_bodies(&op->row);
    if (!job_is_finished(job)) {
        op->row.state = JOB_QUEUED;
        op->row.started_ms = 0;
    }
    job->record->submit_posted = true;
    store_post(job->core->store, op);
}

/* ---- FINISH ---- */

static void move(struct bytes **to, struct bytes **from)
{
    bytes_unref(*to);
    *to = *from;
    *from = NULL;
}

/* The committed outcome becomes what is told. */
static void apply(struct job *job, struct store_job *outcome)
{
    struct store_job *row = &job->row;
    row->state = outcome->state;
    row->final = outcome->final;
    row->finished_ms = outcome->finished_ms;
    row->last_event = outcome->last_event;
    move(&row->result, &outcome->result);
    move(&row->error, &outcome->error);
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
    tell_finished(job);
}

/* The FINISH was applied, or the store knows a later truth. A failure to store that was told already stays told. */
static void conclude(struct job *job, struct store_job *outcome)
{
    if (job_is_finished(job))
        return;
    apply(job, outcome);
    tell_finished(job);
}

static void finish_done(struct store_op *op)
{
    struct job *job = op->context;
    struct jobs *jobs = job->core;
    enum nash_status status = op->status;
    pthread_mutex_lock(&jobs->lock);
    job_ref(job);
    struct store_job outcome = op->row; /* op goes with the record */
    op->row = (struct store_job){0};
    job->record->finish_posted = false;
    if (job->lost) {
        settle(job);
    } else if (status == NASH_OK) {
        conclude(job, &outcome);
        settle(job);
    } else if (status == NASH_CONFLICT || status == NASH_NOT_FOUND) {
        log_warn("job ended elsewhere", "status=%s", nash_status_name(status));
        conclude(job, &outcome);
        if (status == NASH_NOT_FOUND)
            feed_forgotten(jobs, &job->row.id, job->row.owner);
        memory_drop(job);
    } else {
        if (!job_is_finished(job))
            fail_unwritten(job);
        unwritten_add(job);
    }
    store_job_release(&outcome);
    wake_sleepers(jobs);
    pthread_mutex_unlock(&jobs->lock);
    job_unref(job);
}

static void post_finish(struct job *job)
{
    struct record *record = job->record;
    record->finish.verb = STORE_FINISH;
    record->finish.done = finish_done;
    record->finish.context = job;
    record->finish_posted = true;
    store_post_finish(job->core->store, &record->finish, record->submit_posted ? &record->submit : NULL);
}

void job_end(struct job *job, const struct outcome *outcome)
{
    job->ending = true;
    job->record->finish.row = (struct store_job){
        .id = job->row.id,
        .state = outcome->state,
        .final = outcome->final,
        .started_ms = job->row.started_ms,
        .finished_ms = clock_wall_ms(),
        .last_event = job->row.last_event + 1,
        .result = bytes_ref(outcome->result),
        .error = bytes_ref(outcome->error),
        .progress = bytes_ref(job->row.progress),
    };
    if (outcome->state == JOB_SUCCEEDED && outcome->final)
        memory_answer_add(job);
    post_finish(job);
}

void unwritten_retry(struct jobs *jobs)
{
    struct job *job = jobs->unwritten;
    jobs->unwritten = NULL;
    for (struct job *next; job != NULL; job = next) {
        next = job->next_unwritten;
        job->record->finish.row = job->row;
        hold_bodies(&job->row);
        post_finish(job);
    }
}

/* ---- HEARTBEAT and BLOB: nothing waits for them ---- */

struct stray_op {
    struct store_op op; /* first */
    char name[];
};

static void stray_done(struct store_op *op)
{
    if (op->status == NASH_BUSY || op->status == NASH_INTERNAL)
        log_warn("progress of a job not stored", "status=%s", nash_status_name(op->status));
    store_job_release(&op->row);
    bytes_unref(op->blob);
    free(op);
}

void post_heartbeat(struct job *job)
{
    struct stray_op *beat = calloc(1, sizeof *beat);
    if (beat == NULL)
        return;
    beat->op = (struct store_op){.verb = STORE_HEARTBEAT, .done = stray_done};
    beat->op.row.id = job->row.id;
    beat->op.row.state = JOB_RUNNING;
    beat->op.row.started_ms = job->row.started_ms;
    beat->op.row.progress = bytes_ref(job->row.progress);
    store_post(job->core->store, &beat->op);
}

void post_blob(struct job *job, const char *name, struct bytes *blob)
{
    size_t size = strlen(name) + 1;
    struct stray_op *put = calloc(1, sizeof *put + size);
    if (put == NULL)
        return;
    memcpy(put->name, name, size);
    put->op =
        (struct store_op){.verb = STORE_BLOB, .done = stray_done, .blob_name = put->name, .blob = bytes_ref(blob)};
    put->op.row.id = job->row.id;
    store_post(job->core->store, &put->op);
}
