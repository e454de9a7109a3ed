/* Sessions: phones and servers that joined this server. A session outlives its connections, which may break at any
 * time.
 *
 * While a session is connected it is a member of the registry. Without a connection its messages wait in a queue. After
 * away_ms without a connection the member is gone, so that its game gives the partition to another; when the session
 * comes back it is a new member of the same name.
 *
 * A session is connected by a socket (a WebSocket, session_attach()) or by polls (POSTs that wait, session_fetch()).
 * Nothing here depends on HTTP. */
#ifndef CLUSTER_SESSIONS_SESSIONS_H
#define CLUSTER_SESSIONS_SESSIONS_H

#include <stdbool.h>
#include <stdint.h>

#include <cluster/cluster.h>
#include <cluster/member.h>
#include <nash/buf.h>
#include <nash/status.h>

enum { SESSION_SECRET = 33, SESSION_ID = 24 };

struct sessions; /* all sessions of a server */
struct session;  /* one session; reference-counted */

struct sessions_options {
    uint32_t away_ms;    /* time without a connection after which the member is gone; 0 = twice the lease time */
    uint32_t session_ms; /* time without a connection after which the session ends; 0 = 15 minutes */
    unsigned sessions;   /* largest number of sessions; 0 = 1024 */
};

/* No thread runs before the first session. */
struct sessions *sessions_start(struct cluster *cluster, const struct sessions_options *options);
/* Ends all sessions. Games may still hold members of these sessions; messages to such members are dropped. */
void sessions_stop(struct sessions *sessions);

/* The reply to a member that joins. */
struct membership {
    char id[SESSION_ID];          /* "g7" */
    char session[SESSION_SECRET]; /* the secret: 32 hex digits */
    char name[MEMBER_NAME_MAX];
    uint32_t lease_ms;     /* a member that does not answer within this time loses its partition */
    uint32_t heartbeat_ms; /* a poll is answered after at most this time; the member then polls again */
};

enum { HEARTBEAT_MS = 20000 };

/* Opens a session. The name is cleaned and made unique; "" = named by its kind. cores: processors of its machine, the
 * capacity of its members. */
enum nash_status sessions_open(struct sessions *sessions, enum member_kind kind, const char *name, unsigned cores,
                               struct membership *out, struct nash_error *error);
/* Sets the name of the key that has invited the member, before the reply to it is sent: it has no connection before. */
void sessions_set_owner(struct sessions *sessions, const struct membership *membership, const char *owner);
/* Returns whether the session belongs to this owner; "" = any. */
bool session_is_of(const struct session *session, const char *owner);
/* Resumes the session of this secret, under a new name unless `name` is NULL, with as many cores as before if `cores`
 * is 0. Error type: "session-unknown". */
enum nash_status sessions_resume(struct sessions *sessions, const char *secret, const char *name, unsigned cores,
                                 struct membership *out, struct nash_error *error);
/* Returns the session of this id and secret, with a reference; else NULL. */
struct session *sessions_find(struct sessions *sessions, const char *id, const char *secret);
/* Returns the session of this id ("g7"), or of the member of this number ("12"), with a reference; else NULL. */
struct session *sessions_find_any(struct sessions *sessions, const char *id);
void session_unref(struct session *session);
unsigned sessions_count(struct sessions *sessions);

/* ---- sockets ---- */

/* Both functions are called under the lock of the sessions: the caller of functions of this header must not hold a lock
 * that they take. */
struct session_socket {
    bool (*send)(
        void *socket,
        struct bytes *message); /* Returns false if the socket is broken. Must not call functions of this header. */
    void (*close)(void *socket, unsigned code, const char *reason);
};

/* Close codes after which a phone does not come back. */
enum { SESSION_REPLACED = 4001, SESSION_REMOVED = 4003 };

/* Connects the session by this socket: closes the previous one, sends the messages that wait, and calls session_join().
 * Returns false if the session has ended, or if session_join() fails. */
bool session_attach(struct session *session, const struct session_socket *socket, void *context);
/* Disconnects a socket that is broken; none of its functions is called afterwards. Does nothing if the socket was
 * replaced. */
void session_detach(struct session *session, void *context);

/* ---- polls ---- */

/* A poll that waits. wake() is called under the lock of the sessions. */
struct session_waiter {
    void (*wake)(
        struct session_waiter *waiter); /* called from any thread; must be short and call no function of this header */
};

/* Moves waiting messages to the end of *out: as many as fit in `most` bytes, but at least one. Returns false if none
 * waits. */
bool session_fetch(struct session *session, struct nash_buf *out, size_t most);
/* Registers the waiter, and wakes the one registered before. Calls wake() when a message can be fetched, when another
 * waiter is registered, or when the session ends. Returns false, and does not register the waiter, if a message waits
 * already or the session has ended. */
bool session_wait(struct session *session, struct session_waiter *waiter);
void session_wait_cancel(struct session *session, struct session_waiter *waiter);

/* ---- both ---- */

enum session_receipt { SESSION_ACCEPTED, SESSION_LATE, SESSION_LEFT };
/* Handles one message of the member. Returns SESSION_LATE if the message is not of the game and epoch of the last
 * request, so that the game drops it; SESSION_LEFT if it is LEAVE: the member ends and the socket is closed, but the
 * session stays and can connect again. */
enum session_receipt session_receive(struct session *session, const void *message, size_t len);
/* Ends the session, and closes its socket with this WebSocket close code. */
void session_end(struct session *session, unsigned code, const char *why);
const char *session_end_reason(struct session *session); /* NULL: it has not ended and is not quarantined */
/* Called when the session is connected: makes it a member unless it is one. Returns false if the session has ended or
 * is quarantined, or if the member cannot be made. */
bool session_join(struct session *session);

#endif
