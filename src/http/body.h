/* Request bodies: in memory, in a file, or passed to the handler as they come. Included by http/http.h. */
#ifndef HTTP_BODY_H
#define HTTP_BODY_H

#include <stddef.h>

struct http;
struct http_request;
struct tempfile;

/* Returns the whole body; valid until the end of the reply or http_body_done(). */
const char *http_body(const struct http_request *request, size_t *len);
/* Returns the file that holds the body, with a new reference, or NULL: the body is in memory. */
struct tempfile *http_body_file(struct http_request *request);
/* Frees a large body before the reply ends. */
void http_body_done(struct http_request *request);

/* A body taken out of its request, as when another thread reads it. It counts as a request body until it is released,
 * which must be before http_stop() returns. */
struct http_held_body {
    struct http *http;
    char *data; /* len bytes; may be changed */
    size_t len, charged;
};
void http_body_hold(struct http_request *request, struct http_held_body *held);
void http_held_body_release(struct http_held_body *held); /* from any thread */

/* ---- only in on_head ---- */

/* Sets the limit of the body, in bytes, instead of body_max. */
void http_body_limit(struct http_request *request, size_t max);
/* Writes a body of more than HTTP_BODY_MEMORY_MAX bytes to a temporary file as it arrives. The handler runs when the
 * whole body is in the file. */
enum { HTTP_BODY_MEMORY_MAX = 32 * 1024 };
void http_body_spool(struct http_request *request);
/* Passes pieces of the body to consume() as they arrive instead of keeping them. consume() returns the bytes used;
 * fewer than given suspends the request until http_wake(). The route's handler runs after the last piece. */
void http_body_stream(struct http_request *request,
                      size_t (*consume)(struct http_request *request, const char *data, size_t len));

#endif
