/* A connection: its phase, its deadline and its wait state. */
#ifndef HTTP_CONN_H
#define HTTP_CONN_H

#include <netinet/in.h>

#include <http/framing/framing.h>
#include <http/server.h>
#include <nash/buf.h>

/* Each phase but HANDLE has a deadline. */
enum http_phase {
    HTTP_PHASE_HANDLE, /* a handler runs: no deadline */
    HTTP_PHASE_HEAD,
    HTTP_PHASE_BODY,
    HTTP_PHASE_REPLY,
    HTTP_PHASE_IDLE,
    HTTP_PHASE_WAIT, /* suspended: at the deadline the request is resumed, not cut */
    HTTP_PHASE_CUT   /* shutdown() was called; libmicrohttpd closes the connection */
};

struct http_conn {
    struct http *http;
    struct http_conn *prev, *next; /* under http->lock */
    struct MHD_Connection *mhd;
    int fd;
    char address[INET6_ADDRSTRLEN]; /* of the client, numeric; "unix" */
    bool refused;                   /* above the connection limit: a 503 has been written */
    bool leaving;           /* deadline thread: at its last check the client had stopped sending, no byte was unread */
    bool linger;            /* the connection closes with unread bytes of the client: see linger.c */
    _Atomic bool late;      /* its body was late: the deadline thread has sent a 408 */
    _Atomic uint64_t clock; /* deadline in ms << 3 | enum http_phase; one word, so that both change together */
    _Atomic int wait;       /* enum http_wait_state; see suspend.c */

    /* see wheel.c */
    struct http_conn *wheel_prev, *wheel_next; /* under http->lock */
    unsigned slot;                             /* under http->lock */
    _Atomic uint64_t due;                      /* when the wheel looks at the clock next, as http_now_ms() */
    _Atomic bool early;                        /* is on the list of early_next */
    struct http_conn *early_next;

    /* HTTP thread only: see receive.c */
    struct http_framing framing;
    struct nash_buf inbox; /* bytes that were received and not passed on: part of a head or line */
    unsigned requests;     /* number of requests that libmicrohttpd has begun to read */
};

uint64_t http_now_ms(void); /* monotonic clock with a resolution of a few ms */
/* Sets the phase, and its deadline `ms` from now. A connection that was cut keeps the phase CUT. */
void http_conn_enter(struct http_conn *conn, enum http_phase phase, uint64_t ms);
/* Sets the phase and its deadline, as http_now_ms(). */
void http_conn_until(struct http_conn *conn, enum http_phase phase, uint64_t deadline);
bool http_conn_is_cut(const struct http_conn *conn);
/* Begins the phase HEAD of a kept connection whose next request has begun to arrive. */
void http_conn_begin_head(struct http_conn *conn);
/* Returns the connection of a libmicrohttpd connection; NULL if it was opened without memory. */
struct http_conn *http_conn_of(struct MHD_Connection *mhd);
/* libmicrohttpd's callback for connections that open and close. */
void http_conn_notify(void *http, struct MHD_Connection *mhd, void **context, enum MHD_ConnectionNotificationCode code);

#endif
