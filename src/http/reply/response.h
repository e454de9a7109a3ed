/* Making a reply, for the files of src/http. */
#ifndef HTTP_RESPONSE_H
#define HTTP_RESPONSE_H

#include <http/reply.h>
#include <http/request/request.h>

/* reply.c */
bool http_may_reply(struct http_request *request); /* false, and logged, when there is a reply already */
/* Adds a header whose name and value outlive the request; neither is copied or checked. */
void http_add_header(struct http_request *request, const char *name, const char *value);
bool http_out_reserve(struct http_request *request, size_t len); /* makes request->out hold len bytes */
/* Returns a response with the bytes as its body, to which it holds a reference, or NULL if there is no memory. */
struct MHD_Response *http_response_of_bytes(struct bytes *body);
/* Replies with the first len bytes of request->out. */
void http_reply_own(struct http_request *request, unsigned status, const char *type, size_t len);
/* Takes ownership of the response; NULL (out of memory) closes the connection. len: bytes of the body, for the log and
 * the deadline. */
void http_set_response(struct http_request *request, unsigned status, struct MHD_Response *response, const char *type,
                       uint64_t len);

/* problem_details.c: writes the body into request->out and returns its length; replaces a *status of 0 by the
 * default */
size_t http_problem_body(struct http_request *request, const struct nash_error *error, unsigned *status);

/* raw.c: replies written past libmicrohttpd, in states in which it accepts none */
void http_raw_problem(struct http_request *request, const struct nash_error *error);
void http_raw_refuse(int fd); /* 503: too many connections */
void http_raw_late(int fd);   /* 408: the body took too long */

#endif
