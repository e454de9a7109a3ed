/* Receives frames from a worker process. Each frame is checked: numbers within their range, JSON where JSON is
 * required, no more output than the limits allow, and nothing out of turn. A process that violates this is killed.
 *
 * Checks and callbacks run without the lock. While a worker is busy, its work belongs to the pool's thread; only its
 * state may change, when close() kills it. */
#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <base/bytes.h>
#include <base/clock.h>
#include <base/utf8.h>
#include <jobs/batch/answers.h>
#include <jobs/pool/hold.h>

#include "worker.h"

enum {
    READ_BYTES = 64 << 10,         /* bytes read at once */
    PROGRESS_FREE_BYTES = 1 << 20, /* bytes of progress that each work may send at any time, */
    PROGRESS_BYTES_PER_S = 1 << 20 /* and further bytes for each second of solving */
};

static void lock_and_kill(struct pool *pool, struct worker *worker, enum kill_reason why)
{
    pthread_mutex_lock(&pool->lock);
    worker_kill(pool, worker, why);
    pthread_mutex_unlock(&pool->lock);
}

/* ---- before the end ---- */

/* Counts a progress frame. Returns true when the progress of this work exceeds its allowance. */
static bool is_flooding(struct worker *worker, size_t len)
{
    worker->progress_bytes += len + sizeof(struct frame_head);
    int64_t seconds = (clock_mono_ns() - worker->started_ns) / 1000000000;
    return worker->progress_bytes > PROGRESS_FREE_BYTES + (uint64_t)seconds * PROGRESS_BYTES_PER_S;
}

static void receive_progress(struct pool *pool, struct worker *worker, const char *json, size_t len)
{
    if (is_flooding(worker, len))
        lock_and_kill(pool, worker, KILL_OUTPUT);
    else if (len == 0 || json[0] != '{' || nash_json_check(json, len, NULL) != NASH_OK)
        lock_and_kill(pool, worker, KILL_PROTOCOL);
    else
        pool->client.progress(pool->client.context, worker->work, json, len);
}

static void receive_blob(struct pool *pool, struct worker *worker, const char *blob, size_t len)
{
    const char *end = memchr(blob, '\0', len);
    if (end == NULL || !is_blob_name(blob)) {
        lock_and_kill(pool, worker, KILL_PROTOCOL);
        return;
    }
    len -= (size_t)(end + 1 - blob);
    if (blob_count_add(&worker->blobs, blob, len, clock_mono_ns() - worker->started_ns) != NASH_OK)
        lock_and_kill(pool, worker, KILL_OUTPUT);
    else
        pool->client.blob(pool->client.context, worker->work, blob, end + 1, len);
}

/* Checks and passes on the answers of a chunk's next lines. Sets a new deadline: the line that is being solved may take
 * its full time from now. */
static void receive_answers(struct pool *pool, struct worker *worker, const char *block, size_t len)
{
    const struct work *work = worker->work;
    const struct answers_rules rules = {.count_max = work->lines - worker->answered,
                                        .len_max = work->solver->limits.result_bytes,
                                        .json = !work->want_text,
                                        .lines = work->want_text && work->solver->text_next != NULL};
    unsigned count, no_mem;
    bool valid = answers_check(block, len, &rules, &count, &no_mem);
    pthread_mutex_lock(&pool->lock);
    if (!valid) {
        worker_kill(pool, worker, KILL_PROTOCOL);
    } else {
        worker->answered += count;
        pool->stats.out_of_memory += no_mem;
        if (!worker->cancelled)
            worker->kill_ns = worker_deadline_ns(pool, worker, clock_mono_ns());
    }
    pthread_mutex_unlock(&pool->lock);
    if (valid)
        pool->client.answers(pool->client.context, worker->work, block, len, count);
}

/* ---- the result ---- */

/* Ends the text within `room` bytes and replaces what is not UTF-8 by '?'. Even a correct worker may have truncated it
 * within a character. */
static void repair_text(char *text, size_t room)
{
    text[room - 1] = '\0';
    size_t len = strlen(text);
    for (size_t at = 0; (at += utf8_span(text + at, len - at)) < len;)
        text[at] = '?';
}

static bool result_error_parse(const char *payload, size_t len, struct work_result *result)
{
    struct nash_error *error = &result->error;
    if (len != sizeof *error)
        return false;
    memcpy(error, payload, len);
    error->status = result->status;
    repair_text(error->type, sizeof error->type);
    repair_text(error->pointer, sizeof error->pointer);
    repair_text(error->detail, sizeof error->detail);
    return true;
}

static bool result_body_parse(const struct worker *worker, const char *payload, size_t len, struct work_result *result)
{
    if (len > worker->work->solver->limits.result_bytes)
        return false;
    if (!worker->work->want_text && nash_json_check(payload, len, NULL) != NASH_OK)
        return false;
    result->result = bytes_copy(payload, len);
    if (result->result == NULL)
        result->status = nash_fail(&result->error, NASH_BUSY, "", "The server has no memory for the result.");
    return true;
}

/* Reads a FRAME_RESULT; returns false when it is invalid. */
static bool result_parse(const struct worker *worker, const char *payload, size_t len, struct frame_result *head,
                         struct work_result *result)
{
    if (len < sizeof *head)
        return false;
    memcpy(head, payload, sizeof *head);
    if (head->status > 0 || head->status < NASH_INTERNAL || head->final > 1 || head->stopped > NASH_STOP_TEST)
        return false;
    *result = (struct work_result){.status = (enum nash_status)head->status,
                                   .final = head->final,
                                   .stopped = (enum nash_stop_reason)head->stopped};
    payload += sizeof *head;
    len -= sizeof *head;
    if (worker->work->kind == WORK_CHUNK)
        return head->status == NASH_OK && len == 0;
    if (worker->work->kind == WORK_READING && head->status == NASH_OK)
        return false; /* a problem that could be read is reported by FRAME_READ */
    return head->status == NASH_OK ? result_body_parse(worker, payload, len, result)
                                   : result_error_parse(payload, len, result);
}

/* Under the lock. Detaches the work; the worker becomes idle, or retires. */
static void worker_set_free(struct pool *pool, struct worker *worker, bool retires)
{
    worker->work->worker = NULL;
    worker->work = NULL;
    worker->limits = (struct frame_limits){{0}};
    pool->stats.busy--;
    if (retires) {
        worker_linger(pool, worker);
        return;
    }
    worker->kill_ns = 0;
    worker->state = WORKER_IDLE;
    worker->next_idle = pool->idle;
    pool->idle = worker;
}

/* Returns true when the worker has become free. */
static bool receive_result(struct pool *pool, struct worker *worker, const char *payload, size_t len)
{
    struct work_result result = {0};
    struct work *work = worker->work;
    struct frame_result head;
    bool valid = result_parse(worker, payload, len, &head, &result);
    pthread_mutex_lock(&pool->lock);
    bool in_turn = worker->sent_bytes == worker->frame_bytes && frame_reader_is_empty(&worker->reader);
    /* A chunk that is returned without any answer would be sent again for ever. */
    bool no_progress = work->kind == WORK_CHUNK && worker->answered == 0 && !worker->cancelled;
    bool accepted = worker->state == WORKER_BUSY && valid && in_turn && !no_progress;
    if (accepted) {
        pool->stats.out_of_memory += result.status == NASH_NOMEM;
        worker_set_free(pool, worker, head.retires);
    } else {
        worker_kill(pool, worker, KILL_PROTOCOL); /* does nothing if close() has killed it meanwhile */
    }
    pthread_mutex_unlock(&pool->lock);
    if (accepted)
        pool->client.done(pool->client.context, work, &result);
    bytes_unref(result.result);
    return accepted && !head.retires;
}

/* ---- frames ---- */

static bool receive_ready(struct pool *pool, struct worker *worker)
{
    pthread_mutex_lock(&pool->lock);
    bool ready = worker->state == WORKER_STARTING;
    if (ready) {
        worker->state = WORKER_IDLE;
        pool->stats.workers += !worker->was_ready; /* it was, if it has only dropped a problem */
        worker->was_ready = true;
        worker->kill_ns = 0;
        worker->failures = 0;
        worker->next_idle = pool->idle;
        pool->idle = worker;
    }
    pthread_mutex_unlock(&pool->lock);
    return ready;
}

/* Handles one frame; returns true when the worker has become free. */
static bool receive_frame(struct pool *pool, struct worker *worker, enum worker_state state, enum frame_type type,
                          const char *payload, size_t len)
{
    if (type == FRAME_READY && state == WORKER_STARTING)
        return receive_ready(pool, worker);
    if (type == FRAME_RESULT && state == WORKER_BUSY)
        return receive_result(pool, worker, payload, len);
    if (type == FRAME_PROGRESS && state == WORKER_BUSY)
        receive_progress(pool, worker, payload, len);
    else if (type == FRAME_BLOB && state == WORKER_BUSY)
        receive_blob(pool, worker, payload, len);
    else if (type == FRAME_ANSWERS && state == WORKER_BUSY)
        receive_answers(pool, worker, payload, len);
    else if (type == FRAME_READ && state == WORKER_BUSY)
        hold_begin(pool, worker, payload, len);
    else
        lock_and_kill(pool, worker, KILL_PROTOCOL);
    return false;
}

static bool receive_frames(struct pool *pool, struct worker *worker)
{
    bool freed = false;
    for (;;) {
        enum frame_type type;
        const char *payload;
        size_t len;
        enum frame_status status = FRAME_NONE;
        pthread_mutex_lock(&pool->lock);
        enum worker_state state = worker->state;
        if (state != WORKER_DYING && state != WORKER_EMPTY)
            status = frame_next(&worker->reader, &worker->limits, &type, &payload, &len);
        if (status == FRAME_TOO_LONG || status == FRAME_INVALID)
            worker_kill(pool, worker, status == FRAME_TOO_LONG ? KILL_OUTPUT : KILL_PROTOCOL);
        pthread_mutex_unlock(&pool->lock);
        if (status != FRAME_COMPLETE)
            return freed;
        freed |= receive_frame(pool, worker, state, type, payload, len);
    }
}

/* Called when the process has closed its socket: it is dead, or about to be. */
static void handle_end_of_stream(struct pool *pool, struct worker *worker)
{
    pthread_mutex_lock(&pool->lock);
    if (worker->state != WORKER_DYING && worker->state != WORKER_EMPTY)
        worker_linger(pool, worker);
    pthread_mutex_unlock(&pool->lock);
    epoll_ctl(pool->epoll, EPOLL_CTL_DEL, worker->socket, NULL);
}

bool worker_read(struct pool *pool, struct worker *worker)
{
    char block[READ_BYTES];
    ssize_t got;
    do
        got = recv(worker->socket, block, sizeof block, MSG_DONTWAIT);
    while (got < 0 && errno == EINTR);
    if (got < 0 && errno == EAGAIN)
        return false;
    if (got <= 0) {
        handle_end_of_stream(pool, worker);
        return false;
    }
    pthread_mutex_lock(&pool->lock);
    bool alive = worker->state != WORKER_DYING;
    if (alive && !frame_reader_add(&worker->reader, block, (size_t)got)) {
        worker_kill(pool, worker, KILL_OUTPUT);
        alive = false;
    }
    pthread_mutex_unlock(&pool->lock);
    return alive && receive_frames(pool, worker);
}
