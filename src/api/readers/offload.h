/* Work of a request that reads the store, waits for a commit or writes a long text. One of the reader threads does it
 * while the HTTP thread serves others; then the HTTP thread replies.
 *
 *     struct listing { struct offload offload; ... };
 *     struct listing *listing = offload_new(request, sizeof *listing, list_work, list_reply, list_release);
 *     if (listing != NULL) {
 *         ... the request, as far as the work needs it ...
 *         offload_start(request, &listing->offload);
 *     }
 *
 * The struct is the request's user pointer until reply() is called, and is freed after it, or when the client has left
 * and the work is over. */
#ifndef API_READERS_OFFLOAD_H
#define API_READERS_OFFLOAD_H

#include <api/common.h>
#include <api/readers/body_reader.h>

/* Reader threads, and requests that may wait for one; further ones are refused with 503. */
enum { OFFLOAD_THREADS = 3, OFFLOAD_WAITING_MAX = 4096 };

struct offload;
typedef void offload_work(struct offload *offload); /* in a reader thread: must not use the request */
typedef void offload_reply(struct http_request *request, struct offload *offload);
typedef void offload_release(struct offload *offload); /* from any thread: releases what the struct has, not itself */

struct offload { /* first member of a larger struct */
    struct body_reading reading;
    struct api *api;
    offload_work *work;
    offload_reply *reply;
    offload_release *release; /* may be NULL */
    bool done;                /* the work was done; not if the server stopped before */
};

/* Returns `size` zeroed bytes that begin with a struct offload; NULL after replying 503. */
void *offload_new(struct http_request *request, size_t size, offload_work *work, offload_reply *reply,
                  offload_release *release);
/* Takes the struct over, drops the request's user pointer and has the work done. Replies 503 if the server stops or too
 * many requests wait. */
void offload_start(struct http_request *request, struct offload *offload);
/* Frees a struct that was not started. */
void offload_free(struct offload *offload);

#endif
