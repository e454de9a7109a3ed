/* The thread that enforces deadlines (deadlines.c). */
#ifndef HTTP_DEADLINES_H
#define HTTP_DEADLINES_H

#include "conn.h"

bool http_deadlines_start(struct http *http); /* false: no thread */
void http_deadlines_stop(struct http *http);

/* For the deadline thread, under http->lock. */

/* Cuts a connection unless its clock is no longer the one that was seen. */
void http_deadline_cut(struct http_conn *conn, enum http_phase phase, uint64_t seen);
/* Returns whether a request has begun to arrive and is not complete. */
bool http_is_unfinished(enum http_phase phase);
/* gone.c: looks for clients that disconnected, among a part of the connections. */
void http_find_gone(struct http *http, unsigned tick);

#endif
