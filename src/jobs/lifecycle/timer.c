/* Periodic work: heartbeats of long executions (so that their best answer survives this server), the FINISHes that the
 * store could not write, the server's health, leases, retention, and jobs that another server has left behind. */
#include <base/clock.h>
#include <base/log.h>
#include <jobs/job/index.h>
#include <jobs/job/persist.h>
#include <jobs/state.h>

enum { TICK_MS = 1000, SWEEP_MS = 15000 };
static const int64_t first_beat_ns = 1000000000, next_beat_ns = 5000000000, ns_per_ms = 1000000;

/* Under the lock. The first heartbeat of a long execution records that it runs; later ones are sent only with new
 * progress. */
static void send_heartbeats(struct jobs *jobs, int64_t now_ns)
{
    for (struct execution *execution = jobs->running; execution != NULL; execution = execution->next) {
        bool first = execution->beat_ns == 0 && now_ns - execution->started_ns >= first_beat_ns;
        bool again =
            execution->beat_ns != 0 && execution->progress_is_new && now_ns - execution->beat_ns >= next_beat_ns;
        if (!first && !again)
            continue;
        execution->beat_ns = now_ns;
        execution->progress_is_new = false;
        for (struct job *job = execution->jobs; job != NULL; job = job->execution_next)
            post_heartbeat(job);
    }
}

/* Drops finished jobs from memory that are older than the retention allows. Under the lock. */
static void drop_old_jobs(struct jobs *jobs, int64_t max_age_ms)
{
    int64_t oldest_ms = clock_wall_ms() - max_age_ms;
    for (struct job *job = jobs->oldest, *newer; job != NULL; job = newer) {
        newer = job->newer;
        if (job->row.finished_ms < oldest_ms)
            index_drop(job);
    }
}

/* Removes old jobs and resumes abandoned ones. Without the lock, because the store blocks. */
static void sweep_store(struct jobs *jobs)
{
    struct nash_error error = {0};
    uint64_t removed = 0;
    jobs_lock(jobs);
    const struct store_retention retention = jobs->options.retention;
    jobs_unlock(jobs);
    if (store_sweep(jobs->store, &retention, &removed, &error) != NASH_OK) {
        log_warn("sweep failed", "reason=%s", error.detail);
        return;
    }
    if (removed > 0)
        log_info("jobs removed by retention", "count=%llu", (unsigned long long)removed);
    jobs_lock(jobs);
    if (removed > 0)
        feed_note_missed(jobs, removed);
    if (removed > 0 && retention.max_age_ms > 0)
        drop_old_jobs(jobs, retention.max_age_ms);
    size_t room =
        jobs->draining || jobs->attached >= jobs->options.queue_max ? 0 : jobs->options.queue_max - jobs->attached;
    jobs_unlock(jobs);
    if (room > 0 && recover_jobs(jobs, room, &error) != NASH_OK)
        log_warn("claim failed", "reason=%s", error.detail);
}

void *timer_main(void *context)
{
    struct jobs *jobs = context;
    int64_t swept_ns = clock_mono_ns();
    jobs_lock(jobs);
    while (!jobs->stopping) {
        jobs_wait(jobs, &jobs->tick, clock_mono_ns() + TICK_MS * ns_per_ms);
        if (jobs->stopping)
            break;
        int64_t now_ns = clock_mono_ns();
        send_heartbeats(jobs, now_ns);
        persist_retry(jobs);
        jobs_unlock(jobs);
        health_check(jobs);
        scrub_step(jobs);
        jobs_lock(jobs);
        if (now_ns - swept_ns >= SWEEP_MS * ns_per_ms) {
            swept_ns = now_ns;
            jobs_unlock(jobs);
            sweep_store(jobs);
            jobs_lock(jobs);
        }
    }
    jobs_unlock(jobs);
    return NULL;
}
