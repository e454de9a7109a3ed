/* Counters by kind. */
#include <base/clock.h>
#include <jobs/state.h>

const double jobs_bucket_seconds[JOBS_BUCKETS] = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                                  0.1,    0.25,  1,      2.5,   10,   60,    600};

struct jobs_kind_stats *counters_of(struct jobs *jobs, const struct nash_solver *solver)
{
    size_t i = 0;
    while (i + 1 < jobs->kinds && jobs->kind[i].solver != solver)
        i++;
    return &jobs->kind[i];
}

void counters_add_execution(struct jobs *jobs, const struct execution *execution)
{
    struct jobs_kind_stats *stats = counters_of(jobs, execution->work.solver);
    double seconds = (double)(clock_mono_ns() - execution->started_ns) / 1e9;
    size_t bucket = 0;
    while (bucket < JOBS_BUCKETS && seconds > jobs_bucket_seconds[bucket])
        bucket++;
    stats->seconds_bucket[bucket]++;
    stats->seconds_sum += seconds;
}
