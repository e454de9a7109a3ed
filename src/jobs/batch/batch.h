/* A batch, and the two lists on which it may wait: to be started, and to be delivered. Under the core's lock unless a
 * comment says otherwise. */
#ifndef JOBS_BATCH_BATCH_H
#define JOBS_BATCH_BATCH_H

#include <jobs/batches.h>

#include "chunk.h"

struct flow;

struct jobs_batch {
    struct jobs *core;
    struct batch_options options;
    struct flow *flow;               /* whose share it takes */
    struct bytes *members;           /* of the options; NULL: none */
    uint32_t timeout_ms;             /* time limit of a line */
    struct jobs_batch *next, **link; /* list of all batches */
    struct jobs_batch *next_startable, *next_deliverable;
    bool startable, deliverable; /* on the list of startable, of deliverable batches */
    bool delivering;             /* a callback is under way, without the lock */
    bool freed;                  /* no further callback may begin */
    bool freed_by_callback;      /* delivery.c frees it when the callback has returned */
    /* room() is due when half of the window is free; batch_end() was called; answers() was called with count 0 */
    bool wants_room, ended, end_delivered;
    struct chunk *chunks, *last;  /* in the order of lines; a chunk is removed when all its answers are delivered */
    uint64_t delivered, accepted; /* numbers of lines: with a delivered answer; appended to chunks */
    size_t unanswered_bytes;      /* of lines without an answer */
    size_t held_bytes;            /* of answers not delivered yet */
    uint64_t line_ns;             /* mean time to solve a line; 0 = not known yet */

    /* Used only by the thread that adds lines, without the lock: */
    struct bytes *buffer; /* NULL: none begun */
    size_t room;          /* size of the buffer */
    size_t used, flushed; /* bytes of the buffer: filled with lines; in chunks already */
    unsigned staged;      /* number of lines from `flushed` to `used` */
    struct chunk *spare;  /* an empty chunk for the next flush, which therefore cannot fail */
    bool full;            /* the window was full at the last flush */
};

/* ---- schedule.c ---- */

/* Returns true when the batch's window allows no further line. */
bool batch_is_full(const struct jobs_batch *batch);
/* Returns true when at least half of the window is free. */
bool batch_has_room(const struct jobs_batch *batch);
/* Returns the default window: the number of lines that keep every worker of this core busy. */
unsigned batch_default_window(const struct jobs *jobs);
/* Puts the batch at the end of the startable list if it has a chunk to start. */
void startable_update(struct jobs_batch *batch);
void startable_remove(struct jobs_batch *batch);
/* Returns the chunk of the flow to start next, of its first startable batch; NULL when there is none. */
struct chunk *startable_chunk(const struct flow *flow);
/* Puts the batch on the deliverable list if it has answers, room or its end to report. */
void deliverable_update(struct jobs_batch *batch);
void deliverable_remove(struct jobs_batch *batch);

/* ---- batch.c ---- */

/* Frees a batch that is on no list. Its chunks in the executor are cancelled and freed when they are done. */
void batch_destroy(struct jobs_batch *batch);
/* Answers all waiting lines with "draining". */
void batches_drain(struct jobs *jobs);
/* Cancels the chunks in the executor. */
void batches_cancel(struct jobs *jobs);
/* Frees the chunks that freed batches left in the executor. Called after the executors are closed. */
void batches_destroy(struct jobs *jobs);

/* ---- delivery.c ---- */

/* The thread that calls the owners of batches back. */
void *delivery_main(void *jobs);

#endif
