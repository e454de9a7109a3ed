/* The idle scrub: the timer's thread checks all stored jobs while the server has nothing to do. Private. */
#ifndef JOBS_HEALTH_SCRUB_H
#define JOBS_HEALTH_SCRUB_H

#include <store/maintenance.h>

struct jobs;

/* Used by the timer's thread alone, except for the counters, which are under the core's lock. */
struct scrub {
    struct store_check check;
    bool running;          /* a pass has begun */
    int64_t next_ns;       /* when the next one begins */
    uint64_t rows, passes; /* jobs read; passes that came to their end */
    uint64_t problems;     /* damaged problems; damaged results are counted in struct health_state */
};

/* Makes one step, if one is due and the server is idle. Takes the lock itself. Reads the store. */
void scrub_step(struct jobs *jobs);

#endif
