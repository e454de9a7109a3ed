/* A recv() that passes on only well-framed messages.
 *
 * libmicrohttpd 0.9.75 accepts messages that two servers could read differently and answers others with two heads, and
 * has no hook for the bytes that it reads. So the process defines its own recv(), which the dynamic linker prefers to
 * libc's. In the HTTP thread, on a connection of the server, it reads through framing/framing.h; everywhere else it is
 * the system call. A build in which libmicrohttpd reads past it is detected by dispatch.c with the first request.
 *
 * libmicrohttpd takes a read of fewer bytes than requested as a sign that the socket is empty, and waits for the next
 * event. So a short read is returned only after the socket has returned one. */
#include "receive.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <base/sanitizer.h>

enum { INBOX_STEP = 1024 }; /* bytes of the first allocation for a head that arrives in parts */

/* The server whose HTTP thread this is; NULL in other threads. */
static _Thread_local struct http *thread_server;

/* The recv() that this one replaces: ThreadSanitizer's, which observes the order of sender and receiver, or the system
 * call. Worker processes may make no other. */
#if SANITIZER_THREAD
ssize_t __interceptor_recv(int fd, void *out, size_t room, int flags);
#endif

static ssize_t receive_plain(int fd, void *out, size_t room, int flags)
{
#if SANITIZER_THREAD
    return __interceptor_recv(fd, out, room, flags);
#else
    return recvfrom(fd, out, room, flags, NULL, NULL);
#endif
}

bool http_receive_begin(struct http_conn *conn)
{
    struct http *http = conn->http;
    size_t fd = (size_t)conn->fd;
    if (fd >= http->fds) {
        size_t count = 2 * fd + 64;
        struct http_conn **grown = realloc(http->by_fd, count * sizeof(struct http_conn *));
        if (grown == NULL)
            return false;
        memset(grown + http->fds, 0, (count - http->fds) * sizeof(struct http_conn *));
        http->by_fd = grown;
        http->fds = count;
    }
    http->by_fd[fd] = conn;
    thread_server = http;
    conn->framing = (struct http_framing){0};
    conn->requests = 0;
    return true;
}

void http_receive_end(struct http_conn *conn)
{
    conn->http->by_fd[conn->fd] = NULL;
    nash_buf_free(&conn->inbox);
}

const char *http_receive_rest(const struct http_conn *conn, size_t *len)
{
    *len = conn->inbox.len;
    return conn->inbox.data;
}

/* Passes on what the inbox has. Only a part of a line or head stays in it, less than HTTP_HEAD_MAX. */
static size_t inbox_pass(struct http_conn *conn, char *out, size_t room)
{
    struct nash_buf *inbox = &conn->inbox;
    size_t used, made = http_framing_pass(&conn->framing, inbox->data, inbox->len, &used, out, room);
    nash_buf_erase(inbox, 0, used);
    if (inbox->len == 0)
        nash_buf_free(inbox);
    return made;
}

/* Reads once from the socket and adds to *made the bytes for libmicrohttpd. Bytes go straight to its buffer, unless
 * part of a line or head is held back. Returns the result of recv(2); *wanted: the number of bytes requested. */
static ssize_t receive_once(struct http_conn *conn, char *out, size_t room, size_t *made, size_t *wanted, int flags)
{
    struct nash_buf *inbox = &conn->inbox;
    bool direct = inbox->len == 0;
    if (!direct && !nash_buf_reserve(inbox, 1))
        return -1; /* realloc() has set ENOMEM */
    *wanted = direct ? room : inbox->room - inbox->len;
    ssize_t got = receive_plain(conn->fd, direct ? out : inbox->data + inbox->len, *wanted, flags);
    if (got <= 0)
        return got;
    if (!direct) {
        inbox->len += (size_t)got;
        *made += inbox_pass(conn, out, room);
        return got;
    }
    size_t used, passed = http_framing_pass(&conn->framing, out, (size_t)got, &used, out, room);
    size_t rest = (size_t)got - used;
    if (rest > 0 && nash_buf_reserve(inbox, rest > INBOX_STEP ? rest : INBOX_STEP))
        nash_buf_add(inbox, out + used, rest);
    *made += passed;
    return inbox->failed ? -1 : got;
}

static ssize_t receive_checked(struct http_conn *conn, char *out, size_t room, int flags)
{
    struct http_framing *framing = &conn->framing;
    size_t made = 0, wanted = 0;
    if (http_conn_is_cut(conn))
        return 0;             /* libmicrohttpd closes the connection */
    if (conn->inbox.failed) { /* bytes may be lost, so nothing that follows them is passed on */
        errno = ENOMEM;
        return -1;
    }
    if (conn->inbox.len > 0 || framing->state == HTTP_AT_FAULT)
        made = inbox_pass(conn, out, room);
    while (made < room) {
        if (framing->state == HTTP_AT_FAULT || framing->state == HTTP_SWITCHED)
            return (ssize_t)made; /* 0: libmicrohttpd closes the connection */
        ssize_t got = receive_once(conn, out + made, room - made, &made, &wanted, flags);
        if (got <= 0 && made == 0)
            return got;
        if (got <= 0 || (size_t)got < wanted)
            break;
    }
    if (conn->inbox.len > 0 && framing->state == HTTP_AT_HEAD)
        http_conn_begin_head(conn);
    if (made > 0)
        return (ssize_t)made;
    errno = EAGAIN;
    return -1;
}

ssize_t recv(int fd, void *out, size_t room, int flags)
{
    struct http *http = thread_server;
    struct http_conn *conn = http != NULL && fd >= 0 && (size_t)fd < http->fds ? http->by_fd[fd] : NULL;
    return conn != NULL ? receive_checked(conn, out, room, flags) : receive_plain(fd, out, room, flags);
}
