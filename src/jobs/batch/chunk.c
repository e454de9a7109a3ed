/* The life of a chunk of lines.
 *
 * A worker receives as many lines of a chunk at once as it should solve in a few milliseconds, estimated from earlier
 * lines. So the cost of a message is small compared with that of its lines, a worker is soon free for other work, and
 * all workers end at about the same time. The lines that are not sent become a chunk of their own.
 *
 * Answers arrive in blocks while the chunk runs. A worker may return a chunk before its last line, when it has used up
 * its time or has grown. If the worker dies, the line that it was solving is suspected; but an earlier line in the same
 * process may have caused the death. So the suspected line is sent once more, alone, and the other lines without it. A
 * line at which a worker dies for the second time gets the reasons of both as its answer. A line that is first when its
 * worker ends for a reason that would only repeat gets the error at once; so does one that exceeded its time. */
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <jobs/dispatch/retry.h>
#include <jobs/state.h>

#include "answers.h"

enum {
    FIRST_LINES = 16,       /* lines sent at once while the time of a line is not known */
    CHUNK_MIN_NS = 1000000, /* solving the lines that are sent at once should take at least this long */
    CHUNK_MAX_NS = 5000000, /* and at most this long */
    DEATHS_MAX = 2          /* after more deaths of workers in a row, lines are sent one by one */
};

/* ---- lines ---- */

struct chunk *chunk_new(struct jobs_batch *batch)
{
    struct chunk *chunk = calloc(1, sizeof *chunk);
    if (chunk == NULL)
        return NULL;
    const struct batch_options *options = &batch->options;
    chunk->work = (struct work){.solver = options->solver,
                                .kind = WORK_CHUNK,
                                .format = options->format,
                                .want_text = options->want_text,
                                .members = batch->members != NULL ? bytes_ref(batch->members) : NULL,
                                .seed = options->seed,
                                .timeout_ms = batch->timeout_ms};
    chunk->core = batch->core;
    chunk->batch = batch;
    chunk->blocks_end = &chunk->blocks;
    return chunk;
}

void chunk_free(struct chunk *chunk)
{
    if (chunk == NULL)
        return;
    for (struct answer_block *block = chunk->blocks, *next; block != NULL; block = next) {
        next = block->next;
        free(block);
    }
    bytes_unref(chunk->buffer);
    bytes_unref(chunk->work.members);
    free(chunk->first_failure);
    free(chunk);
}

/* Inserts a chunk after `before` in the batch's list; NULL: at the front. */
static void chunk_insert_after(struct jobs_batch *batch, struct chunk *before, struct chunk *chunk)
{
    struct chunk **at = before != NULL ? &before->next : &batch->chunks;
    chunk->next = *at;
    *at = chunk;
    if (batch->last == before)
        batch->last = chunk;
}

static void chunk_set_lines(struct chunk *chunk, struct bytes *buffer, size_t from, size_t len, unsigned lines)
{
    chunk->buffer = bytes_ref(buffer);
    chunk->work.problem = buffer;
    chunk->from = from;
    chunk->len = len;
    chunk->lines = lines;
}

void chunk_append(struct chunk *chunk, struct bytes *buffer, size_t from, size_t len, unsigned lines)
{
    chunk_set_lines(chunk, buffer, from, len, lines);
    chunk_insert_after(chunk->batch, chunk->batch->last, chunk);
}

/* Returns the length in bytes of the chunk's first `lines` lines. */
static size_t chunk_bytes(const struct chunk *chunk, unsigned lines)
{
    const char *start = chunk->buffer->data + chunk->from, *end = start + chunk->len, *at = start;
    if (lines == chunk->lines)
        return chunk->len;
    while (lines-- > 0)
        at = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1;
    return (size_t)(at - start);
}

/* Moves the lines after the first `lines` into a new chunk. Returns false, and leaves the chunk whole, when `lines` is
 * 0 or without memory. */
static bool chunk_split(struct chunk *chunk, unsigned lines)
{
    if (lines == 0 || lines == chunk->lines)
        return lines != 0;
    struct chunk *rest = chunk_new(chunk->batch);
    if (rest == NULL)
        return false;
    size_t len = chunk_bytes(chunk, lines);
    chunk_set_lines(rest, chunk->buffer, chunk->from + len, chunk->len - len, chunk->lines - lines);
    chunk->len = len;
    chunk->lines = lines;
    chunk_insert_after(chunk->batch, chunk, rest);
    return true;
}

/* Removes the first lines, which have been answered. The buffer is released with the last line: an answered chunk may
 * wait long for delivery. */
static void chunk_drop_lines(struct chunk *chunk, unsigned lines)
{
    size_t len = chunk_bytes(chunk, lines);
    chunk->from += len;
    chunk->len -= len;
    chunk->lines -= lines;
    chunk->batch->unanswered_bytes -= len;
    if (chunk->lines > 0)
        return;
    bytes_unref(chunk->buffer);
    chunk->buffer = NULL;
    chunk->state = CHUNK_ANSWERED;
}

/* Answers every line that has no answer with this error. */
static void chunk_reject(struct chunk *chunk, enum nash_status status, const char *type, const char *detail)
{
    nash_fail_type(&chunk->error, status, type, "", "%s", detail);
    chunk->rejected = chunk->lines;
    chunk_drop_lines(chunk, chunk->lines);
}

void chunk_reject_draining(struct chunk *chunk)
{
    chunk_reject(chunk, NASH_BUSY, "draining", "The server is shutting down.");
}

/* ---- starting ---- */

static uint64_t lines_waiting(const struct jobs_batch *batch)
{
    uint64_t lines = 0;
    for (const struct chunk *chunk = batch->chunks; chunk != NULL; chunk = chunk->next)
        if (chunk->state == CHUNK_WAITING)
            lines += chunk->lines;
    return lines;
}

/* Returns how many of the waiting lines are a worker's share, such that they take CHUNK_MIN_NS to CHUNK_MAX_NS. */
static uint64_t fair_share(const struct jobs_batch *batch)
{
    unsigned workers = batch->core->options.workers;
    uint64_t line_ns = batch->line_ns != 0 ? batch->line_ns : CHUNK_MAX_NS / FIRST_LINES;
    uint64_t min = CHUNK_MIN_NS / line_ns, max = CHUNK_MAX_NS / line_ns;
    uint64_t share = lines_waiting(batch) / (workers > 0 ? workers : 1);
    return share < min ? min : share > max ? max : share;
}

static unsigned chunk_lines_to_send(const struct chunk *chunk)
{
    unsigned wanted = chunk->batch->options.chunk_lines;
    if (chunk->suspect || chunk->deaths > DEATHS_MAX)
        return 1;
    uint64_t lines = wanted != 0 ? wanted : fair_share(chunk->batch);
    lines = lines > CHUNK_LINES_MAX ? CHUNK_LINES_MAX : lines < 1 ? 1 : lines;
    return lines < chunk->lines ? (unsigned)lines : chunk->lines;
}

struct work *chunk_prepare(struct chunk *chunk)
{
    struct work *work = &chunk->work;
    work->lines = chunk_lines_to_send(chunk);
    work->from = chunk->from;
    work->len = chunk_bytes(chunk, work->lines);
    return work;
}

void chunk_started(struct chunk *chunk)
{
    struct jobs *jobs = chunk->core;
    chunk->state = CHUNK_RUNNING;
    chunk->started_ns = clock_mono_ns();
    chunk->answered = 0;
    chunk->answers_lost = false;
    chunk->next_running = jobs->chunks;
    chunk->link = &jobs->chunks;
    if (chunk->next_running != NULL)
        chunk->next_running->link = &chunk->next_running;
    jobs->chunks = chunk;
    jobs->chunks_started++;
    jobs->pool.started++;
    charge_begin(&jobs->flows, &chunk->charge, chunk->batch->flow, CLOCK_POOL, chunk->started_ns);
    chunk_split(chunk, chunk->work.lines); /* without memory, the rest waits until the sent lines are done */
    startable_remove(chunk->batch);
    startable_update(chunk->batch);
}

/* ---- answers ---- */

struct answer_block *answer_block_new(const char *data, size_t len, unsigned count)
{
    struct answer_block *block = malloc(sizeof *block + len);
    if (block == NULL)
        return NULL;
    block->next = NULL;
    block->len = len;
    block->count = count;
    memcpy(block->data, data, len);
    return block;
}

static void chunk_add_block(struct chunk *chunk, struct answer_block *block)
{
    *chunk->blocks_end = block;
    chunk->blocks_end = &block->next;
    chunk->batch->held_bytes += block->len;
}

void chunk_add_answers(struct chunk *chunk, struct answer_block *block)
{
    chunk->answers_lost |= block == NULL;
    if (chunk->batch == NULL || chunk->answers_lost) {
        free(block);
        return;
    }
    chunk->answered += block->count;
    chunk_add_block(chunk, block);
    deliverable_update(chunk->batch);
}

/* ---- the end of the work ---- */

/* Updates the running mean of a line's time, which follows a change within a few chunks. */
static void update_line_time(struct chunk *chunk)
{
    struct jobs_batch *batch = chunk->batch;
    if (chunk->answered == 0)
        return;
    uint64_t ns = (uint64_t)(clock_mono_ns() - chunk->started_ns) / chunk->answered + 1;
    batch->line_ns = batch->line_ns == 0 ? ns : (3 * batch->line_ns + ns) / 4;
}

/* Forgets the deaths at the first line, which is another one now. */
static void forget_deaths(struct chunk *chunk)
{
    chunk->suspect = false;
    chunk->work.kills = 0;
    free(chunk->first_failure);
    chunk->first_failure = NULL;
}

/* Answers the first line with the error of its worker's death. */
static void fail_first_line(struct chunk *chunk, const struct nash_error *error)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_error whole;
    retry_explain(&whole, error, chunk->first_failure);
    answers_add_error(&text, &whole);
    struct answer_block *block = text.failed ? NULL : answer_block_new(text.data, text.len, 1);
    nash_buf_free(&text);
    if (block == NULL) {
        chunk_reject(chunk, NASH_BUSY, "", "The server has no memory for this answer now.");
        return;
    }
    chunk_add_block(chunk, block);
    chunk_drop_lines(chunk, 1);
    forget_deaths(chunk);
}

/* Returns true when the line that the worker was solving gets the error as its answer: it was the first or only line
 * sent and so caused the worker's death, for the second time if another try may help; or it exceeded its time. */
static bool is_guilty(const struct chunk *chunk, const struct work_result *result)
{
    if (retry_may_help(result) && chunk->work.kills == 0)
        return false;
    return result->line == 0 || chunk->work.lines == 1 || strcmp(result->error.type, "runaway") == 0;
}

/* Handles the death of a worker at `line`, counted from the first line without an answer. guilty: see is_guilty(). */
static void handle_death(struct chunk *chunk, unsigned line, bool guilty, const struct work_result *result)
{
    if (line >= chunk->lines)
        line = 0;
    chunk->deaths++;
    if (line > 0) { /* the answers of the lines before it were lost with the worker */
        if (!chunk_split(chunk, line))
            return;
        chunk->next->deaths = chunk->deaths;
        chunk = chunk->next;
    }
    if (guilty) {
        fail_first_line(chunk, &result->error);
    } else {
        chunk->suspect = true;
        chunk->work.kills += retry_may_help(result);
        if (retry_may_help(result))
            retry_note_failure(&chunk->first_failure, &result->error);
    }
}

static void chunk_unlink_running(struct chunk *chunk)
{
    *chunk->link = chunk->next_running;
    if (chunk->next_running != NULL)
        chunk->next_running->link = chunk->link;
    chunk->core->chunks_started--;
    chunk->core->pool.started--;
    charge_end(&chunk->core->flows, &chunk->charge, clock_mono_ns());
}

void chunk_done(struct chunk *chunk, const struct work_result *result)
{
    struct jobs_batch *batch = chunk->batch;
    bool died = result->status != NASH_OK && result->stopped != NASH_STOP_CANCEL;
    unsigned line = result->line > chunk->answered ? result->line - chunk->answered : 0;
    chunk_unlink_running(chunk);
    if (batch == NULL) {
        chunk_free(chunk);
        return;
    }
    update_line_time(chunk);
    chunk->state = CHUNK_WAITING;
    if (chunk->answered > 0)
        forget_deaths(chunk);
    chunk_drop_lines(chunk, chunk->answered);
    if (died && chunk->lines > 0)
        handle_death(chunk, line, is_guilty(chunk, result), result);
    else
        chunk->deaths = 0;
    for (struct chunk *at = chunk; chunk->core->draining && at != NULL; at = at->next)
        if (at->state == CHUNK_WAITING)
            chunk_reject_draining(at);
    startable_update(batch);
    deliverable_update(batch);
}
