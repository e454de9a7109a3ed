/* Starts the core with the worker pool. This is a file of its own, so that a program with another executor does not
 * link the pool. */
#include <jobs/jobs.h>
#include <jobs/pool/pool.h>

struct jobs *jobs_start(const struct jobs_options *options, struct zygote *zygote, struct store *store,
                        struct nash_error *error)
{
    struct executor *pool = pool_new(options, zygote, error);
    if (pool != NULL)
        return jobs_start_with(options, pool, store, error);
    if (options->distributed != NULL)
        options->distributed->close(options->distributed);
    return NULL;
}
