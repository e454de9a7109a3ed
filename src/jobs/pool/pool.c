/* The pool: N workers, and one thread that polls their sockets, the zygote and the clock.
 *
 * Work goes to an idle worker straight from the thread that starts it; answers come to the pool's thread, which calls
 * the client. Work that exceeds its time limit, or its grace period after a cancel, is killed by that thread's timer.
 * The timer is set for the earliest deadline, and the deadlines are checked when it expires, so that a start costs no
 * system call besides the send. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <base/clock.h>
#include <base/log.h>
#include <jobs/dispatch/slices.h>
#include <jobs/pool/hold.h>
#include <jobs/pool/pool.h>

#include "exit_status.h"
#include "worker.h"

enum { BACKGROUND_GRACE = 10 }; /* factor of the grace period: it stores a large blob before it ends */
static const int64_t zygote_steady_ns = INT64_C(10000000000);

/* ---- the thread ---- */

/* Returns the worker's next deadline, or INT64_MAX. */
static int64_t worker_due_ns(const struct worker *worker)
{
    if (worker->state == WORKER_EMPTY) /* no retry while the zygote is gone */
        return worker->retry_ns != 0 ? worker->retry_ns : INT64_MAX;
    if (worker->state == WORKER_BUSY && worker->slice_ns != 0)
        return worker->slice_ns;
    return worker->kill_ns != 0 ? worker->kill_ns : INT64_MAX;
}

/* Requests that the worker stops its work, and sets the time at which it is killed otherwise. Under the lock. */
static void stop_work(struct pool *pool, struct worker *worker, int64_t grace_ms)
{
    int64_t last = clock_mono_ns() + grace_ms * 1000000;
    worker->cancelled = true;
    worker->slice_ns = 0;
    atomic_store_explicit(&worker->flag->cancel, 1, memory_order_relaxed);
    if (last < worker->kill_ns)
        worker->kill_ns = last;
    pool_arm(pool, worker->kill_ns);
}

static void kill_late(struct pool *pool, struct worker *worker)
{
    if (worker->state == WORKER_STARTING)
        worker_kill(pool, worker, KILL_START);
    else if (worker->state ==
             WORKER_DYING) /* it closed its socket and lives on, or the kill has to be requested again */
        worker_kill(pool, worker, worker->kill != KILL_NONE ? worker->kill : KILL_CLOSED);
    else
        worker_kill(pool, worker, worker->cancelled ? KILL_CANCEL : KILL_RUNAWAY);
}

static bool poll_add(struct pool *pool, int fd, void *mark)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = mark};
    return fd >= 0 && epoll_ctl(pool->epoll, EPOLL_CTL_ADD, fd, &event) == 0;
}

/* Starts the zygote again when that is due. All workers are empty, so no other thread uses the zygote meanwhile. */
static void restart_zygote(struct pool *pool)
{
    int64_t now = clock_mono_ns();
    pthread_mutex_lock(&pool->lock);
    bool due = pool->zygote_retry_ns != 0 && pool->zygote_retry_ns <= now && !pool->closing;
    pthread_mutex_unlock(&pool->lock);
    if (!due)
        return;
    bool started = zygote_restart(pool->zygote) && poll_add(pool, zygote_fd(pool->zygote), &pool->zygote);
    int reason = errno;
    pthread_mutex_lock(&pool->lock);
    pool->zygote_started_ns = now;
    if (started) {
        pool->zygote_gone = false;
        pool->zygote_retry_ns = 0;
        pool->stats.zygote_restarts++;
        for (unsigned i = 0; i < pool->count; i++)
            pool->workers[i].retry_ns = RETRY_NOW;
    } else {
        pool->zygote_retry_ns = now + pool_retry_ms(pool->zygote_failures++) * INT64_C(1000000);
    }
    pthread_mutex_unlock(&pool->lock);
    if (!started)
        log_error("the process that starts the workers cannot be started", "reason=%s", strerror(reason));
}

/* Starts a zygote that has died, kills late workers, requests processes for empty ones, and sets the timer for the next
 * deadline. */
static void check_deadlines(struct pool *pool)
{
    restart_zygote(pool);
    int64_t now = clock_mono_ns(), next = INT64_MAX;
    for (unsigned i = 0; i < pool->count; i++) {
        struct worker *worker = &pool->workers[i];
        pthread_mutex_lock(&pool->lock);
        bool due = worker_due_ns(worker) <= now, refill = due && worker->state == WORKER_EMPTY && !pool->closing;
        if (due && worker->state == WORKER_BUSY && worker->slice_ns != 0)
            stop_work(pool, worker, SLICE_GRACE_MS);
        else if (due && worker->state != WORKER_EMPTY)
            kill_late(pool, worker);
        pthread_mutex_unlock(&pool->lock);
        if (refill)
            worker_fork(pool, worker);
    }
    pthread_mutex_lock(&pool->lock);
    if (pool->zygote_retry_ns != 0)
        next = pool->zygote_retry_ns;
    for (unsigned i = 0; i < pool->count; i++)
        if (worker_due_ns(&pool->workers[i]) < next)
            next = worker_due_ns(&pool->workers[i]);
    pool->timer_ns = INT64_MAX;
    if (next != INT64_MAX)
        pool_arm(pool, next);
    pthread_mutex_unlock(&pool->lock);
}

/* Handles the death of the zygote: all workers end with it, and it is started again. A delay that follows a zygote
 * which had run for a while begins at its least value. */
static void zygote_gone(struct pool *pool)
{
    int64_t now = clock_mono_ns();
    pthread_mutex_lock(&pool->lock);
    bool closing = pool->closing;
    if (now - pool->zygote_started_ns > zygote_steady_ns)
        pool->zygote_failures = 0;
    pool->zygote_gone = true;
    pool->zygote_retry_ns = now + pool_retry_ms(pool->zygote_failures++) * INT64_C(1000000);
    pool_arm(pool, pool->zygote_retry_ns);
    pool->idle = NULL;
    pool->stats.workers = 0;
    for (unsigned i = 0; i < pool->count; i++)
        pool->workers[i].was_ready = false;
    pthread_mutex_unlock(&pool->lock);
    if (!closing)
        log_error("the process that starts the workers has died", "it is started again");
    epoll_ctl(pool->epoll, EPOLL_CTL_DEL, zygote_fd(pool->zygote), NULL);
    for (unsigned i = 0; i < pool->count; i++) {
        worker_ended(pool, &pool->workers[i], W_EXITCODE(0, SIGKILL));
        pthread_mutex_lock(&pool->lock);
        pool->workers[i].retry_ns = 0;
        pthread_mutex_unlock(&pool->lock);
    }
}

/* Logs the end of a process, unless its work was cancelled or it has retired. */
static void log_end(struct pool *pool, const struct worker *worker, const struct zygote_event *event)
{
    static const char *const why[] = {"", /* by enum kill_reason */
                                      "",
                                      " killed: time limit exceeded",
                                      " killed: too much output",
                                      " killed: invalid message",
                                      " killed: it had closed its socket",
                                      " killed: not ready in time",
                                      " killed: its problem cannot be read"};
    pthread_mutex_lock(&pool->lock);
    enum kill_reason kill = worker->kill;
    bool retired = event->detail == 0 && worker->work == NULL;
    pthread_mutex_unlock(&pool->lock);
    int outside = kill == KILL_NONE ? exit_status_outside_signal(event->detail) : 0;
    if (outside != 0)
        log_warn("worker killed", "worker=%u pid=%d signal=%d from outside", worker->number, (int)event->pid, outside);
    else if (kill != KILL_CANCEL && !retired)
        log_warn("worker died", "worker=%u pid=%d wait_status=0x%x%s", worker->number, (int)event->pid,
                 (unsigned)event->detail, why[kill]);
}

static bool is_dying(struct pool *pool, const struct worker *worker)
{
    pthread_mutex_lock(&pool->lock);
    bool dying = worker->state == WORKER_DYING;
    pthread_mutex_unlock(&pool->lock);
    return dying;
}

/* Reads what the worker sent before it died, up to the end of its stream. No other process has the socket. Returns true
 * when the worker has become free. */
static bool read_rest(struct pool *pool, struct worker *worker)
{
    enum { READS_MAX = 64 }; /* many times what a socket holds */
    bool ended = false;
    for (int i = 0; i < READS_MAX && !is_dying(pool, worker); i++)
        ended |= worker_read(pool, worker);
    return ended;
}

static bool handle_zygote_event(struct pool *pool, const struct zygote_event *event)
{
    struct worker *worker = &pool->workers[event->worker];
    bool ended = false;
    if (event->type == ZYGOTE_READY) {
        log_info("the process that starts the workers is back", "pid=%d", (int)event->pid);
        return false;
    }
    if (event->type == ZYGOTE_FAILED) {
        log_error("the process that starts the workers cannot prepare the solvers", "reason=%s", event->reason);
        return false; /* its end follows */
    }
    if (event->ticket != worker->ticket)
        return false; /* an event of an earlier pool */
    switch (event->type) {
    case ZYGOTE_READY:
    case ZYGOTE_FAILED:
        break;
    case ZYGOTE_FORKED:
        log_debug("worker", "worker=%u pid=%d", worker->number, (int)event->pid);
        return false;
    case ZYGOTE_NOT_FORKED:
        log_error("no worker", "worker=%u reason=%s", worker->number, strerror(event->detail));
        return worker_ended(pool, worker, 0);
    case ZYGOTE_ENDED:
        ended = read_rest(pool, worker);
        log_end(pool, worker, event);
        return worker_ended(pool, worker, event->detail) || ended;
    }
    return false;
}

static bool handle_zygote(struct pool *pool)
{
    struct zygote_event event;
    bool ended = false;
    int got;
    while ((got = zygote_next(pool->zygote, &event)) > 0)
        ended |= handle_zygote_event(pool, &event);
    if (got < 0)
        zygote_gone(pool);
    return ended;
}

/* Handles one event of epoll. Returns true when a worker has become free. */
static bool handle_event(struct pool *pool, const struct epoll_event *event)
{
    uint64_t count;
    if (event->data.ptr == &pool->timer) {
        if (read(pool->timer, &count, sizeof count) < 0 && errno != EAGAIN)
            log_error("timer", "%s", strerror(errno));
        return false; /* deadlines are checked after each round */
    }
    if (event->data.ptr == &pool->zygote)
        return handle_zygote(pool);
    if (event->data.ptr == &pool->event) {
        if (read(pool->event, &count, sizeof count) < 0 && errno != EAGAIN)
            log_error("event", "%s", strerror(errno));
        for (unsigned i = 0; i < pool->count; i++)
            worker_load(pool, &pool->workers[i]);
        return false;
    }
    struct worker *worker = event->data.ptr;
    if (worker->socket < 0)
        return false; /* it ended earlier in this round */
    if (event->events & EPOLLOUT)
        worker_write(pool, worker);
    return (event->events & (EPOLLIN | EPOLLHUP | EPOLLERR)) && worker_read(pool, worker);
}

static bool is_closing(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    bool closing = pool->closing;
    pthread_mutex_unlock(&pool->lock);
    return closing;
}

/* Returns true when a deadline has passed, or an empty worker is to be forked at once. */
static bool is_anything_due(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    bool due = clock_mono_ns() >= pool->timer_ns;
    for (unsigned i = 0; i < pool->count && !due; i++)
        due = pool->workers[i].state == WORKER_EMPTY && pool->workers[i].retry_ns == RETRY_NOW;
    pthread_mutex_unlock(&pool->lock);
    return due;
}

static void *pool_main(void *pointer)
{
    struct pool *pool = pointer;
    struct epoll_event events[64];
    check_deadlines(pool);
    while (!is_closing(pool)) {
        int count = epoll_wait(pool->epoll, events, 64, -1);
        bool freed = false;
        for (int i = 0; i < count; i++)
            freed |= handle_event(pool, &events[i]);
        if (is_anything_due(pool))
            check_deadlines(pool);
        if (freed)
            pool->client.ready(pool->client.context);
    }
    return NULL;
}

/* ---- the executor ---- */

static enum nash_status pool_open(struct executor *executor, const struct executor_client *client,
                                  struct nash_error *error)
{
    struct pool *pool = (struct pool *)executor;
    pool->client = *client;
    if (pthread_create(&pool->thread, NULL, pool_main, pool) != 0)
        return nash_fail(error, NASH_INTERNAL, "", "cannot start the pool's thread: %s", strerror(errno));
    pool->running = true;
    return NASH_OK;
}

static bool pool_start(struct executor *executor, struct work *work)
{
    struct pool *pool = (struct pool *)executor;
    bool started = false;
    pthread_mutex_lock(&pool->lock);
    while (!started && !pool->closing && pool->idle != NULL) {
        struct worker *worker = pool->idle;
        pool->idle = worker->next_idle;
        started = worker_start(pool, worker, work);
    }
    pthread_mutex_unlock(&pool->lock);
    return started;
}

static void pool_cancel(struct executor *executor, struct work *work)
{
    struct pool *pool = (struct pool *)executor;
    pthread_mutex_lock(&pool->lock);
    struct worker *worker = work->worker;
    if (worker != NULL && worker->work == work && worker->state == WORKER_BUSY && !worker->cancelled) {
        int64_t grace_ms = (int64_t)pool->grace_ms * (work->background ? BACKGROUND_GRACE : 1);
        stop_work(pool, worker, grace_ms);
    }
    pthread_mutex_unlock(&pool->lock);
}

static void pool_stats(struct executor *executor, struct executor_stats *stats)
{
    struct pool *pool = (struct pool *)executor;
    pthread_mutex_lock(&pool->lock);
    *stats = pool->stats;
    stats->zygote_gone = pool->zygote_gone;
    pthread_mutex_unlock(&pool->lock);
}

static void pool_free(struct pool *pool)
{
    for (unsigned i = 0; pool->workers != NULL && i < pool->count; i++) {
        struct worker *worker = &pool->workers[i];
        if (worker->socket >= 0)
            close(worker->socket);
        bytes_unref(worker->resume);
        frame_reader_release(&worker->reader);
    }
    free(pool->workers);
    if (pool->epoll >= 0)
        close(pool->epoll);
    if (pool->event >= 0)
        close(pool->event);
    if (pool->timer >= 0)
        close(pool->timer);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

static void pool_close(struct executor *executor)
{
    struct pool *pool = (struct pool *)executor;
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    for (unsigned i = 0; i < pool->count; i++)
        worker_kill(pool, &pool->workers[i], KILL_CANCEL);
    pthread_mutex_unlock(&pool->lock);
    if (pool->running) {
        pool_wake(pool);
        pthread_join(pool->thread, NULL);
    }
    pool_free(pool);
}

struct executor *pool_new(const struct jobs_options *options, struct zygote *zygote, struct nash_error *error)
{
    struct pool *pool = calloc(1, sizeof *pool);
    if (pool == NULL) {
        nash_fail(error, NASH_NOMEM, "", "no memory for the worker pool");
        return NULL;
    }
    *pool = (struct pool){
        .executor = {.open = pool_open,
                     .start = pool_start,
                     .cancel = pool_cancel,
                     .stats = pool_stats,
                     .close = pool_close,
                     .reading = &pool_reading},
        .zygote = zygote,
        .count = zygote_workers(zygote),
        .grace_ms = options->grace_ms,
        .runaway_ms = options->runaway_ms,
        .epoll = epoll_create1(EPOLL_CLOEXEC),
        .event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK),
        .timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK),
        .timer_ns = INT64_MAX,
    };
    pthread_mutex_init(&pool->lock, NULL);
    pool->workers = calloc(pool->count, sizeof *pool->workers);
    for (unsigned i = 0; pool->workers != NULL && i < pool->count; i++)
        pool->workers[i] =
            (struct worker){.number = i, .flag = zygote_flag(zygote, i), .socket = -1, .retry_ns = RETRY_NOW};
    if (pool->workers != NULL && poll_add(pool, pool->event, &pool->event) &&
        poll_add(pool, pool->timer, &pool->timer) && poll_add(pool, zygote_fd(zygote), &pool->zygote))
        return &pool->executor;
    nash_fail(error, NASH_INTERNAL, "", "cannot create the worker pool: %s", strerror(errno));
    pool_free(pool);
    return NULL;
}
