/* What the last check of the server's health found (health.c). Private; under the core's lock. */
#ifndef JOBS_HEALTH_HEALTH_STATE_H
#define JOBS_HEALTH_HEALTH_STATE_H

#include <jobs/health/scrub.h>

struct health_state {
    unsigned workerless;   /* checks in a row that found no ready worker */
    bool zygote_gone;      /* no process can be started for a worker */
    bool disk_low;         /* new jobs are refused */
    uint64_t free_bytes;   /* of the disk */
    struct store_op probe; /* a write that shows whether the store works again */
    bool probing;          /* the probe is posted */
    uint64_t damaged;      /* answers that the store found damaged */
    struct scrub scrub;
};

#endif
