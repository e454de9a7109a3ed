/* The reaper: a thread that ends what lasts too long.
 *
 * libmicrohttpd only knows inactivity, so one byte now and then keeps a connection for ever. Here each connection has a
 * phase with a deadline (conn.c); past it the reaper calls shutdown() on the socket, which the event loop sees as a
 * hang-up. It does so under http->lock, and a connection leaves the list under that lock before its descriptor is
 * closed, so that no descriptor is hit that belongs to somebody else by then.
 *
 * Suspended requests are resumed instead (wait.c). libmicrohttpd does not watch their sockets, so the reaper asks
 * poll(2) now and then which of these clients have left. A client that closes only its sending half counts as gone.
 *
 * Nor does libmicrohttpd always see the end of a client in the middle of its body: with edge-triggered epoll, an end
 * that comes together with bytes makes no event of its own. So the reaper looks for these too, and cuts those it finds
 * at the end of what they sent twice in a row (once may be a whole request that is about to be handled). */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>

#include <base/log.h>

#include "internal.h"

static void cut(struct http_conn *conn, enum http_phase phase, uint64_t seen)
{
    struct http *http = conn->http;
    _Atomic uint64_t *counter[] = {[HTTP_PHASE_HEAD] = &http->cut_head,
                                   [HTTP_PHASE_BODY] = &http->cut_body,
                                   [HTTP_PHASE_REPLY] = &http->cut_reply,
                                   [HTTP_PHASE_IDLE] = &http->cut_idle};
    static const char *const name[] = {
        [HTTP_PHASE_HEAD] = "head", [HTTP_PHASE_BODY] = "body", [HTTP_PHASE_REPLY] = "reply"};
    if (!atomic_compare_exchange_strong(&conn->clock, &seen, HTTP_PHASE_CUT))
        return; /* it moved on in this very moment */
    if (!conn->refused && !conn->leaving) {
        atomic_fetch_add_explicit(counter[phase], 1, memory_order_relaxed);
        if (phase != HTTP_PHASE_IDLE)
            log_warn("connection cut", "its %s took too long", name[phase]);
    }
    shutdown(conn->fd, SHUT_RDWR);
}

/* Its request has begun to come and is not all there. */
static bool is_unfinished(enum http_phase phase)
{
    return phase == HTTP_PHASE_HEAD || phase == HTTP_PHASE_BODY;
}

static void cut_late(struct http *http)
{
    uint64_t now = http_now_ms(), unfinished_until = atomic_load(&http->unfinished_until);
    bool no_more = unfinished_until != 0 && unfinished_until <= now;
    for (struct http_conn *conn = http->conns; conn != NULL; conn = conn->next) {
        uint64_t clock = atomic_load_explicit(&conn->clock, memory_order_relaxed);
        enum http_phase phase = (enum http_phase)(clock & 7);
        if (phase == HTTP_PHASE_HANDLE || phase == HTTP_PHASE_CUT ||
            (clock >> 3 > now && !(no_more && is_unfinished(phase))))
            continue;
        if (phase == HTTP_PHASE_WAIT)
            http_resume(conn, HTTP_TIMED_OUT);
        else
            cut(conn, phase, clock);
    }
}

/* A client that has closed its sending half. Waiting: nobody is there for the answer. In the middle of its request,
 * with nothing left to read: the rest will not come. */
static void leaves(struct http_conn *conn, uint64_t clock)
{
    int unread = 0;
    if (atomic_load_explicit(&conn->wait, memory_order_relaxed) == HTTP_SUSPENDED) {
        http_resume(conn, HTTP_GONE);
        return;
    }
    bool ended = ioctl(conn->fd, FIONREAD, &unread) == 0 && unread == 0;
    if (ended && conn->leaving)
        cut(conn, (enum http_phase)(clock & 7), clock);
    conn->leaving = ended;
}

/* Asks which clients have left that libmicrohttpd does not watch, or not well: 256 at a time, no allocation. */
static void find_gone(struct http *http)
{
    struct pollfd fds[256];
    struct http_conn *of[256];
    uint64_t clocks[256];
    struct http_conn *conn = http->conns;
    while (conn != NULL) {
        nfds_t count = 0;
        for (; conn != NULL && count < 256; conn = conn->next) {
            clocks[count] = atomic_load_explicit(&conn->clock, memory_order_relaxed);
            if (atomic_load_explicit(&conn->wait, memory_order_relaxed) != HTTP_SUSPENDED &&
                !is_unfinished((enum http_phase)(clocks[count] & 7)))
                continue;
            fds[count] = (struct pollfd){.fd = conn->fd, .events = POLLRDHUP};
            of[count++] = conn;
        }
        if (count == 0 || poll(fds, count, 0) <= 0)
            continue;
        for (nfds_t i = 0; i < count; i++)
            if ((fds[i].revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0)
                leaves(of[i], clocks[i]);
    }
}

static void sleep_tick(struct http *http)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += HTTP_TICK_MS * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_nsec -= 1000000000L;
        until.tv_sec++;
    }
    while (!http->reaper_end && pthread_cond_timedwait(&http->reaper_wake, &http->lock, &until) != ETIMEDOUT)
        ;
}

static void *reap(void *pointer)
{
    struct http *http = pointer;
    pthread_mutex_lock(&http->lock);
    for (unsigned tick = 1; !http->reaper_end; tick++) {
        sleep_tick(http);
        cut_late(http);
        http_linger_step(http->linger);
        if (tick % HTTP_GONE_EVERY == 0)
            find_gone(http);
    }
    pthread_mutex_unlock(&http->lock);
    return NULL;
}

bool http_reaper_start(struct http *http)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&http->reaper_wake, &attributes);
    pthread_condattr_destroy(&attributes);
    http->reaper_on = pthread_create(&http->reaper, NULL, reap, http) == 0;
    return http->reaper_on;
}

void http_reaper_stop(struct http *http)
{
    if (!http->reaper_on)
        return;
    pthread_mutex_lock(&http->lock);
    http->reaper_end = true;
    pthread_cond_signal(&http->reaper_wake);
    pthread_mutex_unlock(&http->lock);
    pthread_join(http->reaper, NULL);
    pthread_cond_destroy(&http->reaper_wake);
    http->reaper_on = false;
}
