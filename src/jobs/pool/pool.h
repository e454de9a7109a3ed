/* The worker pool: an executor whose work is done by sandboxed processes, which the zygote forks. See README.md. */
#ifndef JOBS_POOL_POOL_H
#define JOBS_POOL_POOL_H

#include <jobs/executor/executor.h>
#include <jobs/jobs.h>

/* Makes a pool with one worker for each process of the zygote; grace_ms and runaway_ms are taken from options. The
 * zygote must outlive the pool and serves one pool at a time. Nothing runs before open(). NULL on failure. */
struct executor *pool_new(const struct jobs_options *options, struct zygote *zygote, struct nash_error *error);

#endif
