/* Counters of the core, for the metrics and the dashboard. */
#ifndef JOBS_STATS_H
#define JOBS_STATS_H

#include <base/memory/budget.h>
#include <jobs/jobs.h>

enum { JOBS_BUCKETS = 14, JOBS_KINDS_MAX = 32 };
extern const double jobs_bucket_seconds[JOBS_BUCKETS]; /* upper bounds of the duration histogram */

struct jobs_kind_stats {
    const struct nash_solver *solver;
    uint64_t submitted, cached, shared, succeeded, failed, cancelled;
    uint64_t seconds_bucket[JOBS_BUCKETS + 1]; /* number of executions by duration; the last is +Inf; not cumulative */
    double seconds_sum;                        /* of all executions */
    uint64_t batch_lines;
};

struct jobs_stats {
    unsigned workers, workers_busy, queued, running;
    bool zygote_gone; /* no worker process can be started now */
    uint64_t zygote_restarts;
    uint64_t workers_replaced, crashes, killed, out_of_memory, runaways, sandbox_violations;
    uint64_t scrub_rows, scrub_passes;  /* jobs checked while the server was idle; complete passes */
    uint64_t damaged_problems;          /* found by them */
    uint64_t damaged;                   /* stored answers that were found damaged */
    unsigned flows_waiting;             /* owners and addresses with work that waits for a worker */
    uint64_t over_quota;                /* submissions refused by a quota */
    uint64_t slices, slices_cut;        /* of the express process; those that were too short for their problem */
    uint64_t memory_jobs, memory_bytes; /* finished jobs kept in memory: number, size */
    size_t kinds;
    struct jobs_kind_stats kind[JOBS_KINDS_MAX];
};
void jobs_stats(struct jobs *jobs, struct jobs_stats *stats);

/* The memory of finished jobs and their replies; that of events which streams may still want; the problems of
 * unfinished jobs. Their limits may be changed at any time. */
struct byte_budget *jobs_answer_budget(struct jobs *jobs);
struct byte_budget *jobs_event_budget(struct jobs *jobs);
struct byte_budget *jobs_queue_budget(struct jobs *jobs);

#endif
