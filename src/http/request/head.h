/* The checks of a request's head, and reading its body. */
#ifndef HTTP_HEAD_H
#define HTTP_HEAD_H

#include "request.h"

/* head.c: runs every check that needs the head only; may reply. */
void http_head(struct http_request *request, const char *version);

/* body.c */
bool http_body_announced(struct http_request *request); /* checks the announced length; false: replied */
/* Takes a piece of the body and sets *size to the number of bytes not taken. MHD_NO ends the connection. */
enum MHD_Result http_body_take(struct http_request *request, const char *data, size_t *size);

/* cors.c: adds the response headers of the CORS protocol */
void http_cors(struct http_request *request);
void http_cors_preflight(struct http_request *request);

/* origin.c; false: replied */
bool http_origin_check(struct http_request *request);
bool http_origin_may_change(struct http_request *request); /* checks Origin as for a request that changes state */

#endif
