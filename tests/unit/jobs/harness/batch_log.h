/* A batch of `tiny` problems, and the answers it has received. */
#ifndef BATCH_LOG_H
#define BATCH_LOG_H

#include <pthread.h>

#include "fixture.h"

struct log {
    struct house *house;
    struct jobs_batch *batch;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct nash_buf text; /* "0=12 1=! ..." */
    uint64_t next;
    int inside;
    bool ended, has_room, out_of_order, twice_at_once;
    uint64_t free_at; /* frees the batch when that many have been delivered; 0 = never */
};

/* Starts a batch with this window and at most so many lines in a chunk; 0 = the default. */
void log_begin(struct log *log, struct house *house, unsigned window, unsigned chunk_lines);
/* Adds a line, when there is room; add() flushes too. */
void stage(struct log *log, const char *line);
void add(struct log *log, const char *line);
void wait_for_end(struct log *log);
void log_wait_delivered(struct log *log, uint64_t count);
uint64_t log_delivered(struct log *log);
/* After batch_free(): checks that nothing was out of order. */
void log_end(struct log *log);
/* Checks that the batch ends with these answers; frees all. */
void log_expect(struct log *log, const char *expected);

#endif
