/* A request: head, body, reply and wait. Only the HTTP thread touches it. */
#ifndef HTTP_REQUEST_H
#define HTTP_REQUEST_H

#include <http/connection/conn.h>

#include "route.h"
#include "target.h"

struct http_header {
    const char *name, *value;
};

struct http_body {
    char *data; /* owned; `room` bytes, NUL-terminated at len */
    size_t len, room;
    size_t charged;        /* bytes counted in http->inflight; a recycled buffer is counted when it is used again */
    size_t max;            /* limit of the body, in bytes */
    uint64_t length;       /* announced by Content-Length */
    uint64_t seen;         /* bytes received, kept or not */
    uint64_t began_ms;     /* when the head had been read, as http_now_ms() */
    uint64_t suspended_ms; /* when the request was last suspended for the server, as http_now_ms() */
    uint64_t paused_ms;    /* duration of all these suspensions */
    bool present;          /* Content-Length > 0 or chunked */
    bool chunked;
    bool limited;                 /* http_body_limit() was called */
    bool drain;                   /* already answered: the rest is discarded */
    bool to_file;                 /* http_body_spool() was called */
    struct http_spooled *spooled; /* the body in a file; NULL: in memory */
    size_t moved;                 /* bytes of data that were moved to the file */
    size_t (*consume)(struct http_request *request, const char *data, size_t len); /* NULL: the body is kept */
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
    char method_text[16]; /* truncated if longer */
    unsigned method;      /* enum http_method; 0 = another method */
    bool is_head, is_options;
    bool opened;     /* the head has been read */
    bool handled;    /* the handler has been called */
    bool malformed;  /* reply_malformed() has replied */
    bool close;      /* the connection ends with the reply */
    unsigned number; /* of the request on its connection, from 1 */
    bool is_http_1_1;
    const struct http_node *node;
    const struct http_route *route;
    const struct http_path *path;
    unsigned route_index;
    const char *owner;
    const char *raw_target;   /* the target as received; "" unless options.access is set */
    char id[HTTP_ID_MAX + 1]; /* "": not made yet */
    bool id_sent;             /* a header of the reply has it */
    struct {
        const char *host, *length, *coding, *encoding, *authorization, *origin, *if_none_match, *traceparent,
            *request_id, *expect;
    } head;

    struct http_body body;

    /* the reply */
    struct http_header header[HTTP_HEADERS];
    unsigned headers;
    bool has_cache_control, has_etag, has_retry_after;
    char scratch[HTTP_SCRATCH]; /* names and values of headers that were copied */
    size_t scratch_used;
    char *out; /* owned, kept when recycled: the copy of a small reply body */
    size_t out_room;
    bool replied;
    unsigned status;
    struct MHD_Response *response;          /* one reference until queued, unless shared_reply owns it */
    struct http_shared_reply *shared_reply; /* one reference until queued */
    uint64_t reply_bytes;

    /* waiting and streaming */
    bool suspended;
    uint32_t wait_ms;
    void (*woken)(struct http_request *request, bool timed_out);
    long (*pull)(struct http_request *request, char *buf, size_t max, bool ticked); /* NULL: the reply is no stream */
    uint32_t tick_ms;

    struct http_socket *socket; /* becomes a WebSocket when the 101 has been sent; owned until then */
    bool counted;               /* on_upgraded() has counted the reply */

    void *user;
    void (*on_close)(void *user);
    char end[]; /* see request_recycle() */
};

#endif
