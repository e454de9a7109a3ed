/* Counting, by kind. */
#include <base/clock.h>
#include <jobs/core.h>

const double jobs_bucket_seconds[JOBS_BUCKETS] = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                                  0.1,    0.25,  1,      2.5,   10,   60,    600};

struct jobs_kind_stats *stats_of(struct jobs *jobs, const struct nash_solver *solver)
{
    size_t i = 0;
    while (i + 1 < jobs->kinds && jobs->kind[i].solver != solver)
        i++;
    return &jobs->kind[i];
}

void stats_run(struct jobs *jobs, const struct run *run)
{
    struct jobs_kind_stats *stats = stats_of(jobs, run->task.execution.solver);
    double seconds = (double)(clock_mono_ns() - run->started_ns) / 1e9;
    size_t bucket = 0;
    while (bucket < JOBS_BUCKETS && seconds > jobs_bucket_seconds[bucket])
        bucket++;
    stats->seconds_bucket[bucket]++;
    stats->seconds_sum += seconds;
}

void jobs_stats(struct jobs *jobs, struct jobs_stats *stats)
{
    struct executor_stats executor = {0};
    jobs->pool.executor->stats(jobs->pool.executor, &executor);
    *stats = (struct jobs_stats){
        .workers = executor.workers,
        .workers_busy = executor.busy,
        .workers_replaced = executor.replaced,
        .crashes = executor.crashes,
        .out_of_memory = executor.out_of_memory,
        .runaways = executor.runaways,
        .sandbox_violations = executor.sandbox_violations,
    };
    pthread_mutex_lock(&jobs->lock);
    unsigned running = 0;
    for (const struct run *run = jobs->running; run != NULL; run = run->next)
        for (const struct job *job = run->jobs; job != NULL; job = job->run_next)
            running++;
    stats->running = running;
    stats->queued = jobs->attached - running;
    stats->memory_jobs = jobs->kept_jobs;
    stats->memory_bytes = jobs->kept_bytes;
    for (size_t i = 0; i + 1 < jobs->kinds; i++) /* the last is nobody's */
        stats->kind[stats->kinds++] = jobs->kind[i];
    pthread_mutex_unlock(&jobs->lock);
}
