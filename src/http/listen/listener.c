#include "listener.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static int close_failed(int fd)
{
    int failed = errno;
    close(fd);
    errno = failed;
    return -1;
}

/* ---- TCP ---- */

static int open_tcp(const struct addrinfo *address)
{
    int fd = socket(address->ai_family, address->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, address->ai_protocol);
    int on = 1;
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(fd, address->ai_addr, address->ai_addrlen) == 0 && listen(fd, SOMAXCONN) == 0)
        return fd;
    return close_failed(fd);
}

static bool is_loopback(const struct sockaddr_storage *address)
{
    if (address->ss_family == AF_INET6)
        return IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)address)->sin6_addr);
    return address->ss_family == AF_INET &&
           ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
}

static enum nash_status listen_tcp(struct http_listener *listener, const struct http_listen *wanted,
                                   struct nash_error *error)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV}, *found = NULL;
    struct sockaddr_storage bound = {0};
    socklen_t size = sizeof bound;
    char port[8];
    snprintf(port, sizeof port, "%u", wanted->port);
    int failed = getaddrinfo(wanted->host, port, &hints, &found);
    if (failed != 0)
        return nash_fail(error, NASH_INVALID, "", "cannot listen on %s: %s", wanted->host, gai_strerror(failed));
    listener->fd = open_tcp(found);
    int why = errno;
    freeaddrinfo(found);
    if (listener->fd < 0)
        return nash_fail(error, NASH_INTERNAL, "", "cannot listen on %s port %s: %s", wanted->host, port,
                         strerror(why));
    getsockname(listener->fd, (struct sockaddr *)&bound, &size);
    listener->port = ntohs(bound.ss_family == AF_INET6 ? ((const struct sockaddr_in6 *)&bound)->sin6_port
                                                       : ((const struct sockaddr_in *)&bound)->sin_port);
    listener->local = is_loopback(&bound);
    snprintf(listener->shown, sizeof listener->shown,
             strchr(wanted->host, ':') != NULL ? "http://[%s]:%u" : "http://%s:%u", wanted->host, listener->port);
    return NASH_OK;
}

/* ---- Unix sockets ---- */

/* Removes a socket that no process listens on. Sets errno and returns false if the path cannot be used. */
static bool remove_stale(const struct sockaddr_un *address)
{
    struct stat found;
    if (lstat(address->sun_path, &found) != 0)
        return errno == ENOENT;
    if (!S_ISSOCK(found.st_mode)) {
        errno = EEXIST;
        return false;
    }
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return false;
    bool used = connect(fd, (const struct sockaddr *)address, sizeof *address) == 0 || errno != ECONNREFUSED;
    close(fd);
    if (!used)
        return unlink(address->sun_path) == 0;
    errno = EADDRINUSE;
    return false;
}

static int open_unix(const struct sockaddr_un *address, ino_t *inode)
{
    struct stat made;
    if (!remove_stale(address))
        return -1;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -1;
    if (bind(fd, (const struct sockaddr *)address, sizeof *address) != 0)
        return close_failed(fd);
    if (chmod(address->sun_path, S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP) == 0 && stat(address->sun_path, &made) == 0 &&
        listen(fd, SOMAXCONN) == 0) {
        *inode = made.st_ino;
        return fd;
    }
    int failed = errno;
    unlink(address->sun_path);
    errno = failed;
    return close_failed(fd);
}

static enum nash_status listen_unix(struct http_listener *listener, const struct http_listen *wanted,
                                    struct nash_error *error)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    memcpy(address.sun_path, wanted->host, strnlen(wanted->host, sizeof address.sun_path - 1));
    listener->fd = open_unix(&address, &listener->inode);
    if (listener->fd < 0)
        return nash_fail(error, NASH_INTERNAL, "", "cannot listen on unix:%s: %s", wanted->host, strerror(errno));
    listener->is_unix = listener->local = true;
    snprintf(listener->path, sizeof listener->path, "%s", wanted->host);
    snprintf(listener->shown, sizeof listener->shown, "unix:%s", wanted->host);
    return NASH_OK;
}

enum nash_status http_listener_open(struct http_listener *listener, const struct http_listen *wanted,
                                    struct nash_error *error)
{
    *listener = (struct http_listener){.fd = -1};
    return wanted->is_unix ? listen_unix(listener, wanted, error) : listen_tcp(listener, wanted, error);
}

void http_listener_close(struct http_listener *listener)
{
    struct stat found;
    if (listener->path[0] != '\0' && lstat(listener->path, &found) == 0 && found.st_ino == listener->inode)
        unlink(listener->path); /* not that of another server that has replaced it */
    if (listener->fd >= 0)
        close(listener->fd);
    *listener = (struct http_listener){.fd = -1};
}
