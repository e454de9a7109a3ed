/* Limits of the server that are no option. */
#ifndef HTTP_LIMITS_H
#define HTTP_LIMITS_H

enum {
    HTTP_TICK_MS = 50,              /* step of the deadline thread: the largest lateness of a deadline */
    HTTP_REFUSED_MS = 1000,         /* time for a connection above the limit to read its 503 */
    HTTP_GONE_EVERY = 10,           /* ticks between two searches for clients that disconnected */
    HTTP_STOP_UNFINISHED_MS = 1000, /* time for unfinished requests to arrive after http_stop() */
    HTTP_WAIT_MAX_MS = 300 * 1000,  /* limit of one http_wait() */
    HTTP_MEMORY = 32 * 1024,        /* libmicrohttpd's pool of a connection: bounds the head */
    HTTP_DRAIN_MAX = 64 * 1024,     /* a refused body up to this is read and discarded, to keep the connection */
    HTTP_KEEP_MAX = 64 * 1024,      /* buffers up to this stay with a recycled request */
    HTTP_BODY_STEP = 16 * 1024,     /* first allocation for a body of unknown length */
    HTTP_STREAM_STEP = 4 * 1024,    /* bytes of a streamed body that renew its deadline */
    HTTP_BYTES_PER_MS = 32,         /* slowest reader: reply_ms, and a millisecond for each 32 bytes */
    HTTP_HEADERS = 24,              /* headers a handler may set */
    HTTP_SCRATCH = 4096             /* bytes of their names and values */
};

#endif
