/* The process's own recv() (receive.c). */
#ifndef HTTP_RECEIVE_H
#define HTTP_RECEIVE_H

#include "conn.h"

/* HTTP thread. Begins and ends the checks of the bytes that libmicrohttpd receives on conn->fd. false: no memory. */
bool http_receive_begin(struct http_conn *conn);
void http_receive_end(struct http_conn *conn);

/* HTTP thread. Returns the bytes that were received and not passed to libmicrohttpd; *len: their number. */
const char *http_receive_rest(const struct http_conn *conn, size_t *len);

#endif
