/* Shared by sessions.c, session.c and session_name.c. See sessions.h. */
#ifndef CLUSTER_SESSIONS_SESSION_H
#define CLUSTER_SESSIONS_SESSION_H

#include <pthread.h>
#include <stdatomic.h>

#include <base/intrusive_hash.h>
#include <cluster/envelope.h>
#include <store/job.h>

#include "sessions.h"

enum {
    SESSION_QUEUE_MAX = 64, /* messages that wait for one session; one more ends its member */
    SESSION_NAME_MAX = 48,  /* bytes of a name, without the final NUL */
    SESSION_NAME_ROOM = SESSION_NAME_MAX + 1
};

/* sessions->lock guards the fields that change. */
struct session {
    struct sessions *sessions;    /* a reference */
    struct session *next, **link; /* links of the list sessions->sessions; `link` is NULL if not listed */
    struct hash_node by_number;   /* in sessions->by_number while listed */
    _Atomic unsigned references;
    uint64_t number;
    char secret[SESSION_SECRET];
    enum member_kind kind;
    char name[MEMBER_NAME_MAX];
    char owner[JOB_OWNER_MAX]; /* the name of the key that has invited it; "" = none */
    unsigned cores;            /* processors of the member's machine */

    struct member *member;   /* a reference; NULL while the session is away */
    uint64_t generation;     /* raised when the session becomes a member and when it goes away; identifies its member */
    bool joining, gone;      /* a thread is making the member; the session has ended */
    const char *quarantined; /* reason of the quarantine; NULL: not quarantined */
    bool asked;              /* the last message to the member was a request, of `game` and `epoch` */
    uint32_t game, epoch;

    struct session_socket socket;
    void *socket_context;                   /* NULL: no socket */
    struct session_waiter *waiter;          /* the poll that waits; NULL: none */
    struct bytes *queue[SESSION_QUEUE_MAX]; /* ring of messages that wait, a reference each */
    unsigned first, count;                  /* index of the oldest message in `queue`; number of messages */
    int64_t seen_ns; /* last time it was connected or called, CLOCK_MONOTONIC; unused while connected */
};

struct sessions {
    struct cluster *cluster;
    struct sessions_options options;
    _Atomic unsigned references; /* one for sessions_stop(), one for each session */
    pthread_mutex_t lock;
    pthread_cond_t change;    /* signals that a session is due before wake_ns, or that `end` is set */
    int64_t wake_ns;          /* time at which the thread `clock` wakes by itself; INT64_MAX = never */
    struct session *sessions; /* list; holds a reference to each */
    struct hash_table by_number;
    unsigned count;    /* sessions in the list */
    uint64_t number;   /* number given to the newest session */
    bool running, end; /* the thread `clock` was started; it must end */
    pthread_t clock;   /* ends sessions that were away for too long */
};

void sessions_unref(struct sessions *sessions);

/* session.c */
bool session_is_connected(const struct session *session); /* under the lock */
/* Notes that the session was connected or called now. Under the lock. */
void session_touch(struct session *session);
/* Closes the session's socket and wakes the poll that waits. Under the lock. */
void session_disconnect(struct session *session, unsigned code, const char *why);
/* Ends the session's member; the session itself stays. Without the lock. */
void session_away(struct session *session, const char *why);

/* session_name.c */

/* Copies the text without control characters and the like; `out` may become "". */
void session_name_clean(char out[SESSION_NAME_ROOM], const char *text);
/* Sets the session's name. Phones of the same name are numbered; the name of a server stays as it is, because requests
 * refer to it. Under the lock. */
void session_set_name(struct session *session, const char *requested_name);

#endif
