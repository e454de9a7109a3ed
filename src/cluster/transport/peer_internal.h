/* Shared by peer.c (the list of peers, the members' transport) and peer_calls.c (the thread that calls them). */
#ifndef CLUSTER_TRANSPORT_PEER_INTERNAL_H
#define CLUSTER_TRANSPORT_PEER_INTERNAL_H

#include <pthread.h>

#include <cluster/member.h>

#include "http_client.h"
#include "message_list.h"
#include "peer.h"

enum {
    PEERS_MAX = 64,
    PEER_CALL_MS = 15000, /* time limit of a call with messages that depend on each other */
    PEER_UNIT_MS = 60000, /* with an independent one, which may wait at the peer for others */
    PEER_END_MS = 1000,
    PEER_REST_MS = 100,
    PEER_REST_MAX_MS = 2000
};

struct peer {
    char url[HTTP_CLIENT_URL_MAX];
    char why[HTTP_CLIENT_WHY_MAX]; /* reason of the last failure */
    bool called, failed;           /* a call has ended; the last call failed */
    unsigned shards;               /* shards of this peer in the list peers->shards */
    uint64_t calls, failures;
    unsigned in_row;      /* failures since the last success */
    int64_t until_ns;     /* not called before this time */
    double round_trip_ms; /* of the last call */
    unsigned cores;       /* as its last answer said; 0 = unknown */
};

/* A request to a shard at a peer; only the thread uses it. */
struct remote_call {
    struct remote_call *next;
    struct remote_shard *shard;
    struct http_client http;
    struct nash_buf body;
    bool busy;
};

/* A shard at a peer, the `own` of its member. peers->lock guards `outbox`, `waiting`, `room`, `released` and
 * `overflow`; only the thread uses the other fields once the shard is in the list. */
struct remote_shard {
    struct peers *peers;
    struct peer *peer;
    struct member *member; /* the thread's reference, while the shard is in the list */
    struct remote_shard *next;
    struct bytes **outbox;              /* [waiting] messages to be sent, oldest first */
    unsigned waiting, room;             /* number of messages in `outbox`; its capacity */
    bool released;                      /* the game has given the member back */
    bool overflow;                      /* more messages wait than a correct game ever sends: the shard ends */
    struct remote_call *calls;          /* list of all requests ever made at the same time, for use again */
    unsigned calling;                   /* requests under way */
    bool ordered;                       /* the one under way has messages that depend on each other */
    bool ending;                        /* the one under way is the DELETE */
    bool greeted;                       /* a request was begun, so that the peer may have made the shard */
    char url[HTTP_CLIENT_URL_MAX + 64]; /* of the shard at the peer */
};

struct peers {
    pthread_mutex_t lock;
    struct cluster *cluster;
    const char *key, *instance;
    struct peer *peer; /* [count] */
    size_t count;
    struct remote_shard *shards; /* list, newest first; only the thread removes shards */
    CURLM *multi;
    pthread_t thread;
    bool running, stopping;
};

/* Frees the requests, of which none is under way. */
void remote_calls_free(struct remote_shard *shard);
/* The thread's main function. */
void *peers_run(void *context);

#endif
