/* The common part of POST /v1/batch and /v1/{kind}/batch: takes lines as they arrive, sends answers as they are ready.
 *
 * libmicrohttpd sends nothing before the whole request has arrived, so answers wait in a spool. The HTTP thread takes
 * lines; if there is no room for one, the request waits until batch_stream_wake(). */
#ifndef API_BATCH_STREAM_H
#define API_BATCH_STREAM_H

#include <pthread.h>

#include <api/api.h>

#include "problems.h"
#include "spool.h"

enum { BATCH_BODY_MAX = 1 << 30 }; /* bytes of a batch */

struct batch_stream;

struct batch_stream_calls {
    /* Takes one problem. Returns false when there is no room; the call
     * is repeated after a wake. */
    bool (*take)(struct batch_stream *stream, const char *line, size_t len);
    /* Called when all lines received so far have been taken. May be NULL. */
    void (*flush)(struct batch_stream *stream);
    /* Called when the last line of the body has been taken. */
    void (*end)(struct batch_stream *stream);
    /* Runs in the HTTP thread after each wake, outside the lock; may be NULL. */
    void (*work)(struct batch_stream *stream);
    /* Releases the members of the struct that contains the stream. Nothing must wake the stream afterwards, because it
     * is freed. */
    void (*release)(struct batch_stream *stream);
};

struct batch_stream { /* first member of a larger struct, which was allocated by calloc() */
    const struct batch_stream_calls *calls;
    struct http_request *request;
    const char *type; /* media type of the answers */
    struct problems problems;
    pthread_mutex_t lock; /* guards the members below */
    struct spool spool;
    bool over; /* the request has ended */
    bool done; /* every answer is in the spool */
};

/* Takes over the stream, which is freed with the request, and begins to read the body. Called by the route's on_head.
 * solver, max: see problems_init(). */
void batch_stream_begin(struct batch_stream *stream, struct http_request *request, const struct nash_solver *solver,
                        size_t max);
/* The route's handler: takes the last line and streams the answers. */
void batch_stream_reply(struct http_request *request);
/* Wakes the request, from any thread: there is room for lines again, or work() has something to do. */
void batch_stream_wake(struct batch_stream *stream);
/* Appends bytes to the spool and wakes the request, from any thread. done: these are the last bytes. */
void batch_stream_add(struct batch_stream *stream, const void *bytes, size_t count, bool done);

#endif
