/* Sessions: phones and servers that called this one, and may come and go as the network lets them.
 *
 * While a session is connected it is a member of the registry. After away_ms without a connection the member is gone,
 * so that its game gives the partition to another; when the session comes back it is a new member of the same name.
 * Messages in between wait.
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

struct sessions; /* all of them */
struct session;  /* one; counted */

struct sessions_options {
    uint32_t away_ms;    /* after so long without a connection the member is gone; 0 = two leases */
    uint32_t session_ms; /* after so long the session ends; 0 = 15 minutes */
    unsigned sessions;   /* at once; 0 = 256 */
};

/* No thread runs before the first session. */
struct sessions *sessions_start(struct cluster *cluster, const struct sessions_options *options);
/* Ends all sessions. Games may still have members of theirs; messages to these are dropped. */
void sessions_stop(struct sessions *sessions);

struct membership {
    char id[SESSION_ID];          /* "g7" */
    char session[SESSION_SECRET]; /* the secret: 32 hex digits */
    char name[MEMBER_NAME_MAX];
    uint32_t lease_ms;     /* a member that does not answer for so long loses its partition */
    uint32_t heartbeat_ms; /* a poll is answered after so long; a member keeps one open */
};

enum { HEARTBEAT_MS = 20000 };

/* Opens a session. The name is cleaned and made unique; "" = named by its kind. */
enum nash_status sessions_open(struct sessions *sessions, enum member_kind kind, const char *name,
                               struct membership *out, struct nash_error *error);
/* Resumes the session of this secret, perhaps by a new name (NULL = the same). Error: "session-unknown". */
enum nash_status sessions_resume(struct sessions *sessions, const char *secret, const char *name,
                                 struct membership *out, struct nash_error *error);
/* Returns the session of this id and secret, with a reference; else NULL. */
struct session *sessions_find(struct sessions *sessions, const char *id, const char *secret);
/* Finds it by its id alone, or by the number of its present member ("12"). */
struct session *sessions_find_any(struct sessions *sessions, const char *id);
void session_unref(struct session *session);
unsigned sessions_count(struct sessions *sessions);

/* ---- sockets ---- */

struct session_socket {
    bool (*send)(
        void *socket,
        struct bytes *message); /* Returns false if it is broken. Must hold no lock when it calls functions here. */
    void (*close)(void *socket, unsigned code, const char *reason);
};

/* Close codes after which a phone does not come back. */
enum { SESSION_REPLACED = 4001, SESSION_REMOVED = 4003 };

/* Replaces the socket there was, which is closed, and sends what waits. Returns false if the session has ended. */
bool session_attach(struct session *session, const struct session_socket *socket, void *context);
/* The socket is broken; no function of it is called afterwards. Does nothing if it was replaced. */
void session_detach(struct session *session, void *context);

/* ---- polls ---- */

struct session_waiter {
    void (*wake)(
        struct session_waiter *waiter); /* called from any thread, under a lock: must be short and call nothing here */
};

/* Appends messages that wait, at most `most` bytes. Returns false if there are none. */
bool session_fetch(struct session *session, struct nash_buf *out, size_t most);
/* Calls wake() when there is something to fetch, another poll waits instead, or the session ends. Returns false if it
 * need not wait, because one of these holds already. Ends the wait of the poll before. */
bool session_wait(struct session *session, struct session_waiter *waiter);
void session_wait_cancel(struct session *session, struct session_waiter *waiter);

/* ---- both ---- */

enum session_receipt { SESSION_ACCEPTED, SESSION_LATE, SESSION_LEFT };
/* Handles one message of the member. SESSION_LATE: not of the game and epoch of the last request, so that the game
 * drops it. SESSION_LEFT: the member leaves, and may come back by its session; its socket is closed. */
enum session_receipt session_receive(struct session *session, const void *message, size_t len);
/* Ends the session, and closes its socket with this code. */
void session_end(struct session *session, unsigned code, const char *why);
const char *session_end_reason(struct session *session); /* NULL: it has not ended and is not quarantined */
/* The session is connected: makes it a member, if it is none. Returns false if it has ended, or there is no place. */
bool session_join(struct session *session);

#endif
