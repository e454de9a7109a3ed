/* Lingering close. When a reply leaves before the client has sent its whole body, closing the socket makes the kernel
 * answer the rest with a reset, which can destroy the reply before the client has read it (RFC 9112 section 9.6). So a
 * duplicate of the descriptor is kept a little while, and what arrives is thrown away. The reaper steps through them.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "internal.h"

enum { LINGERERS = 256, LINGER_MS = 2000, LINGER_READ = 1 << 20, LINGER_READS = 16 };

struct http_linger {
    unsigned count;
    struct {
        int fd;
        uint64_t until;
    } one[LINGERERS];
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

void http_linger_add(struct http_linger *linger, int fd)
{
    if (linger->count == LINGERERS)
        return;
    int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (copy < 0)
        return;
    shutdown(copy, SHUT_WR);
    linger->one[linger->count].fd = copy;
    linger->one[linger->count++].until = http_now_ms() + LINGER_MS;
}

/* Throws away what has come; false when the client has closed, or something failed. */
static bool drain(int fd)
{
    for (int i = 0; i < LINGER_READS; i++) {
        ssize_t got = recv(fd, NULL, LINGER_READ, MSG_DONTWAIT | MSG_TRUNC); /* TCP: discards */
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
        if (drain(linger->one[i].fd) && now < linger->one[i].until) {
            i++;
            continue;
        }
        close(linger->one[i].fd);
        linger->one[i] = linger->one[--linger->count];
    }
}
