/* Going down in good order: nothing new, what runs may end within the grace, the rest waits in the store. */
#include <time.h>

#include <base/clock.h>
#include <base/log.h>
#include <jobs/core.h>

/* Under the lock. Waits until nothing is in the executor; false at the deadline (0 = none). */
static bool wait_idle(struct jobs *jobs, int64_t deadline_ns)
{
    struct timespec deadline = {.tv_sec = deadline_ns / 1000000000, .tv_nsec = deadline_ns % 1000000000};
    jobs->sleepers++;
    int timed_out = 0;
    while (jobs->runs_started + jobs->packs_started > 0 && timed_out == 0)
        timed_out = deadline_ns == 0 ? pthread_cond_wait(&jobs->changed, &jobs->lock)
                                     : pthread_cond_timedwait(&jobs->changed, &jobs->lock, &deadline);
    jobs->sleepers--;
    return jobs->runs_started + jobs->packs_started == 0;
}

static void put_off_rest(struct jobs *jobs)
{
    log_info("drain puts off what still runs", "runs=%u packs=%u", jobs->runs_started, jobs->packs_started);
    for (struct run *run = jobs->running; run != NULL; run = run->next) {
        run->put_off = true;
        run_stop(run);
    }
    batches_cancel(jobs);
}

void jobs_drain(struct jobs *jobs, uint32_t grace_ms)
{
    pthread_mutex_lock(&jobs->lock);
    jobs->draining = true;
    batches_drain(jobs);
    if (!wait_idle(jobs, clock_mono_ns() + (int64_t)grace_ms * 1000000)) {
        put_off_rest(jobs);
        wait_idle(jobs, 0); /* the executor kills what does not stop */
    }
    pthread_mutex_unlock(&jobs->lock);
    store_flush(jobs->store);
}
