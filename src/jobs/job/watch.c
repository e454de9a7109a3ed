/* Registering watches. fire() runs under the core's lock, which makes job_unwatch() a barrier: while it holds the lock,
 * no fire() is running, and none will follow. */
#include <jobs/state.h>

/* Returns the number of the last event clients may see: the result only once it is committed. */
static int64_t last_visible_event(const struct job *job)
{
    return job->row.last_event - (job_is_finished(job) && !job_is_done(job));
}

static bool condition_holds(const struct job *job, enum job_condition condition, int64_t seen)
{
    return ((condition & JOB_IS_DURABLE) && (job->durable || job->lost)) ||
           ((condition & JOB_IS_DONE) && job_is_done(job)) ||
           ((condition & JOB_HAS_EVENT) && last_visible_event(job) > seen);
}

bool job_watch(struct jobs *jobs, struct job *job, struct job_watch *watch, int64_t seen)
{
    jobs_lock(jobs);
    bool registers = !condition_holds(job, watch->condition, seen);
    if (registers) {
        watch->job = job_ref(job);
        watch->next = job->watches;
        watch->link = &job->watches;
        if (watch->next != NULL)
            watch->next->link = &watch->next;
        job->watches = watch;
    }
    jobs_unlock(jobs);
    return registers;
}

void job_unwatch(struct jobs *jobs, struct job_watch *watch)
{
    struct job *job = watch->job;
    if (job == NULL)
        return;
    jobs_lock(jobs);
    if (watch->link != NULL)
        watch_unlink(watch);
    watch->job = NULL;
    jobs_unlock(jobs);
    job_unref(job);
}
