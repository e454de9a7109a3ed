/* Request ids, traces and the report of a finished request. */
#ifndef HTTP_IDENTITY_H
#define HTTP_IDENTITY_H

#include <http/access.h>

#include "request.h"

/* Returns whether a client's id is taken over: 1 to HTTP_ID_MAX letters, digits and -_.: */
bool http_id_is_valid(const char *id);
/* Returns whether this is a traceparent of W3C Trace Context, section 3.2, of version 00 or a later one. */
bool http_traceparent_is_valid(const char *text);

/* Takes id and trace from the head; the reply has them too. */
void http_identify(struct http_request *request);
/* Returns the id; makes one if the client gave none. */
const char *http_request_id(struct http_request *request);
/* Calls options.access. */
void http_report_access(struct http_request *request);

#endif
