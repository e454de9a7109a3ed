/* Shared by sessions.c, session.c and session_name.c. See sessions.h. */
#ifndef CLUSTER_SESSIONS_SESSION_H
#define CLUSTER_SESSIONS_SESSION_H

#include <pthread.h>
#include <stdatomic.h>

#include <cluster/envelope.h>

#include "sessions.h"

enum {
    SESSION_QUEUE_MAX = 64, /* messages that wait for one session; with more the member is gone */
    SESSION_NAME_MAX = 48,  /* bytes */
    SESSION_NAME_ROOM = SESSION_NAME_MAX + 1
};

/* Guarded by sessions->lock, but for what never changes. */
struct session {
    struct sessions *sessions; /* a reference */
    struct session *next;
    _Atomic unsigned references;
    uint64_t number;
    char secret[SESSION_SECRET];
    enum member_kind kind;
    char name[MEMBER_NAME_MAX];

    struct member *member; /* a reference; NULL while it is away */
    uint64_t generation;   /* counts the members it has been; messages to an earlier one are dropped */
    bool joining, gone;
    const char *quarantined; /* how it was caught lying; NULL: it was not */
    bool asked;              /* the last request was of this game and epoch */
    uint32_t game, epoch;

    struct session_socket socket;
    void *socket_context; /* NULL: no socket */
    struct session_waiter *waiter;
    struct bytes *queue[SESSION_QUEUE_MAX];
    unsigned first, count;
    int64_t seen_ns; /* when it was last connected; of no meaning while it is */
};

struct sessions {
    struct cluster *cluster;
    struct sessions_options options;
    _Atomic unsigned references; /* the owner's and each session's */
    pthread_mutex_t lock;
    pthread_cond_t change;    /* a session was opened or disconnected, or the end */
    struct session *sessions; /* a reference each */
    unsigned count;
    uint64_t number;
    bool running, end;
    pthread_t clock;
};

void sessions_unref(struct sessions *sessions);

/* session.c */
bool session_is_connected(const struct session *session); /* under the lock */
void session_touch(struct session *session);              /* under the lock */
/* Closes its socket and wakes its waiter. Under the lock. */
void session_disconnect(struct session *session, unsigned code, const char *why);
/* Ends its membership; the session stays. Without the lock. */
void session_away(struct session *session, const char *why);

/* session_name.c: writes at most SESSION_NAME_MAX bytes, perhaps none */
void session_name_clean(char out[SESSION_NAME_ROOM], const char *text);

#endif
