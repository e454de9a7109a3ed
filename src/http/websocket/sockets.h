/* WebSockets as the server starts and stops them; socket.h has the details. */
#ifndef HTTP_SOCKETS_H
#define HTTP_SOCKETS_H

#include <http/server.h>

struct http_sockets *http_sockets_start(struct http *http); /* NULL: no thread or memory */
void http_sockets_leave(struct http_sockets *sockets);      /* closes all sockets, also later ones, with code 1001 */
void http_sockets_stop(struct http_sockets *sockets);       /* cuts the remaining sockets; refuses new ones */
void http_sockets_free(struct http_sockets *sockets);

/* upgrade.c: calls closed() for a request that ends before its 101 is sent; else does nothing */
void http_upgrade_abandon(struct http_request *request);

#endif
