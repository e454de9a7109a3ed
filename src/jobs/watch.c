/* Watches: who wants to be told what of a job. fire() runs under the core's lock, which is what makes job_unwatch() a
 * barrier: when it has the lock, no fire() is under way, and none will follow. */
#include <jobs/core.h>

/* The number of the last event that may be told: the result of a job is not, until it is committed. */
static int64_t last_told(const struct job *job)
{
    return job->row.last_event - (job_is_finished(job) && !job_is_done(job));
}

static bool holds(const struct job *job, enum job_condition condition, int64_t seen)
{
    return ((condition & JOB_IS_DURABLE) && (job->durable || job->lost)) ||
           ((condition & JOB_IS_DONE) && job_is_done(job)) || ((condition & JOB_HAS_EVENT) && last_told(job) > seen);
}

static void unlink_watch(struct job_watch *watch)
{
    *watch->link = watch->next;
    if (watch->next != NULL)
        watch->next->link = watch->link;
    watch->next = NULL;
    watch->link = NULL;
}

bool job_watch(struct jobs *jobs, struct job *job, struct job_watch *watch, int64_t seen)
{
    pthread_mutex_lock(&jobs->lock);
    bool registers = !holds(job, watch->condition, seen);
    if (registers) {
        watch->job = job_ref(job);
        watch->next = job->watches;
        watch->link = &job->watches;
        if (watch->next != NULL)
            watch->next->link = &watch->next;
        job->watches = watch;
    }
    pthread_mutex_unlock(&jobs->lock);
    return registers;
}

void job_unwatch(struct jobs *jobs, struct job_watch *watch)
{
    struct job *job = watch->job;
    if (job == NULL)
        return;
    pthread_mutex_lock(&jobs->lock);
    if (watch->link != NULL)
        unlink_watch(watch);
    watch->job = NULL;
    pthread_mutex_unlock(&jobs->lock);
    job_unref(job);
}

void watches_fire(struct job *job, int conditions)
{
    for (struct job_watch *watch = job->watches, *next; watch != NULL; watch = next) {
        next = watch->next;
        if (!((int)watch->condition & conditions))
            continue;
        if (watch->condition != JOB_HAS_EVENT)
            unlink_watch(watch);
        watch->fire(watch);
    }
}
