/* Whether the server can take new work, and why not. */
#ifndef JOBS_HEALTH_HEALTH_H
#define JOBS_HEALTH_HEALTH_H

#include <jobs/jobs.h>

/* Why a server that runs cannot take new work; each part is well when its text is empty. */
struct jobs_health {
    char store[256];   /* the last write failed, and none has succeeded since: the reason */
    char disk[128];    /* the file system of the database has less than min_free bytes */
    char workers[128]; /* no process can be started for a worker, or no worker has been ready for a while */
};

/* Fills in what was found at the last check, which the timer's thread makes each second; the store is that of now. */
void jobs_health(struct jobs *jobs, struct jobs_health *health);

#endif
