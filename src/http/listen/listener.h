/* Listening sockets: opening, accepting, closing. */
#ifndef HTTP_LISTENER_H
#define HTTP_LISTENER_H

#include <microhttpd.h>
#include <sys/types.h>

#include "listen.h"

struct http_listener {
    int fd; /* -1: none */
    bool is_unix;
    bool local;                     /* only this machine can connect */
    uint16_t port;                  /* 0 for a Unix socket */
    char shown[HTTP_HOST_MAX + 16]; /* "http://[::1]:8080", "unix:/run/nashd.sock" */
    char path[HTTP_HOST_MAX];       /* of a Unix socket; "": another kind */
    ino_t inode;                    /* of the path */
};

/* Opens a socket that listens. A Unix socket replaces one that no process listens on, and has mode 0660. */
enum nash_status http_listener_open(struct http_listener *listener, const struct http_listen *listen,
                                    struct nash_error *error);
/* Closes the socket, unless fd is -1, and removes the file of a Unix socket. */
void http_listener_close(struct http_listener *listener);

/* A thread that accepts connections on several sockets and passes them to libmicrohttpd, which itself accepts on one.
 */
struct http_acceptor;
struct http_acceptor *http_acceptor_start(struct MHD_Daemon *daemon, const struct http_listener *listeners,
                                          unsigned count); /* NULL: no thread */
void http_acceptor_stop(struct http_acceptor *acceptor);   /* before the daemon is stopped; NULL is allowed */

#endif
