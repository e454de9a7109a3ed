/* The server's state.
 *
 * Threads: only the HTTP thread (libmicrohttpd's event loop) touches a request. Exceptions: conn->clock and conn->wait
 * (connection/conn.h) and the counters below are atomic. http->lock guards the list of connections, so that the
 * deadline thread never calls shutdown() on a descriptor that was closed and reused. Lock order: http->lock, then
 * libmicrohttpd's own. */
#ifndef HTTP_SERVER_H
#define HTTP_SERVER_H

#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>

#include <http/request/key_failures.h>

#include "http.h"
#include "limits.h"
#include "listen/listener.h"
#include "stats.h"

/* Counters of one route (see struct http_route_stats). Only the HTTP thread writes them; any thread may read them. */
struct http_route_count {
    _Atomic uint64_t by_class[6];
    _Atomic uint64_t bucket[HTTP_BUCKETS + 1];
    _Atomic uint64_t sum_ns;
};

struct http_spool;

struct http {
    struct http_options options;
    struct http_routes *table;
    struct MHD_Daemon *daemon;
    struct http_listener listener[HTTP_LISTEN_MAX]; /* libmicrohttpd accepts on the first one */
    unsigned listeners;
    struct http_acceptor *acceptor; /* accepts on the others; NULL: there are none */
    uint64_t ids;                   /* HTTP thread: state of the request ids that are made; 0: none made yet */
    uint16_t port;                  /* of the first TCP socket; 0: none */
    bool loopback;                  /* only this machine can connect */

    pthread_mutex_t lock;
    struct http_conn *conns; /* open connections, under lock */
    struct http_conn *spare; /* closed connections to be reused, under lock */
    bool closing;            /* under lock: requests are no longer suspended */
    struct http_linger *linger;
    struct http_wheel *wheel;  /* under lock, see wheel.h */
    struct http_conn *visited; /* under lock: where the search for disconnected clients goes on; NULL: at the end */
    struct http_request *free_requests; /* requests to be reused; HTTP thread only */
    struct http_conn **by_fd;           /* connections by descriptor, NULL for others; HTTP thread only */
    size_t fds;                         /* length of by_fd */
    struct http_sockets *sockets;
    struct http_spool *spool; /* NULL: no spool_dir */

    pthread_t deadlines;
    pthread_cond_t deadlines_wake;    /* signalled to end the deadline thread; used with lock */
    bool deadlines_on, deadlines_end; /* the thread was started; under lock: it must end */

    atomic_bool stopping;
    _Atomic uint64_t unfinished_until; /* while stopping: unfinished requests are cut at this time, in ms */
    _Atomic unsigned active;           /* requests between head and end of reply */
    _Atomic unsigned waking;           /* calls of http_wake() in progress */
    _Atomic unsigned connections, waiting, streams;
    _Atomic uint64_t inflight;
    _Atomic uint64_t accepted, cut_head, cut_body, cut_idle, cut_reply, refused_auth, malformed;
    _Atomic unsigned open_sockets;
    _Atomic uint64_t socket_received, socket_sent, socket_cut; /* see struct http_stats for all these counters */
    struct key_failures key_failures[KEY_FAILURES_ADDRESSES];  /* HTTP thread only */
    struct http_route_count count[HTTP_ROUTES];
};

/* stats.c: counts a reply in the counters of its route when it has been sent */
void http_count_reply(struct http_request *request);

#endif
