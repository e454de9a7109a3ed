/* What a worker says, and whether to believe it: every number within its range, JSON where JSON has to be, no more of
 * it than its limits allow, and nothing out of turn. Whoever errs is killed.
 *
 * Checks and callbacks run without the lock. While a slot is busy its execution is the pool thread's alone; only its
 * state may change, when close() kills it. */
#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <base/bytes.h>
#include <base/clock.h>
#include <base/utf8.h>
#include <jobs/answers.h>
#include <jobs/pool/slot.h>

enum {
    READ_BYTES = 64 << 10,  /* at a time */
    SAID_FREE = 1 << 20,    /* progress of a run: this much at once, */
    SAID_A_SECOND = 1 << 20 /* and this much each second on top */
};

static void kill_for(struct pool *pool, struct slot *slot, enum slot_kill why)
{
    pthread_mutex_lock(&pool->lock);
    slot_kill(pool, slot, why);
    pthread_mutex_unlock(&pool->lock);
}

/* Length of the well-formed beginning. */
static size_t utf8_span(const char *text, size_t len)
{
    size_t at = 0;
    for (size_t step; at < len && (step = utf8_length(text + at, len - at)) > 0;)
        at += step;
    return at;
}

/* ---- along the way ---- */

/* More than a run may say in its time? */
static bool is_flooding(struct slot *slot, size_t len)
{
    slot->progress_bytes += len + sizeof(struct frame_head);
    int64_t seconds = (clock_mono_ns() - slot->started_ns) / 1000000000;
    return slot->progress_bytes > SAID_FREE + (uint64_t)seconds * SAID_A_SECOND;
}

static void take_progress(struct pool *pool, struct slot *slot, const char *json, size_t len)
{
    if (is_flooding(slot, len))
        kill_for(pool, slot, KILL_FLOOD);
    else if (len == 0 || json[0] != '{' || nash_json_check(json, len, NULL) != NASH_OK)
        kill_for(pool, slot, KILL_STRANGE);
    else
        pool->client.progress(pool->client.context, slot->execution, json, len);
}

static void take_blob(struct pool *pool, struct slot *slot, const char *blob, size_t len)
{
    const char *end = memchr(blob, '\0', len);
    slot->blob_bytes += len;
    if (end == NULL || end == blob || utf8_span(blob, (size_t)(end - blob)) < (size_t)(end - blob))
        kill_for(pool, slot, KILL_STRANGE);
    else if (slot->blob_bytes > FRAME_BLOBS_MOST)
        kill_for(pool, slot, KILL_FLOOD);
    else
        pool->client.blob(pool->client.context, slot->execution, blob, end + 1, len - (size_t)(end + 1 - blob));
}

/* Answers to the next lines of a pack. The line it is at has its time, from now at the earliest. */
static void take_answers(struct pool *pool, struct slot *slot, const char *piece, size_t len)
{
    const struct execution *x = slot->execution;
    const struct answers_rules rules = {.count_most = x->lines - slot->answered,
                                        .len_most = x->solver->limits.result_bytes,
                                        .json = !x->want_text,
                                        .lines = x->want_text && x->solver->text_records};
    unsigned count, no_mem;
    bool valid = answers_check(piece, len, &rules, &count, &no_mem);
    pthread_mutex_lock(&pool->lock);
    if (!valid) {
        slot_kill(pool, slot, KILL_STRANGE);
    } else {
        slot->answered += count;
        pool->stats.out_of_memory += no_mem;
        if (!slot->cancelled)
            slot->kill_ns = slot_last_moment(pool, slot, clock_mono_ns());
    }
    pthread_mutex_unlock(&pool->lock);
    if (valid)
        pool->client.answers(pool->client.context, slot->execution, piece, len, count);
}

/* ---- the verdict ---- */

/* Ends within its room and is UTF-8 from now on; an honest one may have been cut within a character. */
static void mend_text(char *text, size_t room)
{
    text[room - 1] = '\0';
    size_t len = strlen(text);
    for (size_t at = 0; (at += utf8_span(text + at, len - at)) < len;)
        text[at] = '?';
}

static bool error_read(const char *payload, size_t len, struct execution_outcome *outcome)
{
    struct nash_error *error = &outcome->error;
    if (len != sizeof *error)
        return false;
    memcpy(error, payload, len);
    error->status = outcome->status;
    mend_text(error->type, sizeof error->type);
    mend_text(error->pointer, sizeof error->pointer);
    mend_text(error->detail, sizeof error->detail);
    return true;
}

static bool result_read(const struct slot *slot, const char *payload, size_t len, struct execution_outcome *outcome)
{
    if (len > slot->execution->solver->limits.result_bytes)
        return false;
    if (!slot->execution->want_text && nash_json_check(payload, len, NULL) != NASH_OK)
        return false;
    outcome->result = bytes_copy(payload, len);
    if (outcome->result == NULL)
        outcome->status = nash_fail(&outcome->error, NASH_BUSY, "", "The server has no memory for the result.");
    return true;
}

/* What the verdict says becomes the outcome; false when it makes no sense. */
static bool verdict_read(const struct slot *slot, const char *payload, size_t len, struct frame_verdict *verdict,
                         struct execution_outcome *outcome)
{
    if (len < sizeof *verdict)
        return false;
    memcpy(verdict, payload, sizeof *verdict);
    if (verdict->status > 0 || verdict->status < NASH_INTERNAL || verdict->final > 1 ||
        verdict->stopped > NASH_STOP_TEST)
        return false;
    *outcome = (struct execution_outcome){.status = (enum nash_status)verdict->status,
                                          .final = verdict->final,
                                          .stopped = (enum nash_stop_reason)verdict->stopped};
    payload += sizeof *verdict;
    len -= sizeof *verdict;
    if (slot->execution->lines > 0)
        return verdict->status == NASH_OK && len == 0;
    return verdict->status == NASH_OK ? result_read(slot, payload, len, outcome) : error_read(payload, len, outcome);
}

/* Under the lock: the run is over, its worker waits for the next one or leaves. */
static void set_free(struct pool *pool, struct slot *slot, bool retires)
{
    slot->execution->slot = NULL;
    slot->execution = NULL;
    slot->limits = (struct frame_limits){{0}};
    pool->stats.busy--;
    if (retires) {
        slot_linger(pool, slot);
        return;
    }
    slot->kill_ns = 0;
    slot->state = SLOT_IDLE;
    slot->next_idle = pool->idle;
    pool->idle = slot;
}

static bool take_result(struct pool *pool, struct slot *slot, const char *payload, size_t len)
{
    struct execution_outcome outcome = {0};
    struct execution *execution = slot->execution;
    struct frame_verdict verdict;
    bool valid = verdict_read(slot, payload, len, &verdict, &outcome);
    pthread_mutex_lock(&pool->lock);
    bool in_turn = slot->order_sent == slot->order_len && frame_reader_is_empty(&slot->reader);
    bool idled = execution->lines > 0 && slot->answered == 0 && !slot->cancelled; /* it would be asked for ever */
    bool told = slot->state == SLOT_BUSY && valid && in_turn && !idled;
    if (told) {
        pool->stats.out_of_memory += outcome.status == NASH_NOMEM;
        set_free(pool, slot, verdict.retires);
    } else {
        slot_kill(pool, slot, KILL_STRANGE); /* or close() was quicker */
    }
    pthread_mutex_unlock(&pool->lock);
    if (told)
        pool->client.done(pool->client.context, execution, &outcome);
    bytes_unref(outcome.result);
    return told && !verdict.retires;
}

/* ---- frames ---- */

static bool take_ready(struct pool *pool, struct slot *slot)
{
    pthread_mutex_lock(&pool->lock);
    bool ready = slot->state == SLOT_STARTING;
    if (ready) {
        slot->state = SLOT_IDLE;
        slot->was_ready = true;
        slot->kill_ns = 0;
        slot->failures = 0;
        slot->next_idle = pool->idle;
        pool->idle = slot;
        pool->stats.workers++;
    }
    pthread_mutex_unlock(&pool->lock);
    return ready;
}

/* One frame; true when the slot became free. */
static bool take_frame(struct pool *pool, struct slot *slot, enum slot_state state, enum frame_type type,
                       const char *payload, size_t len)
{
    if (type == FRAME_READY && state == SLOT_STARTING)
        return take_ready(pool, slot);
    if (type == FRAME_RESULT && state == SLOT_BUSY)
        return take_result(pool, slot, payload, len);
    if (type == FRAME_PROGRESS && state == SLOT_BUSY)
        take_progress(pool, slot, payload, len);
    else if (type == FRAME_BLOB && state == SLOT_BUSY)
        take_blob(pool, slot, payload, len);
    else if (type == FRAME_ANSWERS && state == SLOT_BUSY)
        take_answers(pool, slot, payload, len);
    else
        kill_for(pool, slot, KILL_STRANGE);
    return false;
}

static bool take_frames(struct pool *pool, struct slot *slot)
{
    bool freed = false;
    for (;;) {
        enum frame_type type;
        const char *payload;
        size_t len;
        enum frame_outcome outcome = FRAME_NONE;
        pthread_mutex_lock(&pool->lock);
        enum slot_state state = slot->state;
        if (state != SLOT_DYING && state != SLOT_EMPTY)
            outcome = frame_next(&slot->reader, &slot->limits, &type, &payload, &len);
        if (outcome == FRAME_TOO_LONG || outcome == FRAME_STRANGE)
            slot_kill(pool, slot, outcome == FRAME_TOO_LONG ? KILL_FLOOD : KILL_STRANGE);
        pthread_mutex_unlock(&pool->lock);
        if (outcome != FRAME_WHOLE)
            return freed;
        freed |= take_frame(pool, slot, state, type, payload, len);
    }
}

/* The worker has closed its end: it is dead, or about to be. */
static void end_of_stream(struct pool *pool, struct slot *slot)
{
    pthread_mutex_lock(&pool->lock);
    if (slot->state != SLOT_DYING && slot->state != SLOT_EMPTY)
        slot_linger(pool, slot);
    pthread_mutex_unlock(&pool->lock);
    epoll_ctl(pool->epoll, EPOLL_CTL_DEL, slot->socket, NULL);
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
    if (got <= 0) {
        end_of_stream(pool, slot);
        return false;
    }
    pthread_mutex_lock(&pool->lock);
    bool heard = slot->state != SLOT_DYING;
    if (heard && !frame_reader_add(&slot->reader, piece, (size_t)got)) {
        slot_kill(pool, slot, KILL_FLOOD);
        heard = false;
    }
    pthread_mutex_unlock(&pool->lock);
    return heard && take_frames(pool, slot);
}
