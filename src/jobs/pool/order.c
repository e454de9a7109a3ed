/* Orders to a worker. Head, order and problem leave in one call, from the thread that starts the run; what the socket
 * does not take at once follows when it can, straight from the execution, which stays as it is until its end. */
#include <errno.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <base/clock.h>
#include <jobs/answers.h>
#include <jobs/pool/slot.h>

/* The kind's place in the registry: what both ends know it by. */
static uint16_t kind_index(const struct nash_solver *solver)
{
    size_t count, i = 0;
    const struct nash_solver *const *kinds = nash_kinds(&count);
    while (i + 1 < count && kinds[i] != solver)
        i++;
    return (uint16_t)i;
}

static void watch(struct pool *pool, struct slot *slot, bool writing)
{
    struct epoll_event event = {.events = writing ? EPOLLIN | EPOLLOUT : EPOLLIN, .data.ptr = slot};
    epoll_ctl(pool->epoll, EPOLL_CTL_MOD, slot->socket, &event);
}

/* What it takes of the rest; -1 with errno. */
static ssize_t send_some(struct slot *slot)
{
    size_t len, start = slot->order_sent < sizeof slot->order ? slot->order_sent : sizeof slot->order;
    size_t skip = slot->order_sent - start;
    const char *text = execution_text(slot->execution, &len);
    struct iovec parts[] = {{(char *)&slot->order + start, sizeof slot->order - start},
                            {(void *)(uintptr_t)(text + skip), len - skip}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    ssize_t sent;
    do
        sent = sendmsg(slot->socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (sent < 0 && errno == EINTR);
    if (sent > 0)
        slot->order_sent += (size_t)sent;
    return sent;
}

void slot_flush(struct pool *pool, struct slot *slot)
{
    ssize_t sent = 0;
    while (slot->state == SLOT_BUSY && slot->order_sent < slot->order_len && sent >= 0)
        sent = send_some(slot);
    if (sent >= 0 || errno != EAGAIN)
        watch(pool, slot, false); /* all is said, or it is dying and its end will be told */
}

static void set_limits(struct slot *slot, const struct execution *x)
{
    size_t answer = x->solver->limits.result_bytes;
    if (answer < sizeof(struct nash_error))
        answer = sizeof(struct nash_error);
    slot->limits = (struct frame_limits){{0}};
    if (x->lines > 0) {
        slot->limits.most[FRAME_ANSWERS] = (uint32_t)(FRAME_ANSWERS_FULL + sizeof(struct answer_head) + answer);
        slot->limits.most[FRAME_RESULT] = sizeof(struct frame_verdict);
        return;
    }
    slot->limits.most[FRAME_PROGRESS] = FRAME_PROGRESS_MOST;
    slot->limits.most[FRAME_BLOB] = FRAME_BLOBS_MOST;
    slot->limits.most[FRAME_RESULT] = (uint32_t)(sizeof(struct frame_verdict) + answer);
}

static void prepare_order(struct slot *slot, const struct execution *x)
{
    size_t len;
    execution_text(x, &len);
    slot->order_sent = 0;
    slot->order_len = sizeof slot->order + len;
    slot->order = (struct frame_solve){
        .head = {.len = (uint32_t)(sizeof slot->order.order + len), .type = FRAME_SOLVE},
        .order = {.seed = x->seed,
                  .timeout_ms = x->timeout_ms,
                  .kind = kind_index(x->solver),
                  .format = (uint8_t)x->format,
                  .want_text = x->want_text,
                  .lines = x->lines},
    };
}

int64_t slot_last_moment(const struct pool *pool, const struct slot *slot, int64_t from)
{
    const struct execution *x = slot->execution;
    return from +
           ((int64_t)x->timeout_ms + pool->runaway_ms + (x->lines > 0 ? FRAME_ANSWERS_MS : 0)) * INT64_C(1000000);
}

bool slot_start(struct pool *pool, struct slot *slot, struct execution *execution)
{
    slot->execution = execution;
    slot->cancelled = false;
    slot->progress_bytes = slot->blob_bytes = 0;
    slot->answered = 0;
    set_limits(slot, execution);
    prepare_order(slot, execution);
    atomic_store_explicit(&slot->flag->cancel, 0, memory_order_relaxed); /* the send below orders both before the run */
    atomic_store_explicit(&slot->flag->line, 0, memory_order_relaxed);
    if (send_some(slot) < 0 && errno != EAGAIN) {
        slot->execution = NULL;
        slot_linger(pool, slot);
        return false;
    }
    slot->state = SLOT_BUSY;
    slot->worked = true;
    slot->started_ns = clock_mono_ns();
    slot->kill_ns = slot_last_moment(pool, slot, slot->started_ns);
    execution->slot = slot;
    pool->stats.busy++;
    pool_arm(pool, slot->kill_ns);
    if (slot->order_sent < slot->order_len)
        watch(pool, slot, true);
    return true;
}
