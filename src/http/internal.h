/* What the files of src/http share: the server, a connection, a request. Nobody else includes this.
 *
 * Threads. Everything about a request is touched by the HTTP thread alone (libmicrohttpd's event loop), with these
 * exceptions: conn->clock (a phase and its deadline in one atomic word, read by the reaper), conn->wait (the state
 * machine of wait.c) and the counters. http->lock guards the list of connections, so that the reaper never calls
 * shutdown() on a descriptor that has been closed and reused. Lock order: http->lock, then libmicrohttpd's own. */
#ifndef HTTP_INTERNAL_H
#define HTTP_INTERNAL_H

#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>

#include "http.h"
#include "route.h"
#include "target.h"

enum {
    HTTP_TICK_MS = 50,              /* the reaper's step: deadlines are late by at most this */
    HTTP_REFUSED_MS = 1000,         /* a connection over the limit may read its 503 so long */
    HTTP_GONE_EVERY = 10,           /* ticks between two looks for clients that left while suspended */
    HTTP_STOP_UNFINISHED_MS = 1000, /* what a request still on its way gets when the server ends */
    HTTP_WAIT_MAX_MS = 300 * 1000,  /* the server's own limit for one http_wait() */
    HTTP_MEMORY = 32 * 1024,        /* libmicrohttpd's pool of one connection: bounds the head */
    HTTP_DRAIN_MAX = 64 * 1024,     /* a refused body up to this is swallowed, so that the connection survives */
    HTTP_KEEP_MAX = 64 * 1024,      /* buffers up to this stay with a recycled request */
    HTTP_BODY_STEP = 16 * 1024,     /* first allocation for a body of unknown length */
    HTTP_STREAM_STEP = 4 * 1024,    /* a streamed body must bring so many bytes each body_ms */
    HTTP_BYTES_PER_MS = 32,         /* slowest reader: reply_ms and a millisecond for each so many bytes */
    HTTP_HEADERS = 24,              /* headers a handler may set */
    HTTP_SCRATCH = 4096,            /* bytes of their names and values */
    HTTP_ROUTES = 48
};

/* Where a connection stands; each phase but HANDLE has a deadline. */
enum http_phase {
    HTTP_PHASE_HANDLE, /* our own code runs: no deadline */
    HTTP_PHASE_HEAD,
    HTTP_PHASE_BODY,
    HTTP_PHASE_REPLY,
    HTTP_PHASE_IDLE,
    HTTP_PHASE_WAIT, /* suspended: past the deadline it is resumed, not cut */
    HTTP_PHASE_CUT   /* shutdown() was called: libmicrohttpd will close it */
};

struct http_conn {
    struct http *http;
    struct http_conn *prev, *next; /* under http->lock */
    struct MHD_Connection *mhd;
    int fd;
    bool refused;           /* over the connection limit: a 503 was written already */
    bool leaving;           /* the reaper's: half closed with a request begun, when it looked last */
    bool linger;            /* closing with bytes of the client unread: see linger.c */
    _Atomic uint64_t clock; /* deadline in ms << 3 | enum http_phase; see clock.c */
    _Atomic int wait;       /* see wait.c */
};

struct http_header {
    const char *name, *value;
};

struct http_body {
    char *data; /* owned; room bytes, NUL-terminated at len */
    size_t len, room;
    size_t charged; /* counted in http->inflight; a recycled buffer is charged when it is used again */
    size_t max;
    uint64_t length; /* announced by Content-Length */
    uint64_t seen;   /* bytes that came, kept or not */
    uint64_t fresh;  /* seen when the deadline was last moved (streams) */
    bool present;    /* Content-Length > 0 or chunked */
    bool chunked;
    bool limited; /* http_body_limit() was called */
    bool drain;   /* answered already: swallow the rest */
    size_t (*consume)(struct http_request *request, const char *data, size_t len);
};

struct http_request {
    struct http *http;
    struct http_conn *conn;
    struct MHD_Connection *mhd;
    struct http_request *next_free;

    /* the head */
    int64_t started_ns;
    char *uri; /* owned, kept when recycled: the raw target, then what target.c decodes */
    size_t uri_room;
    struct http_target target;
    char method_text[16]; /* cut if longer */
    unsigned method;      /* enum http_method; 0 = another */
    bool is_head, is_options;
    bool opened;  /* the head has been seen */
    bool handled; /* the handler has been called */
    bool close;   /* the connection must end with the reply */
    bool is_new;  /* HTTP/1.1 */
    const struct http_node *node;
    const struct http_route *route;
    const struct http_path *path;
    unsigned route_index;
    const char *owner;
    struct {
        unsigned hosts, lengths, codings;
        const char *host, *length, *coding, *encoding, *authorization, *origin, *if_none_match, *traceparent, *expect;
    } head;

    struct http_body body;

    /* the reply */
    struct http_header header[HTTP_HEADERS];
    unsigned headers;
    bool has_cache_control, has_etag, has_retry_after, has_vary;
    char scratch[HTTP_SCRATCH];
    size_t scratch_used;
    char *out; /* owned, kept when recycled: the copy of a small reply body */
    size_t out_room;
    bool replied;
    unsigned status;
    struct MHD_Response *response; /* one reference until queued, unless it is ready's */
    struct http_ready *ready;      /* one reference until queued */
    uint64_t reply_bytes;

    /* waiting and streaming */
    bool suspended;
    uint32_t wait_ms;
    void (*woken)(struct http_request *request, bool timed_out);
    long (*pull)(struct http_request *request, char *buf, size_t max, bool ticked);
    uint32_t tick_ms;

    struct http_socket *socket; /* to be upgraded to when the reply has left; owned until then */
    bool counted;               /* in the route's counters, by the handshake */

    void *user;
    void (*on_close)(void *user);
    char end[]; /* see request_recycle() */
};

/* Written by the HTTP thread, read by any. */
struct http_route_count {
    _Atomic uint64_t by_class[6];
    _Atomic uint64_t bucket[HTTP_BUCKETS + 1];
    _Atomic uint64_t sum_ns;
};

struct http_linger;  /* linger.c */
struct http_sockets; /* sockets.c */

struct http {
    struct http_options options;
    struct http_routes *table;
    struct MHD_Daemon *daemon;
    int listen_fd;
    uint16_t port;
    bool loopback; /* it listens on a loopback address */

    pthread_mutex_t lock;
    struct http_conn *conns; /* under lock */
    struct http_conn *spare; /* recycled, under lock */
    bool closing;            /* under lock: nothing is suspended any more */
    struct http_linger *linger;
    struct http_request *free_requests; /* HTTP thread only */
    struct http_sockets *sockets;

    pthread_t reaper;
    pthread_cond_t reaper_wake; /* under lock, only to end it */
    bool reaper_on, reaper_end;

    atomic_bool stopping;
    _Atomic uint64_t unfinished_until; /* while stopping: requests not all there by then are cut, in ms */
    _Atomic unsigned active;           /* requests between head and end of reply */
    _Atomic unsigned waking;           /* calls of http_wake() under way */
    _Atomic unsigned connections, waiting, streams;
    _Atomic uint64_t inflight;
    _Atomic uint64_t accepted, cut_head, cut_body, cut_idle, cut_reply, refused_auth;
    _Atomic unsigned open_sockets;
    _Atomic uint64_t socket_received, socket_sent, socket_cut; /* messages; sockets cut at a deadline or full queue */
    struct http_route_count count[HTTP_ROUTES];
};

/* conn.c: connections come and go; their phase and deadline */
uint64_t http_now_ms(void); /* coarse monotonic clock */
void http_conn_enter(struct http_conn *conn, enum http_phase phase, uint64_t ms);
void http_conn_notify(void *http, struct MHD_Connection *mhd, void **context, enum MHD_ConnectionNotificationCode code);
struct http_conn *http_conn_of(struct MHD_Connection *mhd);

/* dispatch.c: the life of a request, as libmicrohttpd's callbacks */
void *http_on_uri(void *http, const char *uri, struct MHD_Connection *mhd);
enum MHD_Result http_on_access(void *http, struct MHD_Connection *mhd, const char *url, const char *method,
                               const char *version, const char *upload, size_t *upload_size, void **context);
void http_on_completed(void *http, struct MHD_Connection *mhd, void **context, enum MHD_RequestTerminationCode code);
void http_requests_free(struct http *http);

/* head.c: everything that is decided by the head alone; may answer */
void http_head(struct http_request *request, const char *version);

/* body.c */
bool http_body_announced(struct http_request *request); /* checks the limits; false: answered */
enum MHD_Result http_body_take(struct http_request *request, const char *data, size_t *size);

/* reply.c */
bool http_may_reply(struct http_request *request); /* false, and logged, when there is a reply already */
void http_add_header(struct http_request *request, const char *name, const char *value); /* not copied, not checked */
const char *http_keep(struct http_request *request, const char *text); /* a copy that lives with the request, or NULL */
void http_reply_own(struct http_request *request, unsigned status, const char *type, size_t len); /* request->out */
bool http_out_reserve(struct http_request *request, size_t len);
void http_set_response(struct http_request *request, unsigned status, struct MHD_Response *response, const char *type,
                       uint64_t len);

/* problem.c: writes the problem body into request->out, returns its length; *status is set */
size_t http_problem_body(struct http_request *request, const struct nash_error *error, unsigned *status);

/* raw.c: replies written past libmicrohttpd, where it would not let us answer */
void http_raw_problem(struct http_request *request, const struct nash_error *error);
void http_raw_refuse(int fd);

/* cors.c */
void http_cors(struct http_request *request);
void http_cors_preflight(struct http_request *request);

/* origin.c: false: answered */
bool http_origin_check(struct http_request *request);
bool http_origin_may_change(struct http_request *request); /* may the page it comes from act here? */

/* upgrade.c, sockets.c: WebSockets; what only they share is in socket.h */
void http_upgrade_abandon(struct http_request *request); /* it is over, and its socket never came to be */
struct http_sockets *http_sockets_start(struct http *http);
void http_sockets_stop(struct http_sockets *sockets); /* cuts what is left; then nothing is added any more */
void http_sockets_free(struct http_sockets *sockets);
void http_sockets_leave(struct http_sockets *sockets); /* http->stopping is set: closes them all with 1001 */

/* wait.c */
enum http_wait_state { HTTP_RUNNING, HTTP_WOKEN, HTTP_SUSPENDED, HTTP_RESUMED, HTTP_TIMED_OUT, HTTP_GONE };
enum http_suspended { HTTP_IS_SUSPENDED, HTTP_IS_WOKEN, HTTP_IS_CLOSING };
enum http_suspended http_suspend(struct http_request *request, uint64_t ms);
enum http_wait_state http_resumed(struct http_request *request);
void http_resume(struct http_conn *conn, enum http_wait_state why); /* from outside the HTTP thread, under lock */

/* reaper.c */
bool http_reaper_start(struct http *http);
void http_reaper_stop(struct http *http);

/* linger.c */
struct http_linger *http_linger_new(void);
void http_linger_free(struct http_linger *linger);
void http_linger_add(struct http_linger *linger, int fd); /* takes a duplicate; under http->lock */
void http_linger_step(struct http_linger *linger);        /* under http->lock */

/* stats.c */
void http_count_reply(struct http_request *request);

/* ---- epoll.c ---- */
/* Is epoll_wait() ours? Asked at the start, so that the linker takes it in. */
extern const bool http_never_oversleeps;

#endif
