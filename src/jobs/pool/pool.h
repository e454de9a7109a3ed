/* The worker pool: an executor whose runs are solved by sandboxed processes, forked by the zygote. See README.md. */
#ifndef JOBS_POOL_POOL_H
#define JOBS_POOL_POOL_H

#include <jobs/executor.h>
#include <jobs/jobs.h>

/* Makes the pool of options->workers processes; grace_ms and runaway_ms are taken from options too. The zygote must
 * outlive it and serves one pool at a time. Nothing runs before open(). NULL on failure. */
struct executor *pool_new(const struct jobs_options *options, struct zygote *zygote, struct nash_error *error);

#endif
