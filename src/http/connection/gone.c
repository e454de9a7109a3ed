/* Clients that disconnected unnoticed. libmicrohttpd does not watch suspended connections. In the middle of a body it
 * can miss the end, because with edge-triggered epoll an end that arrives together with bytes causes no event of its
 * own. A client that closes only its sending half counts as disconnected.
 *
 * A pass over all connections takes as long as the time between two passes: a part of them is looked at in each tick,
 * so that the HTTP thread never waits long for the lock. */
#include <poll.h>
#include <sys/ioctl.h>

#include "deadlines.h"
#include "suspend.h"

enum { POLLED = 256, VISITS_MIN = 256 };

/* Handles a client that has closed its sending half. A suspended request is resumed as GONE. An unfinished request with
 * nothing left to read is cut if two checks in a row find it. After one check it may be a complete request that the
 * HTTP thread is about to handle. */
static void handle_half_closed(struct http_conn *conn, uint64_t clock)
{
    int unread = 0;
    if (atomic_load_explicit(&conn->wait, memory_order_relaxed) == HTTP_SUSPENDED) {
        http_resume(conn, HTTP_GONE);
        return;
    }
    bool ended = ioctl(conn->fd, FIONREAD, &unread) == 0 && unread == 0;
    if (ended && conn->leaving)
        http_deadline_cut(conn, (enum http_phase)(clock & 7), clock);
    conn->leaving = ended;
}

/* Polls the next connections that wait or are unfinished, up to POLLED of them. */
static void poll_some(struct http *http, size_t *visits)
{
    struct pollfd fds[POLLED];
    struct http_conn *of[POLLED];
    uint64_t clocks[POLLED];
    nfds_t count = 0;
    for (; http->visited != NULL && *visits > 0 && count < POLLED; http->visited = http->visited->next, --*visits) {
        struct http_conn *conn = http->visited;
        clocks[count] = atomic_load_explicit(&conn->clock, memory_order_relaxed);
        if (atomic_load_explicit(&conn->wait, memory_order_relaxed) != HTTP_SUSPENDED &&
            !http_is_unfinished((enum http_phase)(clocks[count] & 7)))
            continue;
        fds[count] = (struct pollfd){.fd = conn->fd, .events = POLLRDHUP};
        of[count++] = conn;
    }
    if (count == 0 || poll(fds, count, 0) <= 0)
        return;
    for (nfds_t i = 0; i < count; i++)
        if ((fds[i].revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0)
            handle_half_closed(of[i], clocks[i]);
}

void http_find_gone(struct http *http, unsigned tick)
{
    size_t visits = atomic_load(&http->connections) / HTTP_GONE_EVERY + VISITS_MIN;
    if (tick % HTTP_GONE_EVERY == 0 && http->visited == NULL)
        http->visited = http->conns;
    while (http->visited != NULL && visits > 0) {
        poll_some(http, &visits);
        pthread_mutex_unlock(&http->lock); /* conn_closed() keeps http->visited valid */
        pthread_mutex_lock(&http->lock);
    }
}
