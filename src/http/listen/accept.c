/* The thread that accepts on all listening sockets but the first. libmicrohttpd accepts on that one itself, which is
 * cheaper by one thread change for each connection. */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <base/log.h>

#include "listener.h"

enum { RETRY_MS = 100 }; /* pause after accept(2) has failed, as without a free descriptor */

struct http_acceptor {
    struct MHD_Daemon *daemon;
    pthread_t thread;
    int end;      /* eventfd: the thread must end */
    bool failing; /* the last accept(2) failed, which is logged */
    nfds_t count; /* the last one is `end` */
    struct pollfd fds[HTTP_LISTEN_MAX + 1];
};

static void accept_one(struct http_acceptor *acceptor, int listener)
{
    struct sockaddr_storage address = {0};
    socklen_t size = sizeof address;
    int fd = accept4(listener, (struct sockaddr *)&address, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd >= 0) {
        acceptor->failing = false;
        MHD_add_connection(acceptor->daemon, fd, (struct sockaddr *)&address, size); /* closes fd on failure */
    } else if (errno != EAGAIN && errno != EINTR && errno != ECONNABORTED) {
        if (!acceptor->failing)
            log_warn("connection not accepted", "%s", strerror(errno));
        acceptor->failing = true;
        nanosleep(&(struct timespec){.tv_nsec = RETRY_MS * 1000000L}, NULL);
    }
}

static void *accept_all(void *pointer)
{
    struct http_acceptor *acceptor = pointer;
    nfds_t last = acceptor->count - 1;
    while (acceptor->fds[last].revents == 0) {
        if (poll(acceptor->fds, acceptor->count, -1) <= 0)
            continue;
        for (nfds_t i = 0; i < last; i++)
            if (acceptor->fds[i].revents != 0)
                accept_one(acceptor, acceptor->fds[i].fd);
    }
    return NULL;
}

struct http_acceptor *http_acceptor_start(struct MHD_Daemon *daemon, const struct http_listener *listeners,
                                          unsigned count)
{
    struct http_acceptor *acceptor = calloc(1, sizeof *acceptor);
    if (acceptor == NULL)
        return NULL;
    acceptor->daemon = daemon;
    acceptor->end = eventfd(0, EFD_CLOEXEC);
    for (unsigned i = 0; i < count; i++)
        acceptor->fds[acceptor->count++] = (struct pollfd){.fd = listeners[i].fd, .events = POLLIN};
    acceptor->fds[acceptor->count++] = (struct pollfd){.fd = acceptor->end, .events = POLLIN};
    if (acceptor->end >= 0 && pthread_create(&acceptor->thread, NULL, accept_all, acceptor) == 0)
        return acceptor;
    if (acceptor->end >= 0)
        close(acceptor->end);
    free(acceptor);
    return NULL;
}

void http_acceptor_stop(struct http_acceptor *acceptor)
{
    if (acceptor == NULL)
        return;
    eventfd_write(acceptor->end, 1);
    pthread_join(acceptor->thread, NULL);
    close(acceptor->end);
    free(acceptor);
}
