/* What peer.c (who there is, the member's way) and peer_calls.c (the thread that calls them) share. */
#ifndef SHARDS_PEER_INTERNAL_H
#define SHARDS_PEER_INTERNAL_H

#include <pthread.h>

#include "call.h"
#include "member.h"
#include "parcel.h"
#include "peer.h"

enum { PEERS_MAX = 64, PEER_CALL_MS = 15000, PEER_END_MS = 1000, PEER_REST_MS = 100, PEER_REST_MOST_MS = 2000 };

struct peer {
    char url[CALL_URL_MAX];
    char why[CALL_WHY_MAX]; /* of the last failure */
    bool called, failed;    /* ever; the last call */
    unsigned seats;
    uint64_t calls, failures;
    unsigned in_row;  /* failures without a success between */
    int64_t until_ns; /* it is left alone until then */
    double round_trip_ms;
};

/* A seat at a peer: the member's own. `outbox` and `released` are the lock's, the rest belongs to the thread from the
 * moment the seat is in the list. */
struct peer_seat {
    struct peers *peers;
    struct peer *peer;
    struct member *member; /* the thread's reference, as long as the seat is in the list */
    struct peer_seat *next;
    struct bytes **outbox; /* [waiting], oldest first */
    unsigned waiting, room;
    bool released;
    bool overflow; /* more waits than a sound game ever sends: it is ended */
    struct call call;
    bool calling, ending; /* a request is under way; it is the DELETE */
    bool greeted;         /* the peer has (perhaps) made the seat */
    char url[CALL_URL_MAX + 64];
    struct nash_buf parcel; /* the request's body */
};

struct peers {
    pthread_mutex_t lock;
    struct shards *shards;
    const char *key, *instance;
    struct peer *peer;
    size_t count;
    struct peer_seat *seats; /* the thread's, new ones first */
    CURLM *multi;
    pthread_t thread;
    bool running, stopping;
};

/* The thread's main, until stopping. */
void *peers_run(void *context);

#endif
