#include "hold.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include <base/clock.h>
#include <base/utf8.h>
#include <store/webhook.h>

enum {
    HOLD_MAX_MS = 30000,  /* time for the core to decide; it looks the problem up in the store meanwhile */
    FORGET_MAX_MS = 30000 /* time for the process to become idle after FRAME_DROP */
};
static const uint64_t seed_max = (UINT64_C(1) << 53) - 1; /* the largest that a request can have */

static int64_t after_ms(int64_t ms)
{
    return clock_mono_ns() + ms * INT64_C(1000000);
}

/* ---- FRAME_READ ---- */

static bool is_tags(const char *json, size_t len)
{
    return len == 0 || nash_tags_check(json, len);
}

/* Returns whether this may be the URL of a webhook; whether it is allowed is checked later. */
static bool is_webhook(const char *url, size_t len)
{
    return len < WEBHOOK_URL_MAX && utf8_span(url, len) == len && memchr(url, '\0', len) == NULL;
}

/* Reads a FRAME_READ into *out, which points into the payload; returns false when it is invalid. */
static bool reading_parse(const struct nash_solver *solver, const char *payload, size_t len, struct work_reading *out)
{
    struct frame_read frame;
    if (len < sizeof frame)
        return false;
    memcpy(&frame, payload, sizeof frame);
    payload += sizeof frame;
    len -= sizeof frame;
    if (frame.timeout_ms == 0 || frame.timeout_ms > solver->limits.time_ms_max || frame.priority < NASH_PRIORITY_MIN ||
        frame.priority > NASH_PRIORITY_MAX || frame.seed > seed_max || frame.fresh > 1 || frame.distributed > 1 ||
        frame.resumable > 1 || frame.background > 1 || frame.webhook_len > len ||
        !is_webhook(payload, frame.webhook_len) || !is_tags(payload + frame.webhook_len, len - frame.webhook_len))
        return false;
    const char *webhook = payload;
    payload += frame.webhook_len;
    len -= frame.webhook_len;
    *out = (struct work_reading){.key = frame.key,
                                 .fingerprint = frame.fingerprint,
                                 .seed = frame.seed,
                                 .timeout_ms = frame.timeout_ms,
                                 .priority = frame.priority,
                                 .fresh = frame.fresh,
                                 .distributed = frame.distributed,
                                 .resumable = frame.resumable,
                                 .background = frame.background,
                                 .webhook = frame.webhook_len > 0 ? webhook : NULL,
                                 .webhook_len = frame.webhook_len,
                                 .tags = len > 0 ? payload : NULL,
                                 .tags_len = len};
    return true;
}

void hold_begin(struct pool *pool, struct worker *worker, const char *payload, size_t len)
{
    struct work *work = worker->work;
    struct work_reading reading;
    bool valid = reading_parse(work->solver, payload, len, &reading);
    pthread_mutex_lock(&pool->lock);
    bool in_turn = worker->sent_bytes == worker->frame_bytes && frame_reader_is_empty(&worker->reader);
    bool holds = worker->state == WORKER_BUSY && valid && in_turn;
    if (holds) {
        worker->holds = true;
        worker->limits = (struct frame_limits){{0}}; /* whatever it sends now is out of turn */
        worker->kill_ns = after_ms(HOLD_MAX_MS);
        pool_arm(pool, worker->kill_ns);
    } else {
        worker_kill(pool, worker, KILL_PROTOCOL); /* does nothing if close() has killed it meanwhile */
    }
    pthread_mutex_unlock(&pool->lock);
    if (holds)
        pool->client.read(pool->client.context, work, &reading);
}

/* ---- the decision ---- */

/* Under the lock. Returns the worker that holds the problem, or NULL if it has died. */
static struct worker *holder(const struct pool *pool, const struct work *reading)
{
    struct worker *worker = reading->worker;
    bool holds = worker != NULL && worker->work == reading && worker->state == WORKER_BUSY && worker->holds;
    return holds && !pool->closing ? worker : NULL;
}

/* Under the lock. Sends the prepared head, with this type and without a problem. The socket is empty, since the worker
 * has received all before it, so the head is sent whole or the process is dead. */
static bool send_head(struct worker *worker, enum frame_type type)
{
    struct frame_solve head = worker->frame;
    head.head = (struct frame_head){.len = sizeof head.work, .type = type};
    ssize_t sent;
    do
        sent = send(worker->socket, &head, sizeof head, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)sizeof head;
}

static bool hold_adopt(struct executor *executor, struct work *reading, struct work *work)
{
    struct pool *pool = (struct pool *)executor;
    pthread_mutex_lock(&pool->lock);
    struct worker *worker = holder(pool, reading);
    bool adopted = false;
    if (worker != NULL) {
        worker_prepare(worker, work);
        worker->loads = false;
        worker->frame_bytes = worker->sent_bytes = sizeof worker->frame;
        adopted = send_head(worker, FRAME_GO);
        if (adopted) {
            reading->worker = NULL;
            work->worker = worker;
            worker->started_ns = clock_mono_ns();
            worker->kill_ns = worker_deadline_ns(pool, worker, worker->started_ns);
            pool_arm(pool, worker->kill_ns);
        } else {
            worker->work = reading;
            worker_linger(pool, worker);
        }
    }
    pthread_mutex_unlock(&pool->lock);
    return adopted;
}

static bool hold_drop(struct executor *executor, struct work *reading)
{
    struct pool *pool = (struct pool *)executor;
    pthread_mutex_lock(&pool->lock);
    struct worker *worker = holder(pool, reading);
    if (worker != NULL) {
        worker->holds = false;
        worker->work = NULL;
        reading->worker = NULL;
        pool->stats.busy--;
        if (send_head(worker, FRAME_DROP)) {
            worker->state = WORKER_STARTING; /* FRAME_READY follows */
            worker->kill_ns = after_ms(FORGET_MAX_MS);
            pool_arm(pool, worker->kill_ns);
        } else {
            worker_linger(pool, worker);
        }
    }
    pthread_mutex_unlock(&pool->lock);
    return worker != NULL;
}

const struct executor_reading pool_reading = {.adopt = hold_adopt, .drop = hold_drop};
