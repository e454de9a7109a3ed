/* The health of the server: the timer's thread looks each second at the free space of the disk and at the workers, and
 * writes to a store that has failed, so that it is known when it takes writes again although no job comes. */
#include <stdio.h>
#include <string.h>

#include <base/log.h>
#include <jobs/health/health.h>
#include <jobs/state.h>
#include <store/maintenance.h>

enum { WORKERLESS_TICKS = 3 }; /* checks in a row without a ready worker, since one that ends is replaced */

void jobs_health(struct jobs *jobs, struct jobs_health *health)
{
    *health = (struct jobs_health){{0}};
    store_write_fault(jobs->store, health->store, sizeof health->store);
    jobs_lock(jobs);
    if (jobs->health.disk_low)
        snprintf(health->disk, sizeof health->disk, "the file system of the database has %llu MiB free, less than %llu",
                 (unsigned long long)(jobs->health.free_bytes >> 20),
                 (unsigned long long)(jobs->options.min_free_bytes >> 20));
    if (jobs->health.zygote_gone)
        snprintf(health->workers, sizeof health->workers, "the process that starts the workers has died");
    else if (jobs->health.workerless >= WORKERLESS_TICKS)
        snprintf(health->workers, sizeof health->workers, "no worker process is running");
    jobs_unlock(jobs);
}

static void probe_done(struct store_op *op)
{
    struct jobs *jobs = op->context;
    jobs_lock(jobs);
    jobs->health.probing = false;
    jobs_unlock(jobs);
}

/* Under the lock. */
static void post_probe(struct jobs *jobs)
{
    jobs->health.probing = true;
    jobs->health.probe = (struct store_op){.verb = STORE_PROBE, .done = probe_done, .context = jobs};
    store_post(jobs->store, &jobs->health.probe);
}

static void log_disk(bool low, uint64_t free)
{
    if (low)
        log_error("disk full", "free=%llu new jobs are refused", (unsigned long long)free);
    else
        log_info("disk has space again", "free=%llu", (unsigned long long)free);
}

void health_check(struct jobs *jobs)
{
    struct executor_stats stats = {0};
    char reason[8];
    jobs->pool.executor->stats(jobs->pool.executor, &stats);
    bool failing = store_write_fault(jobs->store, reason, sizeof reason);
    uint64_t free = store_free_bytes(jobs->store);
    jobs_lock(jobs);
    bool low = free < jobs->options.min_free_bytes;
    bool changed = low != jobs->health.disk_low;
    jobs->health.free_bytes = free;
    jobs->health.disk_low = low;
    jobs->health.zygote_gone = stats.zygote_gone;
    jobs->health.workerless = stats.workers > 0 ? 0 : jobs->health.workerless + 1;
    if (failing && !jobs->health.probing && !jobs->stopping)
        post_probe(jobs);
    jobs_unlock(jobs);
    if (changed)
        log_disk(low, free);
}
