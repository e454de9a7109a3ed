/* Shared by hub_client.c (registration, start and stop) and hub_play.c (messages). */
#ifndef CLUSTER_TRANSPORT_HUB_CLIENT_INTERNAL_H
#define CLUSTER_TRANSPORT_HUB_CLIENT_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>

#include "crew.h"
#include "http_client.h"
#include "hub_client.h"
#include "message_list.h"

enum {
    REGISTER_MS = 10000, /* time limit of a registration */
    POLL_MS = 40000,     /* time limit of a POST; a hub answers within 20 s, with messages or without */
    LEAVE_MS = 1000,     /* time limit of the DELETE at the end */
    REST_MS = 250,       /* unit of the delay after a failure; it doubles with each failure in a row */
    REST_MAX_MS = 10000,
    REQUESTS = 2, /* POSTs at the same time: one waits for messages while the other brings answers */
    MEMBER_MAX = 64,
    SESSION_MAX = 128
};

/* A POST. */
struct hub_request {
    struct http_client http;
    struct nash_buf answers; /* its body */
    bool busy;
};

/* One member of one hub, and its thread. The compute threads carry out its messages. */
struct hub_client {
    struct hub_clients *clients;
    char hub[HTTP_CLIENT_URL_MAX];
    pthread_t thread;
    CURLM *multi; /* curl_multi_wakeup() interrupts a wait for its requests */
    struct hub_request request[REQUESTS];
    char member[MEMBER_MAX], session[SESSION_MAX];   /* id and secret from the hub; session "": not registered yet */
    char url[HTTP_CLIENT_URL_MAX + MEMBER_MAX + 64]; /* to which messages are posted */
    bool registered, gave_up;                        /* gave_up: the hub is this server itself */
    bool independent;  /* the last message was of a game whose messages are independent of each other (crew.h) */
    unsigned failures; /* failures since the last success */
    char why[HTTP_CLIENT_WHY_MAX]; /* reason of the last failure */
    struct crew *crew;
    pthread_mutex_t lock;    /* guards what follows */
    pthread_cond_t calm;     /* signals that `turns` is 0 */
    unsigned turns;          /* turns of the crew that are queued or under way */
    unsigned pending;        /* messages that are not carried out */
    struct nash_buf answers; /* answers to be posted next */
};

struct hub_clients {
    struct hub_client_options options;
    struct compute *compute, *own; /* the threads of shards; `own` if they belong to these clients, else NULL */
    struct hub_client *client;
    unsigned count;
    _Atomic bool stopping;
};

/* ---- hub_client.c ---- */

/* Returns whether the server stops. */
bool hub_client_is_stopping(const struct hub_client *client);
/* Notes a failure, and logs it if it is another than the last. */
void hub_client_failed(struct hub_client *client, const char *why);
/* Returns whether the HTTP status means that the hub has no such session any more. */
bool hub_client_is_unknown(long status);

/* ---- hub_play.c ---- */

/* Makes the crew. Returns false when out of memory. */
bool hub_client_make_crew(struct hub_client *client, unsigned capacity);
/* Ends the crew and waits for its last turn. */
void hub_client_end_crew(struct hub_client *client);
/* Exchanges messages until the hub has forgotten the member or a request fails. Returns false after a failure. */
bool hub_client_play(struct hub_client *client);

#endif
