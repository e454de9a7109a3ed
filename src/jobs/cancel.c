/* Cancelling and forgetting: what a person may do to a job. */
#include <stdlib.h>

#include <jobs/core.h>

static enum nash_status already_finished(struct nash_error *error)
{
    return nash_fail_type(error, NASH_CONFLICT, "job-already-finished", "",
                          "The job has finished already: there is nothing to cancel.");
}

/* Ends a job nobody works on (any more). One that came from the store unfinished, another server's, has no record. */
static enum nash_status end_cancelled(struct job *job, struct nash_error *error)
{
    if (job->record == NULL && (job->record = calloc(1, sizeof *job->record)) == NULL)
        return nash_fail(error, NASH_NOMEM, "", "The server has no memory to cancel this job now.");
    if (job->by_id.link == NULL)
        memory_add(job);
    job_end(job, &(struct outcome){.state = JOB_CANCELLED});
    return NASH_OK;
}

static enum nash_status cancel(struct jobs *jobs, struct job *job, struct nash_error *error)
{
    struct run *run = job->run;
    if (job_is_finished(job) || job->ending)
        return already_finished(error);
    if (run == NULL)
        return end_cancelled(job, error);
    if (run->started && run->jobs == job && job->run_next == NULL) { /* alone: waits for its best so far */
        job->cancelling = true;
        run_give_up(jobs, run);
        return NASH_OK;
    }
    run_detach(job);
    if (run->jobs == NULL)
        run_give_up(jobs, run);
    return end_cancelled(job, error);
}

enum nash_status jobs_cancel(struct jobs *jobs, struct job *job, struct nash_error *error)
{
    pthread_mutex_lock(&jobs->lock);
    enum nash_status status = cancel(jobs, job, error);
    pthread_mutex_unlock(&jobs->lock);
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
    pthread_mutex_lock(&jobs->lock);
    removal->done = true; /* from here on it may be gone */
    wake_sleepers(jobs);
    pthread_mutex_unlock(&jobs->lock);
}

/* Under the lock, which it leaves while it waits for the commit. */
static enum nash_status remove_row(struct jobs *jobs, const struct job_id *id)
{
    struct removal removal = {.op = {.verb = STORE_REMOVE, .row = {.id = *id}, .done = removal_done}, .jobs = jobs};
    store_post(jobs->store, &removal.op);
    jobs->sleepers++;
    while (!removal.done)
        pthread_cond_wait(&jobs->changed, &jobs->lock);
    jobs->sleepers--;
    return removal.op.status;
}

enum nash_status jobs_forget(struct jobs *jobs, struct job *job, struct nash_error *error)
{
    enum nash_status status = NASH_OK;
    pthread_mutex_lock(&jobs->lock);
    if (!job_is_done(job)) {
        pthread_mutex_unlock(&jobs->lock);
        return nash_fail_type(error, NASH_CONFLICT, "job-not-finished", "",
                              "The job has not finished yet. Cancel it first: POST /v1/jobs/{id}/cancel");
    }
    bool unwritten = job->record != NULL;
    if (!unwritten) {
        struct job_id id = job->row.id;
        memory_drop(job);
        if (job->durable)
            status = remove_row(jobs, &id);
        struct job *again = memory_by_id(jobs, &id); /* somebody may have read the row before the commit */
        if (again != NULL)
            memory_drop(again);
        jobs->forgets++;
        if (status == NASH_OK || status == NASH_NOT_FOUND)
            feed_forgotten(jobs, &id, job->row.owner);
    }
    pthread_mutex_unlock(&jobs->lock);
    if (unwritten || status == NASH_BUSY || status == NASH_INTERNAL)
        return nash_fail_type(error, NASH_BUSY, "unavailable", "",
                              "The job could not be forgotten: the database takes no writes now. Try again later.");
    return NASH_OK; /* also when the store had no such row any more */
}
