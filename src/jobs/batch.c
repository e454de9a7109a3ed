/* Batches: many small problems without rows and ids, answered in the order in which they came.
 *
 * The lines of a batch are gathered in chunks of memory, by who adds them and without a lock; a flush makes them known
 * as packs (pack.c), which go to the executor as they are, unread: a line costs a copy here, all else is by the chunk.
 * A batch takes no more lines while its window is full: lines on their way, and their bytes. Answers are told by the
 * teller (tell.c), in order.
 *
 * Batches with packs to start stand in a circle: each start is the next one's turn. */
#include <stdlib.h>
#include <string.h>

#include <jobs/batch.h>

enum {
    WINDOW_MOST = 1 << 20, /* lines */
    HELD_MOST = 2 << 20    /* bytes of answers that wait for an earlier one before nothing more is started */
};

/* Chunks for two orders a worker, one of which waits, and two to be filled. */
static unsigned chunks_in_flight(const struct jobs *jobs)
{
    return 2 * jobs->options.workers + 2;
}

/* ---- turns ---- */

static void eager_add(struct jobs_batch *batch)
{
    struct jobs *jobs = batch->core;
    batch->next_eager = NULL;
    *jobs->eager.end = batch;
    jobs->eager.end = &batch->next_eager;
    batch->eager = true;
}

void eager_remove(struct jobs_batch *batch)
{
    struct jobs *jobs = batch->core;
    struct jobs_batch **at = &jobs->eager.first;
    if (!batch->eager)
        return;
    while (*at != batch)
        at = &(*at)->next_eager;
    *at = batch->next_eager;
    if (*at == NULL)
        jobs->eager.end = at;
    batch->eager = false;
}

static struct pack *first_waiting(const struct jobs_batch *batch)
{
    struct pack *pack = batch->packs;
    while (pack != NULL && pack->state != PACK_WAITS)
        pack = pack->next;
    return pack;
}

/* The one that all others wait for may always start. */
static bool may_start(const struct jobs_batch *batch, const struct pack *pack)
{
    return pack != NULL && (batch->held_bytes < HELD_MOST || pack == batch->packs);
}

void batch_hurry(struct jobs_batch *batch)
{
    if (!batch->eager && !batch->freed && may_start(batch, first_waiting(batch)))
        eager_add(batch);
}

struct pack *pack_first(struct jobs *jobs)
{
    for (struct jobs_batch *batch; (batch = jobs->eager.first) != NULL; eager_remove(batch)) {
        struct pack *pack = first_waiting(batch);
        if (may_start(batch, pack))
            return pack;
    }
    return NULL;
}

/* ---- the end of the server ---- */

void batches_drain(struct jobs *jobs)
{
    for (struct jobs_batch *batch = jobs->batches; batch != NULL; batch = batch->next) {
        for (struct pack *pack = batch->packs; pack != NULL; pack = pack->next)
            if (pack->state == PACK_WAITS)
                pack_refuse_draining(pack);
        tell_soon(batch);
    }
}

void batches_cancel(struct jobs *jobs)
{
    for (struct pack *pack = jobs->packs; pack != NULL; pack = pack->next_running)
        jobs->pool.executor->cancel(jobs->pool.executor, &pack->task.execution);
}

/* ---- the calls of jobs.h ---- */

static uint32_t time_of_line(const struct batch_options *options)
{
    const struct nash_limits *limits = &options->solver->limits;
    uint32_t ms = options->timeout_ms != 0 ? options->timeout_ms : limits->time_ms_default;
    return ms < limits->time_ms_max ? ms : limits->time_ms_max;
}

struct jobs_batch *batch_start(struct jobs *jobs, const struct batch_options *options, struct nash_error *error)
{
    if (options->solver->parse_text == NULL) {
        nash_fail_type(error, NASH_INVALID, "not-found", "", "%s has no text form; use /v1/batch with JSON lines.",
                       options->solver->kind);
        return NULL;
    }
    struct jobs_batch *batch = calloc(1, sizeof *batch);
    if (batch == NULL) {
        nash_fail(error, NASH_NOMEM, "", "The server has no memory for another batch now.");
        return NULL;
    }
    batch->core = jobs;
    batch->options = *options;
    batch->timeout_ms = time_of_line(options);
    if (options->window == 0)
        batch->options.window = chunks_in_flight(jobs) * PACK_LINES;
    if (batch->options.window > WINDOW_MOST)
        batch->options.window = WINDOW_MOST;
    pthread_mutex_lock(&jobs->lock);
    batch->next = jobs->batches;
    batch->link = &jobs->batches;
    if (batch->next != NULL)
        batch->next->link = &batch->next;
    jobs->batches = batch;
    pthread_mutex_unlock(&jobs->lock);
    return batch;
}

void *batch_context(struct jobs_batch *batch)
{
    return batch->options.context;
}

static bool is_full(const struct jobs_batch *batch)
{
    return batch->taken - batch->given >= batch->options.window ||
           batch->text_bytes >= chunks_in_flight(batch->core) * (size_t)PACK_BYTES;
}

bool batch_has_room(const struct jobs_batch *batch)
{
    return batch->taken - batch->given <= batch->options.window / 2 &&
           batch->text_bytes <= chunks_in_flight(batch->core) * (size_t)PACK_BYTES / 2;
}

/* The last pack grows by what follows it in its chunk, or another one begins. */
static void make_known(struct jobs_batch *batch)
{
    struct pack *last = batch->last;
    size_t len = batch->used - batch->flushed;
    if (last != NULL && last->state == PACK_WAITS && last->chunk == batch->chunk &&
        last->from + last->len == batch->flushed) {
        last->len += len;
        last->lines += batch->staged;
    } else {
        pack_append(batch->spare, batch->chunk, batch->flushed, len, batch->staged);
        batch->spare = NULL;
    }
    batch->text_bytes += len;
    batch->taken += batch->staged;
    batch->flushed = batch->used;
    stats_of(batch->core, batch->options.solver)->batch_lines += batch->staged;
    batch->staged = 0;
}

/* Under the lock. */
static void flush(struct jobs_batch *batch)
{
    if (batch->staged > 0) {
        make_known(batch);
        if (batch->core->draining && batch->last->state == PACK_WAITS)
            pack_refuse_draining(batch->last);
        batch_hurry(batch);
        pump(batch->core);
    }
    batch->full = is_full(batch);
    batch->wants_room |= batch->full;
    tell_soon(batch);
}

void batch_flush(struct jobs_batch *batch)
{
    if (batch->staged == 0)
        return;
    pthread_mutex_lock(&batch->core->lock);
    flush(batch);
    pthread_mutex_unlock(&batch->core->lock);
}

/* The chunk, with room for so many bytes more, and what a flush needs. False without memory. */
static bool make_ready(struct jobs_batch *batch, size_t more)
{
    if (batch->spare == NULL)
        batch->spare = pack_new(batch);
    if (batch->spare == NULL)
        return false;
    if (batch->chunk != NULL && more <= batch->room - batch->used)
        return true;
    bytes_unref(batch->chunk); /* all of it is known: the packs hold it */
    batch->room = more > PACK_BYTES ? more : PACK_BYTES;
    batch->used = batch->flushed = 0;
    batch->chunk = bytes_new(batch->room);
    return batch->chunk != NULL;
}

/* Flushes, and asks for room() unless there is some. */
static bool still_full(struct jobs_batch *batch, bool no_memory)
{
    pthread_mutex_lock(&batch->core->lock);
    flush(batch);
    if (no_memory) {
        batch->full = batch->wants_room = true;
        tell_soon(batch);
    }
    bool full = batch->full;
    pthread_mutex_unlock(&batch->core->lock);
    return full;
}

bool batch_add(struct jobs_batch *batch, const char *line, size_t len)
{
    bool next_chunk = batch->chunk != NULL && len + 1 > batch->room - batch->used;
    if ((batch->full || next_chunk || batch->staged >= batch->options.window) && still_full(batch, false))
        return false;
    if (!make_ready(batch, len + 1)) {
        still_full(batch, true);
        return false;
    }
    char *place = batch->chunk->data + batch->used;
    memcpy(place, line, len);
    place[len] = '\n';
    batch->used += len + 1;
    batch->staged++;
    return true;
}

void batch_end(struct jobs_batch *batch)
{
    pthread_mutex_lock(&batch->core->lock);
    batch->ended = true;
    flush(batch);
    pthread_mutex_unlock(&batch->core->lock);
}

void batch_destroy(struct jobs_batch *batch)
{
    struct jobs *jobs = batch->core;
    for (struct pack *pack = batch->packs, *next; pack != NULL; pack = next) {
        next = pack->next;
        if (pack->state == PACK_RUNS) {
            pack->batch = NULL;
            jobs->pool.executor->cancel(jobs->pool.executor, &pack->task.execution);
        } else {
            pack_free(pack);
        }
    }
    pack_free(batch->spare);
    bytes_unref(batch->chunk);
    free(batch);
}

void batches_destroy(struct jobs *jobs)
{
    for (struct pack *pack = jobs->packs, *next; pack != NULL; pack = next) {
        next = pack->next_running;
        pack_free(pack);
    }
}

void batch_free(struct jobs_batch *batch)
{
    if (batch == NULL)
        return;
    struct jobs *jobs = batch->core;
    pthread_mutex_lock(&jobs->lock);
    batch->freed = true;
    batch->teller_frees = batch->telling && pthread_equal(pthread_self(), jobs->tell_thread);
    eager_remove(batch);
    tell_not(batch);
    *batch->link = batch->next;
    if (batch->next != NULL)
        batch->next->link = batch->link;
    jobs->sleepers++;
    while (batch->telling && !batch->teller_frees)
        pthread_cond_wait(&jobs->changed, &jobs->lock);
    jobs->sleepers--;
    if (!batch->teller_frees)
        batch_destroy(batch);
    pthread_mutex_unlock(&jobs->lock);
}
