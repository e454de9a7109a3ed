/* The core with the worker pool. In a file of its own: a program that brings another executor does not link the pool.
 */
#include <jobs/core.h>
#include <jobs/pool/pool.h>

struct jobs *jobs_start(const struct jobs_options *options, struct zygote *zygote, struct store *store,
                        struct nash_error *error)
{
    struct executor *pool = pool_new(options, zygote, error);
    if (pool != NULL)
        return jobs_start_with(options, pool, store, error);
    if (options->spread != NULL)
        options->spread->close(options->spread);
    return NULL;
}
