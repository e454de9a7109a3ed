/* Collects the counters of the core and of the worker pool. */
#include <jobs/state.h>

void jobs_stats(struct jobs *jobs, struct jobs_stats *stats)
{
    struct executor_stats executor = {0};
    jobs->pool.executor->stats(jobs->pool.executor, &executor);
    *stats = (struct jobs_stats){
        .workers = executor.workers < jobs->options.workers ? executor.workers : jobs->options.workers,
        .workers_busy = executor.busy < jobs->options.workers ? executor.busy : jobs->options.workers,
        .zygote_gone = executor.zygote_gone,
        .zygote_restarts = executor.zygote_restarts,
        .workers_replaced = executor.replaced,
        .crashes = executor.crashes,
        .killed = executor.killed,
        .out_of_memory = executor.out_of_memory,
        .runaways = executor.runaways,
        .sandbox_violations = executor.sandbox_violations,
    };
    jobs_lock(jobs);
    unsigned running = 0;
    for (const struct execution *execution = jobs->running; execution != NULL; execution = execution->next)
        for (const struct job *job = execution->jobs; job != NULL; job = job->execution_next)
            running += !execution_has_slice(execution);
    stats->running = running;
    stats->queued = jobs->attached - running;
    stats->scrub_rows = jobs->health.scrub.rows;
    stats->scrub_passes = jobs->health.scrub.passes;
    stats->damaged_problems = jobs->health.scrub.problems;
    stats->damaged = jobs->health.damaged;
    stats->over_quota = jobs->over_quota;
    stats->slices = jobs->slices;
    stats->slices_cut = jobs->slices_cut;
    stats->flows_waiting = jobs->flows.heap[HEAP_POOL].count;
    stats->memory_jobs = jobs->kept_jobs;
    stats->memory_bytes = atomic_load(&jobs->kept_bytes.used);
    for (size_t i = 0; i + 1 < jobs->kinds; i++) /* without the unknown kinds */
        stats->kind[stats->kinds++] = jobs->kind[i];
    jobs_unlock(jobs);
}

struct byte_budget *jobs_answer_budget(struct jobs *jobs)
{
    return &jobs->kept_bytes;
}

struct byte_budget *jobs_queue_budget(struct jobs *jobs)
{
    return &jobs->queue_bytes;
}

struct byte_budget *jobs_event_budget(struct jobs *jobs)
{
    return &jobs->event_bytes;
}
