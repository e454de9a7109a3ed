/* The window of a batch, and the two lists on which batches wait. The startable batches of a flow take turns: each
 * start moves its batch to the end of the list. */
#include <base/clock.h>
#include <jobs/state.h>

enum { HELD_MAX_BYTES = 2 << 20 }; /* undelivered answers of a batch; above it, only its first chunk is started */

/* Returns how many buffers of lines a batch may use: two for each worker, one of which waits, and two to be filled. */
static unsigned buffers_in_flight(const struct jobs *jobs)
{
    return 2 * jobs->options.workers + 2;
}

/* ---- the window ---- */

unsigned batch_default_window(const struct jobs *jobs)
{
    return buffers_in_flight(jobs) * CHUNK_LINES_MAX;
}

bool batch_is_full(const struct jobs_batch *batch)
{
    return batch->accepted - batch->delivered >= batch->options.window ||
           batch->unanswered_bytes >= buffers_in_flight(batch->core) * (size_t)BUFFER_BYTES;
}

bool batch_has_room(const struct jobs_batch *batch)
{
    return batch->accepted - batch->delivered <= batch->options.window / 2 &&
           batch->unanswered_bytes <= buffers_in_flight(batch->core) * (size_t)BUFFER_BYTES / 2;
}

/* ---- startable ---- */

static struct chunk *first_waiting_chunk(const struct jobs_batch *batch)
{
    struct chunk *chunk = batch->chunks;
    while (chunk != NULL && chunk->state != CHUNK_WAITING)
        chunk = chunk->next;
    return chunk;
}

/* Returns true when the chunk may be started now. A batch's first chunk always may, because the answers of its other
 * chunks wait for it. */
static bool may_start(const struct jobs_batch *batch, const struct chunk *chunk)
{
    return chunk != NULL && (batch->held_bytes < HELD_MAX_BYTES || chunk == batch->chunks);
}

void startable_update(struct jobs_batch *batch)
{
    struct flow *flow = batch->flow;
    if (batch->startable || batch->freed || !may_start(batch, first_waiting_chunk(batch)))
        return;
    charge_running(batch->core, clock_mono_ns());
    batch->next_startable = NULL;
    *flow->startable.end = batch;
    flow->startable.end = &batch->next_startable;
    batch->startable = true;
    flow_update(&batch->core->flows, flow);
}

void startable_remove(struct jobs_batch *batch)
{
    if (!batch->startable)
        return;
    struct flow *flow = batch->flow;
    struct jobs_batch **at = &flow->startable.first;
    while (*at != batch)
        at = &(*at)->next_startable;
    *at = batch->next_startable;
    if (*at == NULL)
        flow->startable.end = at;
    batch->startable = false;
    flow_update(&batch->core->flows, flow);
}

struct chunk *startable_chunk(const struct flow *flow)
{
    for (struct jobs_batch *batch; (batch = flow->startable.first) != NULL; startable_remove(batch)) {
        struct chunk *chunk = first_waiting_chunk(batch);
        if (may_start(batch, chunk))
            return chunk;
    }
    return NULL;
}

/* ---- deliverable ---- */

static bool is_deliverable(const struct jobs_batch *batch)
{
    const struct chunk *first = batch->chunks;
    if (first != NULL && (first->blocks != NULL || first->state == CHUNK_ANSWERED))
        return true;
    if (batch->wants_room && batch_has_room(batch))
        return true;
    return batch->ended && !batch->end_delivered && batch->delivered == batch->accepted;
}

void deliverable_update(struct jobs_batch *batch)
{
    struct jobs *jobs = batch->core;
    if (batch->deliverable || batch->freed || !is_deliverable(batch))
        return;
    batch->next_deliverable = NULL;
    *jobs->deliverable.end = batch;
    jobs->deliverable.end = &batch->next_deliverable;
    batch->deliverable = true;
    jobs_defer(jobs, DELIVER_ANSWERS);
}

void deliverable_remove(struct jobs_batch *batch)
{
    struct jobs *jobs = batch->core;
    struct jobs_batch **at = &jobs->deliverable.first;
    if (!batch->deliverable)
        return;
    while (*at != batch)
        at = &(*at)->next_deliverable;
    *at = batch->next_deliverable;
    if (*at == NULL)
        jobs->deliverable.end = at;
    batch->deliverable = false;
}
