/* Helpers of several resources: the job or kind that a path names, query parameters, JSON replies. */
#ifndef API_COMMON_H
#define API_COMMON_H

#include <api/api.h>
#include <http/reply.h>
#include <http/wait.h>

static inline struct api *api_of(const struct http_request *request)
{
    return http_context(request);
}

/* Returns true after replying 503: the server is shutting down and accepts no new work. */
bool api_is_draining(struct http_request *request);

/* Returns the kind of path parameter {kind}; NULL after replying 404 with the known kinds. */
const struct nash_solver *api_find_kind(struct http_request *request);

/* Reads an integer query parameter in lo..hi; *value is unchanged if absent. Returns false after replying 400. */
bool api_query_int(struct http_request *request, const char *name, int64_t lo, int64_t hi, int64_t *value);

/* Checks that each query parameter is in the NULL-terminated list. Returns false after replying 400. */
bool api_query_only(struct http_request *request, const char *const names[]);

/* Reads the query as the members beside a text (text_members.h); *members is NULL if there is no query, and must be
 * freed otherwise. Returns false after replying 400. */
struct text_members;
bool api_query_members(struct http_request *request, const struct nash_solver *solver, struct text_members **members);

/* Replies with a JSON document, to which it appends a newline; 503 if the buffer ran out of memory. */
void api_reply_json(struct http_request *request, unsigned status, struct nash_buf *json);
/* Replies 503: out of memory for `what`, e.g. "this reply". */
void api_reply_no_memory(struct http_request *request, const char *what);

/* Writes a strong ETag, a hash of the body. Returns out. */
enum { API_ETAG_MAX = 24 };
char *api_etag(char *out, const struct bytes *body);

#endif
