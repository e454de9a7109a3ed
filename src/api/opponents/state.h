/* The state of the opponents' thread. */
#ifndef API_OPPONENTS_STATE_H
#define API_OPPONENTS_STATE_H

#include <api/documents/room.h>

#include "opponents.h"

struct call;

struct opponents {
    struct document_room room; /* first */
    unsigned most;             /* opponents of each owner; 0: no limit */

    struct learning *learnings; /* opponents that learn now; only for the thread */

    /* Guarded by room.lock. */
    struct call *waiting;         /* calls that wait for their observation */
    struct opponents_stats stats; /* for any thread */
};

#endif
