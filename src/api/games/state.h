/* The state of the games' thread. */
#ifndef API_GAMES_STATE_H
#define API_GAMES_STATE_H

#include <api/documents/call.h>

#include "games.h"

struct games {
    struct document_room room; /* first */
    unsigned most;             /* games of each owner; 0: no limit */
    struct thought *thoughts;  /* engines that think now; only for the thread */

    /* Guarded by room.lock. */
    struct game_stream *streams; /* that receive changes */
    bool checking;               /* whether their games have changed in the store: it is in the thread's queue */
    int64_t checked_ns;          /* when that was done */
    struct call *waiting;        /* for the next change of a game */
    struct games_stats stats;
};

static inline struct document_room *games_room(const struct http_request *request)
{
    return &api_of(request)->games->room;
}
static inline struct games *games_of(const struct call *call)
{
    return (struct games *)call->room;
}

#endif
