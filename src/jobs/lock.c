#include <time.h>

#include <jobs/dispatch/dispatch.h>
#include <jobs/state.h>

void jobs_lock(struct jobs *jobs)
{
    pthread_mutex_lock(&jobs->lock);
}

/* Carries out the deferred work, still under the lock, so that no thread sees work queued while a worker is idle. */
static void run_deferred(struct jobs *jobs)
{
    if (jobs->deferred & DISPATCH_WORK)
        dispatch(jobs); /* may defer the other kinds of work below */
    if (jobs->deferred & DELIVER_ANSWERS)
        pthread_cond_signal(&jobs->deliver);
    if (jobs->deferred & WAKE_PUBLISHER)
        pthread_cond_signal(&jobs->feed.wake);
    if ((jobs->deferred & WAKE_SLEEPERS) && jobs->sleepers > 0)
        pthread_cond_broadcast(&jobs->changed);
    jobs->deferred = 0;
}

void jobs_unlock(struct jobs *jobs)
{
    if (jobs->deferred != 0)
        run_deferred(jobs);
    pthread_mutex_unlock(&jobs->lock);
}

bool jobs_wait(struct jobs *jobs, pthread_cond_t *condition, int64_t deadline_ns)
{
    struct timespec deadline = {.tv_sec = deadline_ns / 1000000000, .tv_nsec = deadline_ns % 1000000000};
    if (jobs->deferred != 0)
        run_deferred(jobs);
    return deadline_ns == 0 ? pthread_cond_wait(condition, &jobs->lock) == 0
                            : pthread_cond_timedwait(condition, &jobs->lock, &deadline) == 0;
}
