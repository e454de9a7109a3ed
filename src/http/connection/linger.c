/* Lingering close. If a reply is sent before the client has sent its whole body, closing the socket makes the kernel
 * answer the rest with a reset, which can destroy the reply before the client has read it (RFC 9112 section 9.6). So
 * the deadline thread keeps a duplicate of the descriptor for LINGER_MS and discards the bytes that arrive. */
#include "linger.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "conn.h"

enum {
    LINGER_SOCKETS = 256, /* descriptors kept at once; further connections close immediately */
    LINGER_MS = 2000,
    LINGER_READ = 1 << 20, /* bytes discarded by one recv(2) */
    LINGER_READS = 16      /* calls of recv(2) for one socket in a step */
};

struct http_linger {
    unsigned count;
    struct {
        int fd;
        uint64_t until; /* as http_now_ms() */
    } one[LINGER_SOCKETS];
};

struct http_linger *http_linger_new(void)
{
    return calloc(1, sizeof(struct http_linger));
}

void http_linger_free(struct http_linger *linger)
{
    if (linger == NULL)
        return;
    for (unsigned i = 0; i < linger->count; i++)
        close(linger->one[i].fd);
    free(linger);
}

bool http_linger_add(struct http_linger *linger, int fd)
{
    if (linger->count == LINGER_SOCKETS)
        return false;
    int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (copy < 0)
        return false;
    shutdown(copy, SHUT_WR);
    linger->one[linger->count].fd = copy;
    linger->one[linger->count++].until = http_now_ms() + LINGER_MS;
    return true;
}

/* Discards the bytes that have arrived. Returns false when the client has closed the connection, or on an error. */
static bool discard_input(int fd)
{
    for (int i = 0; i < LINGER_READS; i++) {
        ssize_t got = recv(fd, NULL, LINGER_READ, MSG_DONTWAIT | MSG_TRUNC); /* discards the bytes: tcp(7) */
        if (got < 0)
            return errno == EAGAIN || errno == EINTR;
        if (got == 0)
            return false;
    }
    return true;
}

void http_linger_step(struct http_linger *linger)
{
    uint64_t now = linger->count > 0 ? http_now_ms() : 0;
    for (unsigned i = 0; i < linger->count;) {
        if (discard_input(linger->one[i].fd) && now < linger->one[i].until) {
            i++;
            continue;
        }
        shutdown(linger->one[i].fd, SHUT_RDWR); /* libmicrohttpd may still hold the connection */
        close(linger->one[i].fd);
        linger->one[i] = linger->one[--linger->count];
    }
}
