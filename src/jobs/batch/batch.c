/* Batches: many small problems without rows and ids, answered in the order of their lines.
 *
 * The thread that adds lines copies them into a buffer, without a lock. A flush turns them into a chunk (chunk.c),
 * which goes to the executor unparsed. So a line costs one copy; all other work is done once for each chunk. A batch
 * takes no further lines while its window is full (lines without a delivered answer, and their bytes). The delivery
 * thread (delivery.c) delivers the answers in order. */
#include <stdlib.h>
#include <string.h>

#include <jobs/state.h>
#include <jobs/submit/request.h>

enum { WINDOW_MAX = 1 << 20 /* lines */ };

/* ---- start ---- */

struct jobs_batch *batch_start(struct jobs *jobs, const struct batch_options *options, struct nash_error *error)
{
    if (options->format == NASH_FORMAT_TEXT && options->solver->parse_text == NULL) {
        nash_fail_type(error, NASH_INVALID, "not-found", "", "%s has no text form; use /v1/batch with JSON lines.",
                       options->solver->kind);
        return NULL;
    }
    struct jobs_batch *batch = calloc(1, sizeof *batch);
    if (batch != NULL && options->members != NULL)
        batch->members = bytes_copy(options->members, options->members_len);
    if (batch == NULL || (options->members != NULL && batch->members == NULL)) {
        free(batch);
        nash_fail(error, NASH_NOMEM, "", "The server has no memory for another batch now.");
        return NULL;
    }
    batch->core = jobs;
    batch->options = *options;
    batch->timeout_ms = job_timeout_ms(options->solver, options->timeout_ms);
    if (options->window == 0)
        batch->options.window = batch_default_window(jobs);
    if (batch->options.window > WINDOW_MAX)
        batch->options.window = WINDOW_MAX;
    jobs_lock(jobs);
    batch->flow = flow_use(&jobs->flows, options->flow != NULL ? options->flow : "");
    batch->options.flow = NULL; /* the caller's */
    batch->next = jobs->batches;
    batch->link = &jobs->batches;
    if (batch->next != NULL)
        batch->next->link = &batch->next;
    jobs->batches = batch;
    jobs_unlock(jobs);
    return batch;
}

void *batch_context(struct jobs_batch *batch)
{
    return batch->options.context;
}

/* ---- adding lines ---- */

/* Adds the staged lines to the last chunk if they follow its lines in the same buffer, else as a new chunk. Under the
 * lock. */
static void append_staged(struct jobs_batch *batch)
{
    struct chunk *last = batch->last;
    size_t len = batch->used - batch->flushed;
    if (last != NULL && last->state == CHUNK_WAITING && last->buffer == batch->buffer &&
        last->from + last->len == batch->flushed) {
        last->len += len;
        last->lines += batch->staged;
    } else {
        chunk_append(batch->spare, batch->buffer, batch->flushed, len, batch->staged);
        batch->spare = NULL;
    }
    batch->unanswered_bytes += len;
    batch->accepted += batch->staged;
    batch->flushed = batch->used;
    counters_of(batch->core, batch->options.solver)->batch_lines += batch->staged;
    batch->staged = 0;
}

/* Appends the staged lines to the chunks and updates the lists. Under the lock. */
static void flush_staged(struct jobs_batch *batch)
{
    if (batch->staged > 0) {
        append_staged(batch);
        if (batch->core->draining && batch->last->state == CHUNK_WAITING)
            chunk_reject_draining(batch->last);
        startable_update(batch);
        jobs_defer(batch->core, DISPATCH_WORK);
    }
    batch->full = batch_is_full(batch);
    batch->wants_room |= batch->full;
    deliverable_update(batch);
}

void batch_flush(struct jobs_batch *batch)
{
    if (batch->staged == 0)
        return;
    jobs_lock(batch->core);
    flush_staged(batch);
    jobs_unlock(batch->core);
}

/* Ensures that the buffer has room for `more` further bytes, and that there is a spare chunk for the next flush.
 * Returns false without memory. */
static bool reserve_buffer(struct jobs_batch *batch, size_t more)
{
    if (batch->spare == NULL)
        batch->spare = chunk_new(batch);
    if (batch->spare == NULL)
        return false;
    if (batch->buffer != NULL && more <= batch->room - batch->used)
        return true;
    bytes_unref(batch->buffer); /* all its lines are flushed: their chunks hold references */
    batch->room = more > BUFFER_BYTES ? more : BUFFER_BYTES;
    batch->used = batch->flushed = 0;
    batch->buffer = bytes_new(batch->room);
    return batch->buffer != NULL;
}

/* Flushes. Returns true when the batch accepts no further line; then room() follows. no_memory: treats it as full. */
static bool flush_and_check_full(struct jobs_batch *batch, bool no_memory)
{
    jobs_lock(batch->core);
    flush_staged(batch);
    if (no_memory) {
        batch->full = batch->wants_room = true;
        deliverable_update(batch);
    }
    bool full = batch->full;
    jobs_unlock(batch->core);
    return full;
}

bool batch_add(struct jobs_batch *batch, const char *line, size_t len)
{
    bool next_buffer = batch->buffer != NULL && len + 1 > batch->room - batch->used;
    if ((batch->full || next_buffer || batch->staged >= batch->options.window) && flush_and_check_full(batch, false))
        return false;
    if (!reserve_buffer(batch, len + 1)) {
        flush_and_check_full(batch, true);
        return false;
    }
    char *place = batch->buffer->data + batch->used;
    memcpy(place, line, len);
    place[len] = '\n';
    batch->used += len + 1;
    batch->staged++;
    return true;
}

void batch_end(struct jobs_batch *batch)
{
    jobs_lock(batch->core);
    batch->ended = true;
    flush_staged(batch);
    jobs_unlock(batch->core);
}

/* ---- the end of a batch ---- */

static void chunk_cancel(struct chunk *chunk)
{
    struct executor *executor = chunk->core->pool.executor;
    executor->cancel(executor, &chunk->work);
}

void batch_destroy(struct jobs_batch *batch)
{
    for (struct chunk *chunk = batch->chunks, *next; chunk != NULL; chunk = next) {
        next = chunk->next;
        if (chunk->state == CHUNK_RUNNING) {
            chunk->batch = NULL;
            chunk_cancel(chunk);
        } else {
            chunk_free(chunk);
        }
    }
    chunk_free(batch->spare);
    bytes_unref(batch->buffer);
    bytes_unref(batch->members);
    free(batch);
}

void batch_free(struct jobs_batch *batch)
{
    if (batch == NULL)
        return;
    struct jobs *jobs = batch->core;
    jobs_lock(jobs);
    batch->freed = true;
    batch->freed_by_callback = batch->delivering && pthread_equal(pthread_self(), jobs->delivery_thread);
    startable_remove(batch);
    deliverable_remove(batch);
    flow_unuse(&jobs->flows, batch->flow);
    batch->flow = NULL;
    *batch->link = batch->next;
    if (batch->next != NULL)
        batch->next->link = batch->link;
    jobs->sleepers++;
    while (batch->delivering && !batch->freed_by_callback)
        jobs_wait(jobs, &jobs->changed, 0);
    jobs->sleepers--;
    if (!batch->freed_by_callback)
        batch_destroy(batch);
    jobs_unlock(jobs);
}

/* ---- the end of the server ---- */

void batches_drain(struct jobs *jobs)
{
    for (struct jobs_batch *batch = jobs->batches; batch != NULL; batch = batch->next) {
        for (struct chunk *chunk = batch->chunks; chunk != NULL; chunk = chunk->next)
            if (chunk->state == CHUNK_WAITING)
                chunk_reject_draining(chunk);
        deliverable_update(batch);
    }
}

void batches_cancel(struct jobs *jobs)
{
    for (struct chunk *chunk = jobs->chunks; chunk != NULL; chunk = chunk->next_running)
        chunk_cancel(chunk);
}

void batches_destroy(struct jobs *jobs)
{
    for (struct chunk *chunk = jobs->chunks, *next; chunk != NULL; chunk = next) {
        next = chunk->next_running;
        chunk_free(chunk);
    }
}
