/* The life of a slot's process: asked for, killed, ended, asked for again. */
#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <base/clock.h>
#include <base/log.h>
#include <jobs/pool/slot.h>

enum {
    SOCKET_BYTES = 1 << 20, /* kernel buffer: most orders leave in one piece */
    RETRY_FIRST_MS = 50,    /* a process that does not start is tried again, */
    RETRY_MOST_MS = 5000,   /* ever more seldom */
    START_MOST_MS = 30000,  /* to become READY */
    LINGER_MS = 1000,       /* from the end of its socket to its own */
    KILL_AGAIN_MS = 10      /* the zygote's mailbox was full */
};

static int64_t after_ms(int64_t ms)
{
    return clock_mono_ns() + ms * INT64_C(1000000);
}

static void unlink_idle(struct pool *pool, struct slot *slot)
{
    for (struct slot **at = &pool->idle; *at != NULL; at = &(*at)->next_idle)
        if (*at == slot) {
            *at = slot->next_idle;
            return;
        }
}

void slot_kill(struct pool *pool, struct slot *slot, enum slot_kill why)
{
    if (slot->state == SLOT_EMPTY || slot->killed)
        return;
    unlink_idle(pool, slot);
    slot->kill = why;
    slot->state = SLOT_DYING;
    slot->killed = zygote_kill(pool->zygote, slot->number, slot->ticket);
    slot->kill_ns = slot->killed ? 0 : after_ms(KILL_AGAIN_MS);
    if (!slot->killed)
        pool_arm(pool, slot->kill_ns);
}

void slot_linger(struct pool *pool, struct slot *slot)
{
    unlink_idle(pool, slot);
    slot->state = SLOT_DYING; /* how it ended, the zygote will say */
    slot->kill_ns = after_ms(LINGER_MS);
    pool_arm(pool, slot->kill_ns);
}

/* ---- a process for the slot ---- */

static void retry_later(struct pool *pool, struct slot *slot)
{
    unsigned shift = slot->failures < 7 ? slot->failures : 7;
    int64_t ms = (int64_t)RETRY_FIRST_MS << shift;
    slot->failures++;
    slot->retry_ns = after_ms(ms < RETRY_MOST_MS ? ms : RETRY_MOST_MS);
    pool_arm(pool, slot->retry_ns);
}

static void close_socket(struct slot *slot)
{
    if (slot->socket >= 0)
        close(slot->socket); /* which takes it out of the epoll set too: nobody else holds it */
    slot->socket = -1;
    frame_reader_release(&slot->reader);
}

/* Hears before it asks: a process that nobody could hear would be lost. False with errno. */
static bool ask(struct pool *pool, struct slot *slot, int theirs)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = slot};
    if (epoll_ctl(pool->epoll, EPOLL_CTL_ADD, slot->socket, &event) != 0)
        return false;
    slot->ticket = zygote_ask(pool->zygote, slot->number, theirs);
    return slot->ticket != 0;
}

static bool make_process(struct pool *pool, struct slot *slot)
{
    int ends[2];
    const int bytes = SOCKET_BYTES;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    slot->socket = ends[0];
    bool asked = ask(pool, slot, ends[1]);
    int reason = errno;
    close(ends[1]);
    if (!asked)
        close_socket(slot);
    errno = reason;
    return asked;
}

void slot_fork(struct pool *pool, struct slot *slot)
{
    pthread_mutex_lock(&pool->lock);
    slot->retry_ns = 0;
    slot->kill = KILL_NONE;
    slot->killed = slot->was_ready = slot->worked = slot->cancelled = false;
    slot->limits = (struct frame_limits){{0}};
    if (make_process(pool, slot)) {
        slot->state = SLOT_STARTING;
        slot->kill_ns = after_ms(START_MOST_MS);
        pool_arm(pool, slot->kill_ns);
    } else {
        if (errno != EAGAIN && errno != EPIPE) /* the zygote is busy, or gone, which is told elsewhere */
            log_error("no worker", "slot=%u reason=%s", slot->number, strerror(errno));
        retry_later(pool, slot);
    }
    pthread_mutex_unlock(&pool->lock);
}

/* ---- the end of a process ---- */

/* Under the lock. Whoever did its work is replaced at once; who died of nothing might do so again. */
static void empty(struct pool *pool, struct slot *slot)
{
    unlink_idle(pool, slot);
    close_socket(slot);
    slot->state = SLOT_EMPTY;
    slot->ticket = 0;
    slot->kill_ns = 0;
    pool->stats.workers -= slot->was_ready;
    pool->stats.replaced += slot->was_ready;
    if (slot->worked)
        slot->retry_ns = AT_ONCE;
    else
        retry_later(pool, slot);
}

bool slot_ended(struct pool *pool, struct slot *slot, int wait_status)
{
    struct execution_outcome outcome;
    pthread_mutex_lock(&pool->lock);
    struct execution *execution = slot->execution;
    if (execution != NULL) {
        ending_explain(pool, slot, wait_status, &outcome);
        ending_count(pool, slot, &outcome);
        outcome.line = atomic_load_explicit(&slot->flag->line, memory_order_relaxed);
        execution->slot = NULL;
        slot->execution = NULL;
        pool->stats.busy--;
    }
    if (slot->state != SLOT_EMPTY)
        empty(pool, slot);
    if (pool->closing) /* what close() killed is not told */
        execution = NULL;
    pthread_mutex_unlock(&pool->lock);
    if (execution != NULL)
        pool->client.done(pool->client.context, execution, &outcome);
    return execution != NULL;
}
