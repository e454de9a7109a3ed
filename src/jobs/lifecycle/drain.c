/* Draining: no new work, running work may end within the grace period, everything else waits in the store. */
#include <base/clock.h>
#include <base/log.h>
#include <jobs/state.h>

static unsigned in_executors(const struct jobs *jobs)
{
    return jobs->executions_started + jobs->chunks_started + jobs->intakes.reading_count;
}

/* Under the lock. Waits until nothing is in an executor; returns false at the deadline (0 = none). */
static bool wait_idle(struct jobs *jobs, int64_t deadline_ns)
{
    bool in_time = true;
    jobs->sleepers++;
    while (in_executors(jobs) > 0 && in_time)
        in_time = jobs_wait(jobs, &jobs->changed, deadline_ns);
    jobs->sleepers--;
    return in_executors(jobs) == 0;
}

static void suspend_executions(struct jobs *jobs, bool resumable_only)
{
    for (struct execution *execution = jobs->running; execution != NULL; execution = execution->next)
        if (execution->resumable || !resumable_only) {
            execution->suspended = true;
            execution_cancel(execution);
        }
}

static void suspend_rest(struct jobs *jobs)
{
    log_info("drain suspends running jobs", "executions=%u chunks=%u", jobs->executions_started, jobs->chunks_started);
    suspend_executions(jobs, false);
    batches_cancel(jobs);
    intakes_cancel(jobs);
}

void jobs_drain(struct jobs *jobs, uint32_t grace_ms)
{
    jobs_lock(jobs);
    jobs->draining = true;
    batches_drain(jobs);
    intakes_drain(jobs);
    suspend_executions(jobs, true); /* they lose nothing, and would hardly end within the grace period */
    if (!wait_idle(jobs, clock_mono_ns() + (int64_t)grace_ms * 1000000)) {
        suspend_rest(jobs);
        wait_idle(jobs, 0); /* the executor kills what does not stop */
    }
    jobs_unlock(jobs);
    store_flush(jobs->store);
}
