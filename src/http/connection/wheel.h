/* A timing wheel: the connections, sorted by the time at which the deadline thread looks at their clocks. */
#ifndef HTTP_WHEEL_H
#define HTTP_WHEEL_H

#include "conn.h"

/* All under http->lock, except http_wheel_earlier(). */
struct http_wheel *http_wheel_new(void); /* NULL: no memory */
void http_wheel_free(struct http_wheel *wheel);
void http_wheel_add(struct http_wheel *wheel, struct http_conn *conn); /* its clock is set */
void http_wheel_remove(struct http_wheel *wheel, struct http_conn *conn);
/* Calls due() for each connection whose deadline has passed; it may not add or remove a connection. */
void http_wheel_turn(struct http_wheel *wheel, uint64_t now,
                     void (*due)(struct http_conn *conn, enum http_phase phase, uint64_t clock));
/* Moves a connection whose deadline is earlier than the wheel assumes. Called by the HTTP thread, after the clock was
 * set. */
void http_wheel_earlier(struct http_wheel *wheel, struct http_conn *conn);

#endif
