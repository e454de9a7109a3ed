/* libmicrohttpd wrapped once: a route table, limits, deadlines, problem+json, suspended requests and streams.
 *
 * A handler runs in the HTTP thread when the whole request is there (or, for streaming routes, when its head is). It
 * answers, or waits: http_wait() suspends the connection until http_wake() from any thread, or the deadline. It never
 * blocks. Nothing here knows jobs. */
#ifndef HTTP_HTTP_H
#define HTTP_HTTP_H

#include <stdbool.h>
#include <stdint.h>

#include <base/bytes.h>
#include <nash/buf.h>
#include <nash/status.h>

struct http;         /* the server */
struct http_request; /* one request, from head to end of reply */

enum http_method { HTTP_GET = 1, HTTP_POST = 2, HTTP_DELETE = 4, HTTP_PUT = 8, HTTP_PATCH = 16 };

enum { HTTP_SEGMENTS = 8, HTTP_SEGMENT_MAX = 128 };

typedef void http_handler(struct http_request *request);

/* One line of the route table. HEAD is answered where GET is, OPTIONS everywhere. A known path with another method
 * gives 405 with Allow. Literal segments win over parameters. */
struct http_route {
    enum http_method method;
    const char *path; /* "/v1/jobs/{id}/events": literal segments and {parameters} */
    http_handler *handle;
    http_handler *on_head; /* called with the head, before the body: may answer at once (413, 404), may set
                              http_body_limit() or http_body_stream(). NULL: default limit */
    bool open;             /* no API key needed */
    const char *name;      /* label in metrics, "job_events" */
};

struct http_options {
    const char *host; /* "127.0.0.1", "::1", "0.0.0.0" … */
    uint16_t port;    /* 0 = any free one */
    const struct http_route *routes;
    size_t routes_count;
    unsigned connections;                         /* in total */
    unsigned per_ip;                              /* 0 = no limit */
    uint32_t head_ms, body_ms, idle_ms, reply_ms; /* deadlines for head, whole body, keep-alive, slow readers */
    uint32_t ping_ms;                             /* a silent WebSocket is pinged so often; silent twice as long, cut */
    size_t body_max;                              /* default largest body */
    size_t inflight_max;                          /* bodies of all requests together; more gives 503 */
    /* Sites whose pages may call: NULL-terminated, "*" allowed; NULL = none. See origin.c. */
    const char *const *cors_origins;
    /* Bearer check: returns the owner's name for a key (static storage or lifetime of http) or NULL; then *why, which
     * says "not valid" before the call, may get a better type and detail for the 401. NULL = authentication is off,
     * owner is "". */
    const char *(*authorize)(void *context, const char *token, size_t len, struct nash_error *why);
    void *context; /* http_context() */
};
extern const struct http_options http_defaults;

struct http *http_start(const struct http_options *options, struct nash_error *error);
uint16_t http_port(const struct http *http);
bool http_on_loopback(const struct http *http); /* it listens on a loopback address: no other machine reaches it */
/* Refuses new requests with 503, wakes the waiting (http_stopping() is true for them), waits up to
 * grace_ms for replies to leave, closes. */
void http_stop(struct http *http, uint32_t grace_ms);

/* ---- the request ---- */
void *http_context(const struct http_request *request);
struct http *http_server(const struct http_request *request);
bool http_stopping(const struct http_request *request);
const char *http_method_text(const struct http_request *request); /* "GET", "HEAD", … as it came */
const char *http_path_text(const struct http_request *request);   /* the path as it came, without the query */
const char *http_owner(const struct http_request *request);       /* "" when authentication is off */
const char *http_param(const struct http_request *request, const char *name); /* decoded path parameter, never NULL */
const char *http_query(const struct http_request *request, const char *name); /* decoded, first one; NULL when absent */
/* Calls each for every query parameter, in order. */
void http_query_each(const struct http_request *request, void (*each)(void *, const char *name, const char *value),
                     void *context);
const char *http_header(const struct http_request *request, const char *name); /* NULL when absent */
const char *http_body(const struct http_request *request, size_t *len); /* whole body; lives until the reply ends */
void http_body_done(struct http_request *request); /* or until here: a large one does not wait for the reply */
void *http_user(const struct http_request *request);
/* One pointer of the handler's; on_close runs once when the request is over, whatever the reason (also a client that
 * left), in the HTTP thread. */
void http_set_user(struct http_request *request, void *user, void (*on_close)(void *user));

/* In on_head only. */
void http_body_limit(struct http_request *request, size_t max);
/* Hands body pieces over as they come instead of keeping them. consume() returns bytes taken; fewer than given means
 * "wait": it goes on after http_wake(). At the end the route's handler runs. */
void http_body_stream(struct http_request *request,
                      size_t (*consume)(struct http_request *request, const char *data, size_t len));

/* ---- the reply: exactly one of these ends a request; from handler, on_head or woken callback only ---- */
/* Extra headers before the reply; name and value are copied. Refused (ignored, logged) with CR or LF. */
void http_set_header(struct http_request *request, const char *name, const char *value);
void http_reply(struct http_request *request, unsigned status, const char *type, const void *body, size_t len);
void http_reply_bytes(struct http_request *request, unsigned status, const char *type, struct bytes *body); /* refs */
/* problem+json from an error (status by error->status unless given non-zero); instance is the path. */
void http_problem(struct http_request *request, unsigned status, const struct nash_error *error);
/* The catalogue of problem types (catalogue.def): for documentation and tests. */
struct http_problem_type {
    const char *type; /* "not-found"; the URI is "/problems/not-found" */
    unsigned status;  /* where the code that reports it names none */
    const char *title;
};
const struct http_problem_type *http_catalogue(size_t *count);
const struct http_problem_type *http_problem_find(const char *type); /* NULL when it is not in the catalogue */
/* The status http_problem() would give this error, and the body it would write: for errors kept inside a job. instance
 * may be NULL. */
unsigned http_problem_status(const struct nash_error *error);
void http_problem_write(struct nash_buf *out, unsigned status, const struct nash_error *error, const char *instance);
/* http_problem with a text made here: type "not-found", … */
void http_problem_text(struct http_request *request, unsigned status, const char *type, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A ready reply that many requests can send without copying: status 200, type, ETag. With a matching If-None-Match it
 * is sent as 304. Counted: free drops the maker's reference. */
struct http_ready;
struct http_ready *http_ready_new(const char *type, const char *etag, const char *const headers[][2], size_t headers_n,
                                  struct bytes *body);
void http_ready_free(void *ready); /* void* so that it fits job_set_reply() */
void http_reply_ready(struct http_request *request, struct http_ready *ready);
/* Does If-None-Match match this tag (strong, quoted)? Handles lists, W/ and '*'. */
bool http_etag_match(const struct http_request *request, const char *etag);

/* ---- waiting ---- */
/* Suspends until http_wake() or `ms` have passed (0 = no limit but the server's); then woken() runs in the HTTP thread,
 * where it replies or waits again. A wake that came before the wait is not lost. */
void http_wait(struct http_request *request, uint32_t ms, void (*woken)(struct http_request *request, bool timed_out));
/* From any thread, as long as on_close has not run. */
void http_wake(struct http_request *request);

/* A reply whose body is pulled as it comes. pull() fills buf and returns the count, HTTP_PULL_WAIT to be called again
 * after http_wake() or `tick_ms` (pings), HTTP_PULL_END, or HTTP_PULL_BROKEN: the connection is cut so that the client
 * sees that something is missing. */
enum { HTTP_PULL_WAIT = -1, HTTP_PULL_END = -2, HTTP_PULL_BROKEN = -3 };
void http_stream(struct http_request *request, unsigned status, const char *type, uint32_t tick_ms,
                 long (*pull)(struct http_request *request, char *buf, size_t max, bool ticked));

/* ---- WebSocket (RFC 6455): socket.c ---- */
/* Instead of a reply: 101, and from then on messages both ways. Refuses by itself what is no good handshake (400, 426
 * with Sec-WebSocket-Version) and an Origin that may not call (403). The events come from a thread of the sockets,
 * never two at a time for one socket; they must be short. Pings, deadlines and closing handshakes are kept by the
 * server; http_stop() closes with 1001. An open socket counts as a connection. */
struct http_socket;
struct http_socket_events {
    void (*opened)(void *user, struct http_socket *socket); /* may send from now on, until closed() */
    /* One whole binary message. Text is refused with close code 1003, one over message_max with 1009. */
    void (*message)(void *user, struct http_socket *socket, const void *data, size_t len);
    /* The last call; also when there was no handshake: then from the HTTP thread, maybe within http_upgrade(). */
    void (*closed)(void *user, const char *why);
};
void http_upgrade(struct http_request *request, const struct http_socket_events *events, void *user,
                  const char *protocol, size_t message_max);
/* From any thread between opened() and closed(): queues a binary message (takes a reference). False: it is closing, or
 * its client reads too slowly and is cut. */
bool http_socket_send(struct http_socket *socket, struct bytes *message);
/* From any thread between opened() and closed(): closes with this code; closed() follows. */
void http_socket_close(struct http_socket *socket, unsigned code, const char *reason);

/* ---- small parsers (fuzzed) ---- */
struct http_prefer {
    bool respond_async;
    bool has_wait;
    uint32_t wait_s;
};
void http_prefer_read(const char *header, struct http_prefer *prefer); /* RFC 7240; NULL is fine */
/* Decodes %XX of one path segment, or of one query value (plus_is_space), into out[size]; false for bad escapes, NUL,
 * no room, and in a path segment for '/' too. */
bool http_decode(const char *text, size_t len, bool plus_is_space, char *out, size_t size);

/* ---- counting ---- */
enum { HTTP_BUCKETS = 12 };
extern const double http_bucket_seconds[HTTP_BUCKETS];
struct http_route_stats {
    const struct http_route *route;
    uint64_t by_class[6]; /* [2] = 2xx … */
    uint64_t seconds_bucket[HTTP_BUCKETS + 1];
    double seconds_sum;
};
struct http_stats {
    unsigned connections, waiting, streams, sockets;
    uint64_t inflight_bytes;
    uint64_t socket_received, socket_sent, socket_cut; /* messages; sockets cut for silence or slow reading */
    uint64_t accepted, cut_head, cut_body, cut_idle, cut_reply, refused_auth;
    size_t routes;
    struct http_route_stats route[48];
};
void http_stats(struct http *http, struct http_stats *stats);

#endif
