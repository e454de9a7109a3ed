/* The life of a worker's process: requested, killed, ended, requested again. */
#include "worker.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <base/clock.h>
#include <base/log.h>

#include "exit_status.h"

enum {
    SOCKET_BYTES = 1 << 20, /* kernel buffer: most work is sent in one piece */
    START_MAX_MS = 30000,   /* time limit for a process to become READY */
    LINGER_MS = 1000,       /* time for a process to end after it has closed its socket or retires */
    KILL_AGAIN_MS = 10      /* delay before a kill is requested again, after the zygote's socket was full */
};

static int64_t after_ms(int64_t ms)
{
    return clock_mono_ns() + ms * INT64_C(1000000);
}

void pool_arm(struct pool *pool, int64_t when)
{
    if (when >= pool->timer_ns)
        return;
    struct itimerspec spec = {.it_value = {.tv_sec = when / 1000000000, .tv_nsec = when % 1000000000}};
    pool->timer_ns = when;
    timerfd_settime(pool->timer, TFD_TIMER_ABSTIME, &spec, NULL);
}

void pool_wake(struct pool *pool)
{
    if (write(pool->event, &(uint64_t){1}, sizeof(uint64_t)) < 0)
        log_error("pool", "%s", strerror(errno));
}

static void unlink_idle(struct pool *pool, struct worker *worker)
{
    for (struct worker **at = &pool->idle; *at != NULL; at = &(*at)->next_idle)
        if (*at == worker) {
            *at = worker->next_idle;
            return;
        }
}

void worker_kill(struct pool *pool, struct worker *worker, enum kill_reason why)
{
    if (worker->state == WORKER_EMPTY || worker->killed)
        return;
    unlink_idle(pool, worker);
    worker->kill = why;
    worker->state = WORKER_DYING;
    worker->killed = zygote_kill(pool->zygote, worker->number, worker->ticket);
    worker->kill_ns = worker->killed ? 0 : after_ms(KILL_AGAIN_MS);
    if (!worker->killed)
        pool_arm(pool, worker->kill_ns);
}

void worker_linger(struct pool *pool, struct worker *worker)
{
    unlink_idle(pool, worker);
    worker->state = WORKER_DYING; /* the zygote will report how it ended */
    worker->kill_ns = after_ms(LINGER_MS);
    pool_arm(pool, worker->kill_ns);
}

/* ---- a new process ---- */

int64_t pool_retry_ms(unsigned failures)
{
    enum { RETRY_MIN_MS = 50, RETRY_MAX_MS = 5000 };
    int64_t ms = (int64_t)RETRY_MIN_MS << (failures < 7 ? failures : 7);
    return ms < RETRY_MAX_MS ? ms : RETRY_MAX_MS;
}

static void retry_later(struct pool *pool, struct worker *worker)
{
    worker->retry_ns = after_ms(pool_retry_ms(worker->failures++));
    pool_arm(pool, worker->retry_ns);
}

static void close_socket(struct worker *worker)
{
    if (worker->socket >= 0)
        close(worker->socket); /* which removes it from the epoll set too: there is no other copy */
    worker->socket = -1;
    frame_reader_release(&worker->reader);
}

/* Adds the socket to epoll before requesting the fork, so that no process runs unnoticed. theirs: the process's end of
 * the socket pair. Returns false with errno. */
static bool request_fork(struct pool *pool, struct worker *worker, int theirs)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = worker};
    if (epoll_ctl(pool->epoll, EPOLL_CTL_ADD, worker->socket, &event) != 0)
        return false;
    worker->ticket = zygote_request_fork(pool->zygote, worker->number, theirs);
    return worker->ticket != 0;
}

static bool start_process(struct pool *pool, struct worker *worker)
{
    int ends[2];
    const int bytes = SOCKET_BYTES;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    worker->socket = ends[0];
    bool asked = request_fork(pool, worker, ends[1]);
    int reason = errno;
    close(ends[1]);
    if (!asked)
        close_socket(worker);
    errno = reason;
    return asked;
}

void worker_fork(struct pool *pool, struct worker *worker)
{
    pthread_mutex_lock(&pool->lock);
    worker->retry_ns = 0;
    worker->kill = KILL_NONE;
    worker->killed = worker->was_ready = worker->worked = worker->cancelled = false;
    worker->limits = (struct frame_limits){{0}};
    if (start_process(pool, worker)) {
        worker->state = WORKER_STARTING;
        worker->kill_ns = after_ms(START_MAX_MS);
        pool_arm(pool, worker->kill_ns);
    } else {
        if (errno != EAGAIN && errno != EPIPE) /* the zygote is busy; or gone, which is reported elsewhere */
            log_error("no worker", "worker=%u reason=%s", worker->number, strerror(errno));
        retry_later(pool, worker);
    }
    pthread_mutex_unlock(&pool->lock);
}

/* ---- the end of a process ---- */

/* Under the lock. A process that has worked is replaced at once; one that died without work might do so again. */
static void worker_reset(struct pool *pool, struct worker *worker)
{
    unlink_idle(pool, worker);
    close_socket(worker);
    bytes_unref(worker->resume);
    worker->resume = NULL;
    worker->loads = worker->holds = false;
    worker->state = WORKER_EMPTY;
    worker->ticket = 0;
    worker->kill_ns = 0;
    pool->stats.workers -= worker->was_ready;
    pool->stats.replaced += worker->was_ready;
    if (worker->worked)
        worker->retry_ns = RETRY_NOW;
    else
        retry_later(pool, worker);
}

bool worker_ended(struct pool *pool, struct worker *worker, int wait_status)
{
    struct work_result result;
    pthread_mutex_lock(&pool->lock);
    struct work *work = worker->work;
    if (work != NULL) {
        exit_status_explain(pool, worker, wait_status, &result);
        exit_status_count(pool, worker, &result);
        result.line = atomic_load_explicit(&worker->flag->line, memory_order_relaxed);
        work->worker = NULL;
        worker->work = NULL;
        pool->stats.busy--;
    }
    if (worker->state != WORKER_EMPTY)
        worker_reset(pool, worker);
    if (pool->closing) /* the end of what close() killed is not reported */
        work = NULL;
    pthread_mutex_unlock(&pool->lock);
    if (work != NULL)
        pool->client.done(pool->client.context, work, &result);
    return work != NULL;
}
