/* Replies: plain, shared between requests, and problem details (RFC 9457).
 *
 * Exactly one reply ends a request. A reply may be made in a handler, in on_head and in a woken callback; a second one
 * is dropped and logged. */
#ifndef HTTP_REPLY_H
#define HTTP_REPLY_H

#include <base/bytes.h>
#include <http/http.h>
#include <nash/buf.h>

/* Returns whether Accept-Encoding allows this coding (RFC 9110 section 12.5.3) by its name; '*' is ignored. */
bool http_accepts_coding(const struct http_request *request, const char *coding);

/* Adds a header to the reply that follows; name and value are copied. A value with CR or LF is dropped and logged. */
void http_set_header(struct http_request *request, const char *name, const char *value);
/* Replies with a copy of body. type is its media type; NULL: no Content-Type. A text or JSON without an ETag of the
 * handler is compressed if the request accepts it, here and below. */
void http_reply(struct http_request *request, unsigned status, const char *type, const void *body, size_t len);
/* Replies with body, which is not copied; adds a reference. */
void http_reply_bytes(struct http_request *request, unsigned status, const char *type, struct bytes *body);

/* ---- problem details ---- */

/* Replies with an error as application/problem+json. status 0: the status of http_problem_status(). The member
 * "instance" is the path of the request. */
void http_problem(struct http_request *request, unsigned status, const struct nash_error *error);
/* Replies with an error of this type ("not-found") and detail. */
void http_problem_text(struct http_request *request, unsigned status, const char *type, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Return the status, and append the body, with which http_problem() replies to this error; for errors kept in a job.
 * The status is that of the catalogue or, for a type not listed there, that of error->status. instance may be NULL. */
unsigned http_problem_status(const struct nash_error *error);
void http_problem_write(struct nash_buf *out, unsigned status, const struct nash_error *error, const char *instance);

/* The catalogue of problem types (reply/catalogue.def), also for documentation and tests. */
struct http_problem_type {
    const char *type; /* "not-found"; the URI is "/problems/not-found" */
    unsigned status;  /* used when the code that reports it names none */
    const char *title;
};
const struct http_problem_type *http_catalogue(size_t *count);
const struct http_problem_type *http_problem_find(const char *type); /* NULL when the catalogue lacks it */

/* ---- shared replies ---- */

/* A complete 200 reply with ETag that any number of requests send without a copy; 304 if If-None-Match matches. For
 * requests that accept gzip it is compressed once, with an ETag of its own that ends in -gzip. Reference counted. */
struct http_shared_reply;
/* Makes a shared reply with one reference for the caller; NULL: out of memory. headers: headers_n pairs of name and
 * value, in addition to those of every reply. Adds a reference to body. */
struct http_shared_reply *http_shared_reply_new(const char *type, const char *etag, const char *const headers[][2],
                                                size_t headers_n, struct bytes *body);
void http_shared_reply_free(void *reply); /* drops one reference; void* so that it fits job_set_reply() */
/* Replies with a shared reply; adds a reference until the reply is sent. */
void http_reply_shared(struct http_request *request, struct http_shared_reply *reply);
/* Returns whether If-None-Match lists this tag (strong, quoted). Handles lists, W/ and '*'. */
bool http_etag_match(const struct http_request *request, const char *etag);

#endif
