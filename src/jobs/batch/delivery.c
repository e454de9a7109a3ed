/* Delivery: one thread passes the answers of all batches to the callbacks of their owners. So a slow callback (it may
 * write to a file) delays neither the executor nor other requests, and no two callbacks of one batch run at the same
 * time. */
#include <stdlib.h>

#include <jobs/state.h>

#include "answers.h"

enum { DELIVERY_COUNT = 64 }; /* answers passed in one call */

/* ---- without the lock, except to read `freed` ---- */

static bool is_freed(struct jobs_batch *batch)
{
    jobs_lock(batch->core);
    bool freed = batch->freed;
    jobs_unlock(batch->core);
    return freed;
}

/* Passes the answers of a block; stops when a call frees the batch. index: the line of the first answer. */
static void pass_block(struct jobs_batch *batch, const struct answer_block *block, uint64_t index)
{
    struct batch_answer passed[DELIVERY_COUNT];
    struct nash_error error[DELIVERY_COUNT];
    const char *at = block->data, *end = block->data + block->len;
    while (at < end && !is_freed(batch)) {
        struct answer answer;
        size_t count = 0;
        for (; count < DELIVERY_COUNT && answers_next(&at, end, &answer); count++, index++) {
            passed[count] =
                (struct batch_answer){.index = index, .status = answer.status, .text = answer.text, .len = answer.len};
            if (answer.status == NASH_OK)
                continue;
            answer_error(&answer, &error[count]);
            passed[count] = (struct batch_answer){.index = index, .status = answer.status, .error = &error[count]};
        }
        batch->options.answers(batch, passed, count);
    }
}

static void pass_rejected(struct jobs_batch *batch, const struct nash_error *error, unsigned lines, uint64_t index)
{
    struct batch_answer passed[DELIVERY_COUNT];
    while (lines > 0 && !is_freed(batch)) {
        size_t count = 0;
        for (; count < DELIVERY_COUNT && lines > 0; count++, lines--, index++)
            passed[count] = (struct batch_answer){.index = index, .status = error->status, .error = error};
        batch->options.answers(batch, passed, count);
    }
}

/* ---- under the lock, which is released during a callback ---- */

static void deliver_block(struct jobs_batch *batch, struct chunk *chunk)
{
    struct answer_block *block = chunk->blocks;
    uint64_t index = batch->delivered;
    jobs_unlock(batch->core);
    pass_block(batch, block, index);
    jobs_lock(batch->core);
    chunk->blocks = block->next;
    if (chunk->blocks == NULL)
        chunk->blocks_end = &chunk->blocks;
    batch->delivered += block->count;
    batch->held_bytes -= block->len;
    free(block);
}

/* Delivers the errors of the rejected lines of the first chunk, then removes the chunk. */
static void deliver_rest(struct jobs_batch *batch, struct chunk *chunk)
{
    if (chunk->rejected > 0) {
        uint64_t index = batch->delivered;
        jobs_unlock(batch->core);
        pass_rejected(batch, &chunk->error, chunk->rejected, index);
        jobs_lock(batch->core);
    }
    batch->delivered += chunk->rejected;
    batch->chunks = chunk->next;
    if (batch->last == chunk)
        batch->last = NULL;
    chunk_free(chunk);
}

static void deliver_answers(struct jobs_batch *batch)
{
    struct chunk *chunk = batch->chunks;
    if (chunk != NULL && chunk->blocks != NULL)
        deliver_block(batch, chunk);
    else if (chunk != NULL && chunk->state == CHUNK_ANSWERED)
        deliver_rest(batch, chunk);
    startable_update(batch); /* fewer answers are held: another chunk may start */
    if (batch->startable)
        jobs_defer(batch->core, DISPATCH_WORK);
}

static void deliver_room(struct jobs_batch *batch)
{
    if (batch->freed || !batch->wants_room || !batch_has_room(batch))
        return;
    batch->wants_room = false;
    jobs_unlock(batch->core);
    batch->options.room(batch);
    jobs_lock(batch->core);
}

static void deliver_end(struct jobs_batch *batch)
{
    if (batch->freed || !batch->ended || batch->end_delivered || batch->delivered != batch->accepted)
        return;
    batch->end_delivered = true;
    jobs_unlock(batch->core);
    batch->options.answers(batch, NULL, 0);
    jobs_lock(batch->core);
}

void *delivery_main(void *context)
{
    struct jobs *jobs = context;
    jobs_lock(jobs);
    while (!jobs->stopping) {
        struct jobs_batch *batch = jobs->deliverable.first;
        if (batch == NULL) {
            jobs_wait(jobs, &jobs->deliver, 0);
            continue;
        }
        deliverable_remove(batch);
        batch->delivering = true;
        deliver_answers(batch);
        deliver_room(batch);
        deliver_end(batch);
        batch->delivering = false;
        if (batch->freed_by_callback)
            batch_destroy(batch);
        else
            deliverable_update(batch);
        jobs_defer(jobs, WAKE_SLEEPERS);
    }
    jobs_unlock(jobs);
    return NULL;
}
