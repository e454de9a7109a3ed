/* What the end of a worker's process means for its work. Under the pool's lock. */
#ifndef JOBS_POOL_EXIT_STATUS_H
#define JOBS_POOL_EXIT_STATUS_H

#include "worker.h"

/* Returns the signal from outside that ended a process which the server has not killed, or 0. */
int exit_status_outside_signal(int wait_status);
/* Fills in the result of work whose process has ended. */
void exit_status_explain(const struct pool *pool, const struct worker *worker, int wait_status,
                         struct work_result *result);
/* Counts the end of a process in pool->stats, by its cause. */
void exit_status_count(struct pool *pool, const struct worker *worker, const struct work_result *result);

#endif
