/* A thread that enforces the deadline of each connection's phase.
 *
 * libmicrohttpd has an inactivity timeout only, so one byte now and then keeps a connection for ever. This thread calls
 * shutdown() on a late socket, which the event loop treats as a hang-up; suspended requests are resumed instead. The
 * thread holds http->lock, and a connection leaves the list under that lock before its descriptor is closed, so that no
 * reused descriptor is hit.
 *
 * The thread also finds clients that have disconnected (find_gone). */
#include "deadlines.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>

#include <base/log.h>

#include "linger.h"
#include "suspend.h"

static void cut_connection(struct http_conn *conn, enum http_phase phase, uint64_t seen)
{
    struct http *http = conn->http;
    _Atomic uint64_t *counter[] = {[HTTP_PHASE_HEAD] = &http->cut_head,
                                   [HTTP_PHASE_BODY] = &http->cut_body,
                                   [HTTP_PHASE_REPLY] = &http->cut_reply,
                                   [HTTP_PHASE_IDLE] = &http->cut_idle};
    static const char *const name[] = {
        [HTTP_PHASE_HEAD] = "head", [HTTP_PHASE_BODY] = "body", [HTTP_PHASE_REPLY] = "reply"};
    if (!atomic_compare_exchange_strong(&conn->clock, &seen, HTTP_PHASE_CUT))
        return; /* the phase changed meanwhile */
    if (!conn->refused && !conn->leaving) {
        atomic_fetch_add_explicit(counter[phase], 1, memory_order_relaxed);
        if (phase != HTTP_PHASE_IDLE)
            log_warn("connection cut", "its %s took too long", name[phase]);
    }
    shutdown(conn->fd, SHUT_RDWR);
}

/* Returns whether a request has begun to arrive and is not complete. */
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
            cut_connection(conn, phase, clock);
    }
}

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
        cut_connection(conn, (enum http_phase)(clock & 7), clock);
    conn->leaving = ended;
}

/* Finds clients that disconnected unnoticed, by poll(2) of 256 sockets at a time. libmicrohttpd does not watch
 * suspended connections. In the middle of a body it can miss the end, because with edge-triggered epoll an end that
 * arrives together with bytes causes no event of its own. A client that closes only its sending half counts as
 * disconnected. */
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
                handle_half_closed(of[i], clocks[i]);
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
    while (!http->deadlines_end && pthread_cond_timedwait(&http->deadlines_wake, &http->lock, &until) != ETIMEDOUT)
        ;
}

static void *enforce_deadlines(void *pointer)
{
    struct http *http = pointer;
    pthread_mutex_lock(&http->lock);
    for (unsigned tick = 1; !http->deadlines_end; tick++) {
        sleep_tick(http);
        cut_late(http);
        http_linger_step(http->linger);
        if (tick % HTTP_GONE_EVERY == 0)
            find_gone(http);
    }
    pthread_mutex_unlock(&http->lock);
    return NULL;
}

bool http_deadlines_start(struct http *http)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&http->deadlines_wake, &attributes);
    pthread_condattr_destroy(&attributes);
    http->deadlines_on = pthread_create(&http->deadlines, NULL, enforce_deadlines, http) == 0;
    return http->deadlines_on;
}

void http_deadlines_stop(struct http *http)
{
    if (!http->deadlines_on)
        return;
    pthread_mutex_lock(&http->lock);
    http->deadlines_end = true;
    pthread_cond_signal(&http->deadlines_wake);
    pthread_mutex_unlock(&http->lock);
    pthread_join(http->deadlines, NULL);
    pthread_cond_destroy(&http->deadlines_wake);
    http->deadlines_on = false;
}
