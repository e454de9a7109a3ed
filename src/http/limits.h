/* Limits of the server that are not options. */
#ifndef HTTP_LIMITS_H
#define HTTP_LIMITS_H

enum {
    HTTP_TICK_MS = 50,              /* period of the deadline thread: a deadline fires at most this late */
    HTTP_REFUSED_MS = 1000,         /* time for a connection above the limit to read its 503 */
    HTTP_GONE_EVERY = 10,           /* ticks between two searches for clients that disconnected */
    HTTP_STOP_UNFINISHED_MS = 1000, /* time for unfinished requests to arrive after http_stop() */
    HTTP_WAIT_MAX_MS = 300 * 1000,  /* limit of one http_wait() */
    HTTP_MEMORY = 32 * 1024,        /* bytes of libmicrohttpd's memory pool for a connection: bounds the head */
    HTTP_DRAIN_MAX = 64 * 1024,     /* bytes of a refused body that are read and discarded, to keep the connection */
    HTTP_KEEP_MAX = 64 * 1024,      /* bytes of a buffer that a recycled request keeps; a larger buffer is freed */
    HTTP_BODY_STEP = 16 * 1024,     /* bytes of the first allocation for a body of unknown length */
    HTTP_BYTES_PER_MS = 32,         /* the deadline of a reply is reply_ms plus 1 ms for each 32 bytes */
    HTTP_HEADERS = 24,              /* headers a handler may set */
    HTTP_SCRATCH = 4096             /* bytes of the names and values of these headers */
};

#endif
