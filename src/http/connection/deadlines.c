/* A thread that enforces the deadline of each connection's phase.
 *
 * libmicrohttpd has an inactivity timeout only, so one byte now and then keeps a connection for ever. This thread calls
 * shutdown() on a late socket, which the event loop treats as a hang-up; suspended requests are resumed instead. The
 * thread holds http->lock, and a connection leaves the list under that lock before its descriptor is closed, so that no
 * reused descriptor is hit. The wheel (wheel.c) says which deadlines have passed.
 *
 * The thread also finds clients that have disconnected (gone.c). */
#include "deadlines.h"

#include <errno.h>
#include <sys/socket.h>
#include <time.h>

#include <base/log.h>
#include <http/reply/response.h>

#include "linger.h"
#include "suspend.h"
#include "wheel.h"

/* Ends a request whose body is late with a 408. The socket stays open for a while (linger.c) so that the client can
 * read it; libmicrohttpd closes it when it next calls recv(), at the latest when the lingering ends. */
static bool reply_late(struct http_conn *conn)
{
    atomic_store(&conn->late, true);
    http_raw_late(conn->fd);
    return http_linger_add(conn->http->linger, conn->fd);
}

void http_deadline_cut(struct http_conn *conn, enum http_phase phase, uint64_t seen)
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
        if (phase == HTTP_PHASE_BODY && reply_late(conn))
            return;
    }
    shutdown(conn->fd, SHUT_RDWR);
}

bool http_is_unfinished(enum http_phase phase)
{
    return phase == HTTP_PHASE_HEAD || phase == HTTP_PHASE_BODY;
}

static void handle_late(struct http_conn *conn, enum http_phase phase, uint64_t clock)
{
    if (phase == HTTP_PHASE_WAIT)
        http_resume(conn, HTTP_TIMED_OUT);
    else
        http_deadline_cut(conn, phase, clock);
}

/* Cuts all unfinished requests, once the time that http_stop() gives them is over. */
static void cut_unfinished(struct http *http)
{
    uint64_t until = atomic_load(&http->unfinished_until);
    if (until == 0 || until > http_now_ms())
        return;
    for (struct http_conn *conn = http->conns; conn != NULL; conn = conn->next) {
        uint64_t clock = atomic_load(&conn->clock);
        if (http_is_unfinished((enum http_phase)(clock & 7)))
            http_deadline_cut(conn, (enum http_phase)(clock & 7), clock);
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
        http_wheel_turn(http->wheel, http_now_ms(), handle_late);
        cut_unfinished(http);
        http_linger_step(http->linger);
        http_find_gone(http, tick);
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
