/* A walk over all stored jobs, from the newest to the oldest, which compares each problem and result with its checksum.
 * It is made in steps, so that a server can walk while it is idle. */
#ifndef JOBS_HEALTH_WALK_H
#define JOBS_HEALTH_WALK_H

#include <store/store.h>

struct job_walk {
    int64_t before; /* sequence of the last job that was visited; 0: none yet */
    bool done;      /* all jobs were visited */
    uint64_t rows, bytes;
    /* Called for each job of which something is damaged. problem, result: which. It may take over the row's references
     * by clearing the row. */
    void (*found)(void *context, struct store_job *row, bool problem, bool result);
    void *context;
};

/* Visits at most `rows` further jobs, and no more once they had `bytes` bytes together. */
enum nash_status job_walk_step(struct job_walk *walk, struct store *store, unsigned rows, uint64_t bytes,
                               struct nash_error *error);

#endif
