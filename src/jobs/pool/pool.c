/* The pool: N slots, one thread that listens to all workers, the zygote and the clock.
 *
 * An order goes to an idle worker straight from the thread that starts it; answers come to the pool's thread, which
 * tells the client. A run that outlives its budget, or its grace after a cancel, is killed by that thread's timer: the
 * timer is armed for the earliest deadline when it is set, and looked over when it goes off, so that a start costs no
 * system call but the send. */
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
#include <jobs/pool/pool.h>
#include <jobs/pool/slot.h>

void pool_arm(struct pool *pool, int64_t when)
{
    if (when >= pool->timer_ns)
        return;
    struct itimerspec spec = {.it_value = {.tv_sec = when / 1000000000, .tv_nsec = when % 1000000000}};
    pool->timer_ns = when;
    timerfd_settime(pool->timer, TFD_TIMER_ABSTIME, &spec, NULL);
}

/* ---- the thread ---- */

/* The first deadline of a slot, or INT64_MAX. */
static int64_t slot_due(const struct slot *slot)
{
    if (slot->state == SLOT_EMPTY) /* none once the zygote is gone */
        return slot->retry_ns != 0 ? slot->retry_ns : INT64_MAX;
    return slot->kill_ns != 0 ? slot->kill_ns : INT64_MAX;
}

static void kill_late(struct pool *pool, struct slot *slot)
{
    if (slot->state == SLOT_STARTING)
        slot_kill(pool, slot, KILL_START);
    else if (slot->state == SLOT_DYING) /* it closed its socket and lives on, or a kill has to be said again */
        slot_kill(pool, slot, slot->kill != KILL_NONE ? slot->kill : KILL_MUTE);
    else
        slot_kill(pool, slot, slot->cancelled ? KILL_CANCEL : KILL_RUNAWAY);
}

/* Kills what is late, refills what is empty, sets the timer for what comes next. */
static void look_over(struct pool *pool)
{
    int64_t now = clock_mono_ns(), next = INT64_MAX;
    for (unsigned i = 0; i < pool->count; i++) {
        struct slot *slot = &pool->slots[i];
        pthread_mutex_lock(&pool->lock);
        bool due = slot_due(slot) <= now, refill = due && slot->state == SLOT_EMPTY && !pool->closing;
        if (due && slot->state != SLOT_EMPTY)
            kill_late(pool, slot);
        pthread_mutex_unlock(&pool->lock);
        if (refill)
            slot_fork(pool, slot);
    }
    pthread_mutex_lock(&pool->lock);
    for (unsigned i = 0; i < pool->count; i++)
        if (slot_due(&pool->slots[i]) < next)
            next = slot_due(&pool->slots[i]);
    pool->timer_ns = INT64_MAX;
    if (next != INT64_MAX)
        pool_arm(pool, next);
    pthread_mutex_unlock(&pool->lock);
}

/* The end of the zygote is the end of all its workers, and there will be no more. */
static void zygote_gone(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    bool closing = pool->closing;
    pool->zygote_gone = true;
    pool->idle = NULL;
    pool->stats.workers = 0;
    for (unsigned i = 0; i < pool->count; i++)
        pool->slots[i].was_ready = false;
    pthread_mutex_unlock(&pool->lock);
    if (!closing)
        log_error("the zygote has died", "no job can be run any more; restart the server");
    epoll_ctl(pool->epoll, EPOLL_CTL_DEL, zygote_fd(pool->zygote), NULL);
    for (unsigned i = 0; i < pool->count; i++) {
        slot_ended(pool, &pool->slots[i], W_EXITCODE(0, SIGKILL));
        pthread_mutex_lock(&pool->lock);
        pool->slots[i].retry_ns = 0;
        pthread_mutex_unlock(&pool->lock);
    }
}

/* A cancelled run's worker is killed, and one that has grown leaves, as a matter of course; every other end is worth a
 * line. */
static void tell_end(struct pool *pool, const struct slot *slot, const struct zygote_event *event)
{
    static const char *const why[] = {"",
                                      "",
                                      " killed: its time was over",
                                      " killed: it said too much",
                                      " killed: it said nonsense",
                                      " killed: it had closed its socket",
                                      " killed: it did not start"};
    pthread_mutex_lock(&pool->lock);
    enum slot_kill kill = slot->kill;
    bool retired = event->detail == 0 && slot->execution == NULL;
    pthread_mutex_unlock(&pool->lock);
    if (kill != KILL_CANCEL && !retired)
        log_warn("worker died", "slot=%u pid=%d wait_status=0x%x%s", slot->number, (int)event->pid,
                 (unsigned)event->detail, why[kill]);
}

static bool is_dying(struct pool *pool, const struct slot *slot)
{
    pthread_mutex_lock(&pool->lock);
    bool dying = slot->state == SLOT_DYING;
    pthread_mutex_unlock(&pool->lock);
    return dying;
}

/* What it said before it died counts, up to the end of its stream. Nobody writes there any more. */
static bool read_rest(struct pool *pool, struct slot *slot)
{
    enum { PIECES_MOST = 64 }; /* many times what a socket holds */
    bool ended = false;
    for (int i = 0; i < PIECES_MOST && !is_dying(pool, slot); i++)
        ended |= slot_read(pool, slot);
    return ended;
}

static bool take_event(struct pool *pool, const struct zygote_event *event)
{
    struct slot *slot = &pool->slots[event->slot];
    bool ended = false;
    if (event->ticket != slot->ticket)
        return false; /* of a pool before this one */
    switch (event->type) {
    case ZYGOTE_FORKED:
        log_debug("worker", "slot=%u pid=%d", slot->number, (int)event->pid);
        return false;
    case ZYGOTE_NOT_FORKED:
        log_error("no worker", "slot=%u reason=%s", slot->number, strerror(event->detail));
        return slot_ended(pool, slot, 0);
    case ZYGOTE_ENDED:
        ended = read_rest(pool, slot);
        tell_end(pool, slot, event);
        return slot_ended(pool, slot, event->detail) || ended;
    }
    return false;
}

static bool read_zygote(struct pool *pool)
{
    struct zygote_event event;
    bool ended = false;
    int got;
    while ((got = zygote_next(pool->zygote, &event)) > 0)
        ended |= take_event(pool, &event);
    if (got < 0)
        zygote_gone(pool);
    return ended;
}

static bool handle(struct pool *pool, const struct epoll_event *event)
{
    uint64_t count;
    if (event->data.ptr == &pool->timer) {
        if (read(pool->timer, &count, sizeof count) < 0 && errno != EAGAIN)
            log_error("timer", "%s", strerror(errno));
        return false; /* looked over after each round */
    }
    if (event->data.ptr == &pool->zygote)
        return read_zygote(pool);
    if (event->data.ptr == &pool->event)
        return false;
    struct slot *slot = event->data.ptr;
    if (slot->socket < 0)
        return false; /* ended in this very round */
    if (event->events & EPOLLOUT) {
        pthread_mutex_lock(&pool->lock);
        slot_flush(pool, slot);
        pthread_mutex_unlock(&pool->lock);
    }
    return (event->events & (EPOLLIN | EPOLLHUP | EPOLLERR)) && slot_read(pool, slot);
}

static bool is_closing(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    bool closing = pool->closing;
    pthread_mutex_unlock(&pool->lock);
    return closing;
}

/* Is anything due before the timer says so? */
static bool something_due(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    bool due = clock_mono_ns() >= pool->timer_ns;
    for (unsigned i = 0; i < pool->count && !due; i++)
        due = pool->slots[i].state == SLOT_EMPTY && pool->slots[i].retry_ns == AT_ONCE;
    pthread_mutex_unlock(&pool->lock);
    return due;
}

static void *pool_main(void *pointer)
{
    struct pool *pool = pointer;
    struct epoll_event events[64];
    look_over(pool);
    while (!is_closing(pool)) {
        int count = epoll_wait(pool->epoll, events, 64, -1);
        bool freed = false;
        for (int i = 0; i < count; i++)
            freed |= handle(pool, &events[i]);
        if (something_due(pool))
            look_over(pool);
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
        return nash_fail(error, NASH_INTERNAL, "", "the pool's thread cannot be made: %s", strerror(errno));
    pool->running = true;
    return NASH_OK;
}

static bool pool_start(struct executor *executor, struct execution *execution)
{
    struct pool *pool = (struct pool *)executor;
    bool started = false;
    pthread_mutex_lock(&pool->lock);
    while (!started && !pool->closing && pool->idle != NULL) {
        struct slot *slot = pool->idle;
        pool->idle = slot->next_idle;
        started = slot_start(pool, slot, execution);
    }
    pthread_mutex_unlock(&pool->lock);
    return started;
}

static void pool_cancel(struct executor *executor, struct execution *execution)
{
    struct pool *pool = (struct pool *)executor;
    pthread_mutex_lock(&pool->lock);
    struct slot *slot = execution->slot;
    if (slot != NULL && slot->execution == execution && slot->state == SLOT_BUSY && !slot->cancelled) {
        int64_t last = clock_mono_ns() + pool->grace_ms * INT64_C(1000000);
        slot->cancelled = true;
        atomic_store_explicit(&slot->flag->cancel, 1, memory_order_relaxed);
        if (last < slot->kill_ns)
            slot->kill_ns = last;
        pool_arm(pool, slot->kill_ns);
    }
    pthread_mutex_unlock(&pool->lock);
}

static void pool_stats(struct executor *executor, struct executor_stats *stats)
{
    struct pool *pool = (struct pool *)executor;
    pthread_mutex_lock(&pool->lock);
    *stats = pool->stats;
    pthread_mutex_unlock(&pool->lock);
}

static void pool_free(struct pool *pool)
{
    for (unsigned i = 0; pool->slots != NULL && i < pool->count; i++) {
        struct slot *slot = &pool->slots[i];
        if (slot->socket >= 0)
            close(slot->socket);
        frame_reader_release(&slot->reader);
    }
    free(pool->slots);
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
        slot_kill(pool, &pool->slots[i], KILL_CANCEL);
    pthread_mutex_unlock(&pool->lock);
    if (pool->running) {
        if (write(pool->event, &(uint64_t){1}, sizeof(uint64_t)) < 0)
            log_error("pool", "%s", strerror(errno));
        pthread_join(pool->thread, NULL);
    }
    pool_free(pool);
}

static bool listen_to(struct pool *pool, int fd, void *mark)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = mark};
    return fd >= 0 && epoll_ctl(pool->epoll, EPOLL_CTL_ADD, fd, &event) == 0;
}

struct executor *pool_new(const struct jobs_options *options, struct zygote *zygote, struct nash_error *error)
{
    struct pool *pool = calloc(1, sizeof *pool);
    if (pool == NULL) {
        nash_fail(error, NASH_NOMEM, "", "no memory for the worker pool");
        return NULL;
    }
    *pool = (struct pool){
        .executor = {pool_open, pool_start, pool_cancel, pool_stats, pool_close},
        .zygote = zygote,
        .count = zygote_slots(zygote),
        .grace_ms = options->grace_ms,
        .runaway_ms = options->runaway_ms,
        .epoll = epoll_create1(EPOLL_CLOEXEC),
        .event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK),
        .timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK),
        .timer_ns = INT64_MAX,
    };
    pthread_mutex_init(&pool->lock, NULL);
    pool->slots = calloc(pool->count, sizeof *pool->slots);
    for (unsigned i = 0; pool->slots != NULL && i < pool->count; i++)
        pool->slots[i] = (struct slot){.number = i, .flag = zygote_flag(zygote, i), .socket = -1, .retry_ns = AT_ONCE};
    if (pool->slots != NULL && listen_to(pool, pool->event, &pool->event) &&
        listen_to(pool, pool->timer, &pool->timer) && listen_to(pool, zygote_fd(zygote), &pool->zygote))
        return &pool->executor;
    nash_fail(error, NASH_INTERNAL, "", "the worker pool cannot be made: %s", strerror(errno));
    pool_free(pool);
    return NULL;
}
