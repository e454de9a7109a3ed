/* The checks of a request's head, and reading its body. */
#ifndef HTTP_HEAD_H
#define HTTP_HEAD_H

#include <http/connection/suspend.h>

#include "request.h"

/* head.c: runs every check that needs the head only; may reply. */
void http_head(struct http_request *request, const char *version);

/* body.c */
bool http_body_announced(struct http_request *request); /* checks the announced length; false: replied */
/* Takes a piece of the body and sets *size to the number of bytes not taken. MHD_NO ends the connection. */
enum MHD_Result http_body_take(struct http_request *request, const char *data, size_t *size);

/* Finishes writing the file of a body that has been received. Returns HTTP_IS_WOKEN when that is done; the request has
 * a reply if it failed. */
enum http_suspended http_body_settle(struct http_request *request);

/* body_deadline.c */
void http_body_begin(struct http_request *request);    /* the head has been read */
void http_body_progress(struct http_request *request); /* moves the deadline by the bytes that have been seen */
/* Suspends a request during its body because the server takes no more bytes; the client gets this time back. */
enum http_suspended http_body_pause(struct http_request *request);
enum http_wait_state http_body_resumed(struct http_request *request);

/* cors.c: adds the response headers of the CORS protocol */
void http_cors(struct http_request *request);
void http_cors_preflight(struct http_request *request);

/* origin.c; false: replied */
bool http_origin_check(struct http_request *request);
bool http_origin_may_change(struct http_request *request); /* checks Origin as for a request that changes state */

#endif
