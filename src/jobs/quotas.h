/* How much of the server one flow may take. A flow is the owner of jobs, or the address of a client without a key. */
#ifndef JOBS_QUOTAS_H
#define JOBS_QUOTAS_H

#include <stdbool.h>
#include <stdint.h>

struct jobs;

/* 0: no limit. */
struct jobs_quota {
    uint32_t queued;     /* jobs that wait */
    uint32_t running;    /* pieces of work at once; further ones wait */
    uint32_t per_minute; /* new jobs; those that one has not used for a minute may come at once */
    uint64_t bytes;      /* of problems of unfinished jobs */
};

/* The quota for new jobs of a flow, now. */
struct jobs_quota_state {
    uint32_t per_minute; /* 0: no limit, and the others are 0 */
    uint32_t left;       /* jobs that it may submit at once */
    uint32_t full_s;     /* until it may submit per_minute at once */
    uint32_t next_s;     /* until it may submit one; 0: now */
};

/* Returns the quota of flows that have none of their own. */
const struct jobs_quota *jobs_default_quota(const struct jobs *jobs);
/* quota: of the flow; NULL: the default. */
struct jobs_quota_state jobs_quota_state(struct jobs *jobs, const char *flow, const struct jobs_quota *quota);

#endif
