/* The HTTP server, a wrapper around libmicrohttpd: a route table, limits, deadlines and access to the request.
 *
 * A handler runs in the HTTP thread after the whole request has arrived (on_head: after the head). It replies
 * (http/reply.h, http/websocket.h) or waits (http/wait.h), and never blocks. src/http does not depend on src/jobs. */
#ifndef HTTP_HTTP_H
#define HTTP_HTTP_H

#include <stdbool.h>
#include <stdint.h>

#include <http/access.h>
#include <http/body.h>
#include <nash/status.h>

/* The owner of a request without a key that has the secret of its route; no key has this name. */
#define HTTP_GUEST "?"

struct byte_budget;
struct http_listen;
struct http;         /* the server */
struct http_request; /* one request, from its head to the end of the reply */

/* ---- routes ---- */

enum http_method { HTTP_GET = 1, HTTP_POST = 2, HTTP_DELETE = 4, HTTP_PUT = 8, HTTP_PATCH = 16 };

enum { HTTP_SEGMENTS = 8, HTTP_SEGMENT_MAX = 128 }; /* segments of a path; bytes of a segment, with NUL */

typedef void http_handler(struct http_request *request);

/* One line of the route table. A GET route also answers HEAD; every path answers OPTIONS. A known path with another
 * method gives 405 with Allow. A literal segment takes precedence over a parameter. */
struct http_route {
    enum http_method method;
    const char *path; /* "/v1/jobs/{id}/events": literal segments and {parameters} */
    http_handler *handle;
    http_handler *on_head; /* runs after the head, before the body; may reply at once (413, 404), call
                              http_body_limit() or http_body_stream(). NULL: default limit */
    bool open;             /* needs no API key */
    const char *name;      /* label in metrics, "job_events" */
    const char *secret;    /* query parameter that a request may have in place of an API key, and which the handler
                              checks; the owner is then HTTP_GUEST. NULL: none */
};

/* ---- the server ---- */

struct http_options {
    const char *host;                  /* "127.0.0.1", "::1", "0.0.0.0" … */
    uint16_t port;                     /* 0 = any free port */
    const struct http_listen *listens; /* in place of host and port, see listen/listen.h */
    size_t listens_count;              /* 0: host and port */
    const struct http_route *routes;
    size_t routes_count;
    unsigned connections; /* maximum number of open connections */
    unsigned per_ip;      /* maximum for each client address; 0 = no limit */
    uint32_t head_ms;     /* deadline for the head of a request */
    /* A body has body_ms to begin with. Then it must have come at body_rate bytes per second on average since the head,
     * and end after body_max_ms (a body consumed as it comes: go on within body_max_ms). See request/body_deadline.c.
     */
    uint32_t body_ms, body_rate, body_max_ms;
    uint32_t idle_ms;      /* deadline for the next request on a kept connection */
    uint32_t reply_ms;     /* deadline for a client to read the reply */
    uint32_t ping_ms;      /* a WebSocket silent for this long is pinged, after twice this long it is closed */
    size_t body_max;       /* default limit of a body, in bytes */
    size_t inflight_max;   /* limit of all request bodies in memory, in bytes; beyond it: 503 */
    const char *spool_dir; /* folder for bodies in files, see http_body_spool(); NULL: all bodies are kept in memory */
    struct byte_budget *body_bytes; /* limit of all bodies in files; beyond it: 503. NULL: none. Outlives the files */
    /* Origins whose pages may send requests: NULL-terminated, "*" allowed; NULL = none. See request/origin.c. */
    const char *const *cors_origins;
    /* Checks a bearer token. Returns the owner's name (valid until http_stop() returns) or NULL. *why holds the error of
     * a 401 reply, which the function may make more precise. NULL = authentication is off and the owner is "". */
    const char *(*authorize)(void *context, const char *token, size_t len, struct nash_error *why);
    http_handler *admit; /* runs when a key was accepted, before on_head; may reply 403; NULL: none */
    /* Receives each finished request, in the HTTP thread, and must not block. NULL: none. */
    void (*access)(void *context, const struct http_access *access);
    void *context; /* returned by http_context() */
};
extern const struct http_options http_defaults;

/* Starts the server. Returns NULL with *error on failure. The routes must outlive the server. */
struct http *http_start(const struct http_options *options, struct nash_error *error);
uint16_t http_port(const struct http *http); /* of the first TCP socket; 0: there is none */
/* Returns the URL of a listening socket, "http://127.0.0.1:8080" or "unix:/run/nashd.sock"; NULL after the last. */
const char *http_listening(const struct http *http, unsigned index);
bool http_on_loopback(const struct http *http); /* true: no other machine can connect */
/* Refuses new requests with 503, wakes all waiting requests (http_stopping() is true for them), waits up to grace_ms
 * for replies to be sent, then closes all connections and frees the server. */
void http_stop(struct http *http, uint32_t grace_ms);

/* ---- the request ---- */

void *http_context(const struct http_request *request);
struct http *http_server(const struct http_request *request);
bool http_stopping(const struct http_request *request);
/* Returns the numeric address of the client; "unix" for a Unix socket. */
const char *http_address(const struct http_request *request);
/* Returns the id of the request, see struct http_access. */
const char *http_request_id(struct http_request *request);
/* Return the name of the key ("" when authentication is off, HTTP_GUEST without a key), and the route. */
const char *http_owner(const struct http_request *request);
const struct http_route *http_route_of(const struct http_request *request);
/* Returns a decoded path parameter; "" when the route has none of this name. */
const char *http_param(const struct http_request *request, const char *name);
/* Returns the first query parameter of this name, decoded; NULL when absent. */
const char *http_query(const struct http_request *request, const char *name);
/* Calls each() for every query parameter, in order. */
void http_query_each(const struct http_request *request, void (*each)(void *, const char *name, const char *value),
                     void *context);
const char *http_header(const struct http_request *request, const char *name); /* NULL when absent */
/* Return and set a pointer to the handler's own data. on_close runs once in the HTTP thread when the request is over,
 * for any reason (also when the client has disconnected). */
void *http_user(const struct http_request *request);
void http_set_user(struct http_request *request, void *user, void (*on_close)(void *user));
void http_drop_user(struct http_request *request); /* calls on_close now, so that another pointer may be set */

#endif
