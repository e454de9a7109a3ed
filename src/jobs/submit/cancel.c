/* Cancelling a job, and forgetting a finished one. */
#include <stdlib.h>

#include <jobs/job/index.h>
#include <jobs/job/persist.h>
#include <jobs/state.h>

static enum nash_status refuse_finished(struct nash_error *error)
{
    return nash_fail_type(error, NASH_CONFLICT, "job-already-finished", "",
                          "The job has finished already: there is nothing to cancel.");
}

/* Ends a job that waits for no execution (any more). Another server's job, read unfinished from the store, has no
 * pending writes yet. */
static enum nash_status end_cancelled(struct job *job, struct nash_error *error)
{
    if (job->pending == NULL && (job->pending = calloc(1, sizeof *job->pending)) == NULL)
        return nash_fail(error, NASH_NOMEM, "", "The server has no memory to cancel this job now.");
    if (job->by_id.link == NULL)
        index_add(job);
    job_end(job, &(struct job_outcome){.state = JOB_CANCELLED});
    return NASH_OK;
}

static enum nash_status cancel_job(struct jobs *jobs, struct job *job, struct nash_error *error)
{
    struct execution *execution = job->execution;
    if (job_is_finished(job) || job->ending)
        return refuse_finished(error);
    if (execution == NULL)
        return end_cancelled(job, error);
    bool alone = execution->jobs == job && job->execution_next == NULL;
    if (execution->started && alone) { /* it ends with its best answer so far */
        job->cancelling = true;
        execution_abandon(jobs, execution);
        return NASH_OK;
    }
    execution_detach(job);
    if (execution->jobs == NULL)
        execution_abandon(jobs, execution);
    return end_cancelled(job, error);
}

enum nash_status jobs_cancel(struct jobs *jobs, struct job *job, struct nash_error *error)
{
    jobs_lock(jobs);
    enum nash_status status = cancel_job(jobs, job, error);
    jobs_unlock(jobs);
    return status;
}

/* ---- forgetting ---- */

struct removal {
    struct store_op op; /* first */
    struct jobs *jobs;
    bool done;
};

static void removal_done(struct store_op *op)
{
    struct removal *removal = (struct removal *)op;
    struct jobs *jobs = removal->jobs;
    jobs_lock(jobs);
    removal->done = true; /* the waiting thread may free it from here on */
    jobs_defer(jobs, WAKE_SLEEPERS);
    jobs_unlock(jobs);
}

/* Removes the row from the store. Under the lock, which is released while it waits for the commit. */
static enum nash_status remove_row(struct jobs *jobs, const struct job_id *id)
{
    struct removal removal = {.op = {.verb = STORE_REMOVE, .row = {.id = *id}, .done = removal_done}, .jobs = jobs};
    store_post(jobs->store, &removal.op);
    jobs->sleepers++;
    while (!removal.done)
        jobs_wait(jobs, &jobs->changed, 0);
    jobs->sleepers--;
    return removal.op.status;
}

/* Removes a finished job from memory and from the store. Under the lock, which remove_row() releases meanwhile. */
static enum nash_status forget_job(struct jobs *jobs, struct job *job)
{
    enum nash_status status = NASH_OK;
    struct job_id id = job->row.id;
    index_drop(job);
    if (job->durable)
        status = remove_row(jobs, &id);
    struct job *again = index_find_id(jobs, &id); /* another thread may have read the row before the commit */
    if (again != NULL)
        index_drop(again);
    jobs->forgets++;
    if (status == NASH_OK || status == NASH_NOT_FOUND)
        feed_note_forgotten(jobs, &id, job->row.owner);
    return status;
}

enum nash_status jobs_forget(struct jobs *jobs, struct job *job, struct nash_error *error)
{
    jobs_lock(jobs);
    bool done = job_is_done(job);
    bool written = job->pending == NULL;
    enum nash_status status = done && written ? forget_job(jobs, job) : NASH_OK;
    jobs_unlock(jobs);
    if (!done)
        return nash_fail_type(error, NASH_CONFLICT, "job-not-finished", "",
                              "The job has not finished yet. Cancel it first: POST /v1/jobs/{id}/cancel");
    if (!written || status == NASH_BUSY || status == NASH_INTERNAL)
        return nash_fail_type(error, NASH_BUSY, "unavailable", "",
                              "The job could not be forgotten: the database takes no writes now. Try again later.");
    return NASH_OK; /* also when the store had no such row any more */
}
