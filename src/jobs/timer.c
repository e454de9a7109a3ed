/* What has to be done from time to time: heartbeats of long runs (so that the best so far survives us), the FINISHes
 * the store would not take, our leases, its retention, and jobs that another server has left behind. */
#include <time.h>

#include <base/clock.h>
#include <base/log.h>
#include <jobs/core.h>

enum { TICK_MS = 1000, SWEEP_MS = 15000 };
static const int64_t long_run_ns = 1000000000, beat_ns = 5000000000;

/* Under the lock. A long run's first heartbeat tells that it runs; later ones only when there is something new. */
static void beat(struct jobs *jobs, int64_t now_ns)
{
    for (struct run *run = jobs->running; run != NULL; run = run->next) {
        bool first = run->beat_ns == 0 && now_ns - run->started_ns >= long_run_ns;
        bool again = run->beat_ns != 0 && run->progress_is_new && now_ns - run->beat_ns >= beat_ns;
        if (!first && !again)
            continue;
        run->beat_ns = now_ns;
        run->progress_is_new = false;
        for (struct job *job = run->jobs; job != NULL; job = job->run_next)
            post_heartbeat(job);
    }
}

/* Under the lock. Memory must not outlive the retention. */
static void drop_old(struct jobs *jobs, int64_t max_age_ms)
{
    int64_t oldest_ms = clock_wall_ms() - max_age_ms;
    for (struct job *job = jobs->oldest, *newer; job != NULL; job = newer) {
        newer = job->newer;
        if (job->row.finished_ms < oldest_ms)
            memory_drop(job);
    }
}

/* Without the lock: the store blocks. */
static void sweep(struct jobs *jobs)
{
    struct nash_error error = {0};
    uint64_t removed = 0;
    if (store_sweep(jobs->store, &jobs->options.retention, &removed, &error) != NASH_OK) {
        log_warn("sweep failed", "reason=%s", error.detail);
        return;
    }
    if (removed > 0)
        log_info("jobs removed by retention", "count=%llu", (unsigned long long)removed);
    pthread_mutex_lock(&jobs->lock);
    if (removed > 0)
        feed_missed(jobs, removed);
    if (removed > 0 && jobs->options.retention.max_age_ms > 0)
        drop_old(jobs, jobs->options.retention.max_age_ms);
    size_t room =
        jobs->draining || jobs->attached >= jobs->options.queue_max ? 0 : jobs->options.queue_max - jobs->attached;
    pthread_mutex_unlock(&jobs->lock);
    if (room > 0 && recover(jobs, room, &error) != NASH_OK)
        log_warn("claim failed", "reason=%s", error.detail);
}

static struct timespec after_ms(int64_t ms)
{
    int64_t at = clock_mono_ns() + ms * 1000000;
    return (struct timespec){.tv_sec = at / 1000000000, .tv_nsec = at % 1000000000};
}

void *timer_main(void *context)
{
    struct jobs *jobs = context;
    int64_t swept_ns = clock_mono_ns();
    pthread_mutex_lock(&jobs->lock);
    while (!jobs->stopping) {
        struct timespec next = after_ms(TICK_MS);
        pthread_cond_timedwait(&jobs->tick, &jobs->lock, &next);
        if (jobs->stopping)
            break;
        int64_t now_ns = clock_mono_ns();
        beat(jobs, now_ns);
        unwritten_retry(jobs);
        if (now_ns - swept_ns >= (int64_t)SWEEP_MS * 1000000) {
            swept_ns = now_ns;
            pthread_mutex_unlock(&jobs->lock);
            sweep(jobs);
            pthread_mutex_lock(&jobs->lock);
        }
    }
    pthread_mutex_unlock(&jobs->lock);
    return NULL;
}
