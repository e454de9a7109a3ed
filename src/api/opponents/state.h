/* The state of the opponents' thread. */
#ifndef API_OPPONENTS_STATE_H
#define API_OPPONENTS_STATE_H

#include <pthread.h>

#include <api/body_reader.h>
#include <api/common.h>
#include <store/documents.h>

#include "opponents.h"

struct call;

struct opponents {
    struct api *api;
    struct body_reader *thread;
    unsigned most; /* opponents of each owner; 0: no limit */

    struct learning *learnings; /* opponents that learn now; only for the thread */

    pthread_mutex_t lock;         /* guards all below, and parts of each call */
    struct call *waiting;         /* calls that wait for their observation */
    struct opponents_stats stats; /* for any thread */
};

#endif
