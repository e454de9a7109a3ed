#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <base/clock.h>
#include <base/log.h>
#include <jobs/pool/slot.h>

enum {
    SOCKET_BYTES = 1 << 20,   /* kernel buffer: most orders leave in one piece */
    READ_BYTES = 64 << 10,    /* at a time */
    PROGRESS_MOST = 64 << 10, /* one progress object */
    BLOB_MOST = 256 << 20,    /* one by-product, its name included */
    SAID_FREE = 1 << 20,      /* progress of a run: this much at once, */
    SAID_A_SECOND = 1 << 20,  /* and this much each second on top */
    RETRY_FIRST_MS = 50,      /* a process that does not start is tried again, */
    RETRY_MOST_MS = 5000,     /* ever more seldom */
    START_MOST_MS = 30000,    /* to become READY */
    LINGER_MS = 1000          /* from the end of its socket to its own */
};

static int64_t after_ms(int64_t ms)
{
    return clock_mono_ns() + ms * INT64_C(1000000);
}

/* ---- sending ---- */

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

void slot_flush(struct pool *pool, struct slot *slot)
{
    while (slot->out_sent < slot->out.len) {
        ssize_t sent = send(slot->socket, slot->out.data + slot->out_sent, slot->out.len - slot->out_sent,
                            MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0 && errno == EAGAIN)
            return;
        if (sent < 0)
            break; /* it is dying; its end will be told */
        slot->out_sent += (size_t)sent;
    }
    nash_buf_free(&slot->out);
    slot->out_sent = 0;
    watch(pool, slot, false);
}

/* Sends head, order and problem in one call; what does not fit waits in slot->out. */
static void send_order(struct pool *pool, struct slot *slot)
{
    const struct execution *x = slot->execution;
    struct frame_order order = {.seed = x->seed,
                                .timeout_ms = x->timeout_ms,
                                .kind = kind_index(x->solver),
                                .format = (uint8_t)x->format,
                                .want_text = x->want_text};
    struct frame_head head = {.len = (uint32_t)(sizeof order + x->problem->len), .type = FRAME_SOLVE};
    struct iovec parts[] = {{&head, sizeof head}, {&order, sizeof order}, {x->problem->data, x->problem->len}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 3};
    ssize_t sent;
    do
        sent = sendmsg(slot->socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (sent < 0 && errno == EINTR);
    size_t done = sent > 0 ? (size_t)sent : 0;
    if (done == sizeof head + sizeof order + x->problem->len || (sent < 0 && errno != EAGAIN))
        return; /* all of it, or it is dying */
    nash_buf_add(&slot->out, &head, sizeof head);
    nash_buf_add(&slot->out, &order, sizeof order);
    nash_buf_add(&slot->out, x->problem->data, x->problem->len);
    if (slot->out.failed) /* no memory: this worker cannot be used, the run ends with it */
        slot_kill(slot, KILL_NONE);
    slot->out_sent = done;
    watch(pool, slot, true);
}

void slot_start(struct pool *pool, struct slot *slot, struct execution *execution)
{
    uint32_t result_most = sizeof(struct frame_verdict) + sizeof(struct nash_error);
    size_t result_bytes = execution->solver->limits.result_bytes + sizeof(struct frame_verdict);
    slot->state = SLOT_BUSY;
    slot->execution = execution;
    slot->cancelled = false;
    slot->kill = KILL_NONE;
    slot->said = 0;
    slot->limits.most[FRAME_PROGRESS] = PROGRESS_MOST;
    slot->limits.most[FRAME_BLOB] = BLOB_MOST;
    slot->limits.most[FRAME_RESULT] = result_bytes > result_most ? (uint32_t)result_bytes : result_most;
    slot->started_ns = clock_mono_ns();
    slot->kill_ns = slot->started_ns + ((int64_t)execution->timeout_ms + pool->runaway_ms) * INT64_C(1000000);
    execution->slot = slot;
    atomic_store_explicit(&slot->flag->cancel, 0, memory_order_relaxed); /* the send below orders it before the run */
    pool->stats.busy++;
    pool_arm(pool, slot->kill_ns);
    send_order(pool, slot);
}

void slot_kill(struct slot *slot, enum slot_kill why)
{
    bool killed = slot->state == SLOT_DYING && slot->kill_ns == 0;
    if (slot->state == SLOT_EMPTY || killed)
        return;
    slot->kill = why;
    slot->kill_ns = 0;
    slot->state = SLOT_DYING;
    if (slot->pidfd >= 0)
        syscall(SYS_pidfd_send_signal, slot->pidfd, SIGKILL, NULL, 0);
}

/* ---- a process for the slot ---- */

static void retry_later(struct pool *pool, struct slot *slot)
{
    unsigned shift = slot->failures < 7 ? slot->failures : 7;
    int64_t ms = (int64_t)RETRY_FIRST_MS << shift;
    slot->state = SLOT_EMPTY;
    slot->failures++;
    slot->retry_ns = after_ms(ms < RETRY_MOST_MS ? ms : RETRY_MOST_MS);
    pool_arm(pool, slot->retry_ns);
}

void slot_fork(struct pool *pool, struct slot *slot)
{
    int ends[2];
    const int bytes = SOCKET_BYTES;
    pthread_mutex_lock(&pool->lock);
    slot->retry_ns = 0;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        log_error("no socket for a worker", "slot=%u reason=%s", slot->number, strerror(errno));
        retry_later(pool, slot);
        pthread_mutex_unlock(&pool->lock);
        return;
    }
    setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    slot->socket = ends[0];
    slot->state = SLOT_STARTING;
    slot->kill = KILL_NONE;
    slot->was_ready = false;
    slot->limits = (struct frame_limits){{0}};
    slot->started_ns = clock_mono_ns();
    slot->kill_ns = after_ms(START_MOST_MS);
    pool_arm(pool, slot->kill_ns);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = slot};
    if (!zygote_ask(pool->zygote, slot->number, ends[1]) ||
        epoll_ctl(pool->epoll, EPOLL_CTL_ADD, slot->socket, &event) != 0)
        log_error("no worker", "slot=%u reason=%s", slot->number, strerror(errno));
    pthread_mutex_unlock(&pool->lock);
    close(ends[1]);
}

/* ---- what the worker says ---- */

/* More than a run may say in its time? */
static bool is_flooding(struct slot *slot, size_t len)
{
    slot->said += len + sizeof(struct frame_head);
    int64_t seconds = (clock_mono_ns() - slot->started_ns) / 1000000000;
    return slot->said > SAID_FREE + (uint64_t)seconds * SAID_A_SECOND;
}

static bool take_progress(struct pool *pool, struct slot *slot, const char *json, size_t len)
{
    if (is_flooding(slot, len)) {
        slot_kill(slot, KILL_FLOOD);
        return false;
    }
    if (nash_json_check(json, len, NULL) != NASH_OK || len == 0 || json[0] != '{') {
        slot_kill(slot, KILL_STRANGE);
        return false;
    }
    pthread_mutex_unlock(&pool->lock);
    pool->client.progress(pool->client.context, slot->execution, json, len);
    pthread_mutex_lock(&pool->lock);
    return true;
}

static bool take_blob(struct pool *pool, struct slot *slot, const char *blob, size_t len)
{
    const char *end = memchr(blob, '\0', len);
    if (end == NULL || end == blob || len > BLOB_MOST - slot->said) {
        slot_kill(slot, end == NULL ? KILL_STRANGE : KILL_FLOOD);
        return false;
    }
    slot->said += len;
    pthread_mutex_unlock(&pool->lock);
    pool->client.blob(pool->client.context, slot->execution, blob, end + 1, len - (size_t)(end + 1 - blob));
    pthread_mutex_lock(&pool->lock);
    return true;
}

/* What the verdict says becomes the outcome; false when it makes no sense. */
static bool verdict_read(const struct slot *slot, const char *payload, size_t len, struct execution_outcome *outcome)
{
    struct frame_verdict verdict;
    if (len < sizeof verdict)
        return false;
    memcpy(&verdict, payload, sizeof verdict);
    payload += sizeof verdict;
    len -= sizeof verdict;
    *outcome = (struct execution_outcome){
        .status = (enum nash_status)verdict.status, .final = verdict.final, .stopped = verdict.stopped};
    if (verdict.status == NASH_OK) {
        if (!slot->execution->want_text && nash_json_check(payload, len, NULL) != NASH_OK)
            return false;
        outcome->result = bytes_copy(payload, len);
        if (outcome->result == NULL)
            outcome->status = nash_fail(&outcome->error, NASH_BUSY, "", "The server has no memory for the result.");
        return true;
    }
    if (len != sizeof outcome->error || verdict.status > 0 || verdict.status < NASH_INTERNAL)
        return false;
    memcpy(&outcome->error, payload, len);
    outcome->error.status = outcome->status;
    outcome->error.type[sizeof outcome->error.type - 1] = '\0';
    outcome->error.pointer[sizeof outcome->error.pointer - 1] = '\0';
    outcome->error.detail[sizeof outcome->error.detail - 1] = '\0';
    return true;
}

static bool take_result(struct pool *pool, struct slot *slot, const char *payload, size_t len)
{
    struct execution_outcome outcome;
    struct execution *execution = slot->execution;
    if (slot->out_sent < slot->out.len || !verdict_read(slot, payload, len, &outcome)) {
        slot_kill(slot, KILL_STRANGE);
        return false;
    }
    if (outcome.status == NASH_NOMEM)
        pool->stats.out_of_memory++;
    slot->execution = NULL;
    slot->state = SLOT_IDLE;
    slot->kill_ns = 0;
    slot->limits = (struct frame_limits){{0}};
    slot->next_idle = pool->idle;
    pool->idle = slot;
    pool->stats.busy--;
    execution->slot = NULL;
    pthread_mutex_unlock(&pool->lock);
    pool->client.done(pool->client.context, execution, &outcome);
    bytes_unref(outcome.result);
    pthread_mutex_lock(&pool->lock);
    return true;
}

static bool take_ready(struct pool *pool, struct slot *slot)
{
    slot->state = SLOT_IDLE;
    slot->was_ready = true;
    slot->kill_ns = 0;
    slot->failures = 0;
    slot->next_idle = pool->idle;
    pool->idle = slot;
    pool->stats.workers++;
    return true;
}

/* One frame, under the lock; true when the slot became free. */
static bool take_frame(struct pool *pool, struct slot *slot, enum frame_type type, const char *payload, size_t len)
{
    if (type == FRAME_READY && slot->state == SLOT_STARTING)
        return take_ready(pool, slot);
    if (type == FRAME_SOLVE || type == FRAME_READY || slot->state != SLOT_BUSY) {
        slot_kill(slot, KILL_STRANGE);
        return false;
    }
    if (type == FRAME_RESULT)
        return take_result(pool, slot, payload, len);
    if (type == FRAME_BLOB)
        take_blob(pool, slot, payload, len);
    else
        take_progress(pool, slot, payload, len);
    return false;
}

static bool take_frames(struct pool *pool, struct slot *slot)
{
    bool freed = false;
    pthread_mutex_lock(&pool->lock);
    while (slot->state != SLOT_DYING && slot->state != SLOT_EMPTY) {
        enum frame_type type;
        const char *payload;
        size_t len;
        enum frame_outcome outcome = frame_next(&slot->reader, &slot->limits, &type, &payload, &len);
        if (outcome == FRAME_NONE)
            break;
        if (outcome == FRAME_WHOLE)
            freed |= take_frame(pool, slot, type, payload, len);
        else
            slot_kill(slot, outcome == FRAME_TOO_LONG ? KILL_FLOOD : KILL_STRANGE);
    }
    pthread_mutex_unlock(&pool->lock);
    return freed;
}

bool slot_read(struct pool *pool, struct slot *slot)
{
    static _Thread_local char piece[READ_BYTES];
    ssize_t got;
    do
        got = recv(slot->socket, piece, sizeof piece, MSG_DONTWAIT);
    while (got < 0 && errno == EINTR);
    if (got < 0 && errno == EAGAIN)
        return false;
    if (got <= 0) { /* it has closed its end: dead, or about to be */
        pthread_mutex_lock(&pool->lock);
        if (slot->state != SLOT_DYING && slot->state != SLOT_EMPTY) {
            slot->state = SLOT_DYING; /* how, the zygote will say */
            slot->kill_ns = after_ms(LINGER_MS);
            pool_arm(pool, slot->kill_ns);
        }
        pthread_mutex_unlock(&pool->lock);
        epoll_ctl(pool->epoll, EPOLL_CTL_DEL, slot->socket, NULL);
        return false;
    }
    if (!frame_reader_add(&slot->reader, piece, (size_t)got)) {
        pthread_mutex_lock(&pool->lock);
        slot_kill(slot, KILL_FLOOD);
        pthread_mutex_unlock(&pool->lock);
        return false;
    }
    return take_frames(pool, slot);
}

/* ---- the end of a process ---- */

static void unlink_idle(struct pool *pool, struct slot *slot)
{
    for (struct slot **at = &pool->idle; *at != NULL; at = &(*at)->next_idle)
        if (*at == slot) {
            *at = slot->next_idle;
            return;
        }
}

bool slot_ended(struct pool *pool, struct slot *slot, int wait_status)
{
    struct execution_outcome outcome;
    pthread_mutex_lock(&pool->lock);
    if (slot->state == SLOT_EMPTY) {
        pthread_mutex_unlock(&pool->lock);
        return false;
    }
    struct execution *execution = slot->execution;
    unlink_idle(pool, slot);
    if (execution != NULL) {
        ending_explain(slot, wait_status, &outcome);
        ending_count(pool, slot, &outcome);
        execution->slot = NULL;
        slot->execution = NULL;
        pool->stats.busy--;
    }
    pool->stats.workers -= slot->was_ready;
    pool->stats.replaced++;
    epoll_ctl(pool->epoll, EPOLL_CTL_DEL, slot->socket, NULL);
    close(slot->socket);
    if (slot->pidfd >= 0)
        close(slot->pidfd);
    slot->socket = slot->pidfd = -1;
    nash_buf_free(&slot->out);
    slot->out_sent = 0;
    frame_reader_release(&slot->reader);
    slot->state = SLOT_EMPTY;
    slot->kill_ns = 0;
    if (!slot->was_ready)
        retry_later(pool, slot);
    else
        slot->retry_ns = 1; /* at once */
    pthread_mutex_unlock(&pool->lock);
    if (execution != NULL)
        pool->client.done(pool->client.context, execution, &outcome);
    return execution != NULL;
}
