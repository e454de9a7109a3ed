/* The life of a request, as libmicrohttpd's callbacks (dispatch.c). */
#ifndef HTTP_DISPATCH_H
#define HTTP_DISPATCH_H

#include <http/server.h>

void *http_on_uri(void *http, const char *uri, struct MHD_Connection *mhd);
enum MHD_Result http_on_access(void *http, struct MHD_Connection *mhd, const char *url, const char *method,
                               const char *version, const char *upload, size_t *upload_size, void **context);
void http_on_completed(void *http, struct MHD_Connection *mhd, void **context, enum MHD_RequestTerminationCode code);
void http_requests_free(struct http *http); /* frees the recycled requests */

#endif
