/* The thread that enforces deadlines (deadlines.c). */
#ifndef HTTP_DEADLINES_H
#define HTTP_DEADLINES_H

#include <http/server.h>

bool http_deadlines_start(struct http *http); /* false: no thread */
void http_deadlines_stop(struct http *http);

#endif
