/* What several resources need: finding the job or kind a path names, query numbers, media types, ready replies. */
#ifndef API_COMMON_H
#define API_COMMON_H

#include <api/api.h>

static inline struct api *api_of(const struct http_request *request)
{
    return http_context(request);
}

/* True after having answered 503: the server is shutting down and takes nothing new. */
bool api_is_draining(struct http_request *request);

/* The job of path parameter {id}, with a reference; NULL after having answered 404. */
struct job *api_find_job(struct http_request *request);

/* The kind of path parameter {kind}; NULL after having answered 404 (naming the known kinds). */
const struct nash_solver *api_find_kind(struct http_request *request);

/* An integer query parameter in lo..hi, *value untouched when absent; false after having answered 400. */
bool api_query_int(struct http_request *request, const char *name, int64_t lo, int64_t hi, int64_t *value);

/* False after having answered 400: a query parameter is not in the NULL-terminated list. */
bool api_query_only(struct http_request *request, const char *const names[]);

/* Does the Accept header allow type ("application/json")? An absent one allows everything. */
bool api_accepts(const struct http_request *request, const char *type);
/* Does Accept name type itself, rather than by a wildcard? */
bool api_accepts_named(const struct http_request *request, const char *type);
/* False after having answered 406. */
bool api_accepts_or_406(struct http_request *request, const char *type);

/* Is the media type of Content-Type this one, parameters aside? */
bool api_content_is(const struct http_request *request, const char *type);

/* A strong tag of the very bytes. Returns out. */
enum { API_ETAG_MAX = 24 };
char *api_etag(char *out, const struct bytes *body);

/* Answers with a finished job, from its ready reply (made on first use). */
void api_reply_finished(struct http_request *request, struct job *job, bool cached);
/* Answers with a job as it is now: 200, or 304 for If-None-Match. */
void api_reply_job(struct http_request *request, struct job *job);
/* True after having answered 503: the job ended, but the database would not take it. */
bool api_reply_lost(struct http_request *request, struct job *job);
/* 202 with Location and Retry-After; 503 when the database would not take the job. */
void api_reply_accepted(struct http_request *request, struct job *job);

/* A JSON document, to which a newline is added; 503 when it did not fit into memory. */
void api_reply_json(struct http_request *request, unsigned status, struct nash_buf *json);

/* Waiting for a job within a request: freed with it (http_set_user). */
struct api_wait {
    struct api *api;
    struct http_request *request;
    struct job *job; /* a reference */
    struct job_watch watch;
};
/* Takes over the caller's reference to job and becomes the request's user pointer; NULL after having answered 503. */
struct api_wait *api_wait_new(struct http_request *request, struct job *job);
/* Waits until the condition holds or ms have passed, then calls woken (at once when it holds already). */
void api_wait_for(struct api_wait *wait, enum job_condition condition, uint32_t ms,
                  void (*woken)(struct http_request *request, bool timed_out));

#endif
