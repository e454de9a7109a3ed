/* A batch of problems of the kind `tiny`, and a log of the answers that it has delivered. */
#ifndef BATCH_LOG_H
#define BATCH_LOG_H

#include <pthread.h>

#include "fixture.h"

struct log {
    struct house *house;
    struct jobs_batch *batch;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct nash_buf text; /* the answers, such as "0=12 1=! ..." */
    uint64_t next;        /* number of answers delivered */
    int inside;           /* number of callbacks that run now */
    bool ended, has_room, out_of_order, twice_at_once;
    uint64_t free_at; /* number of delivered answers at which the callback frees the batch; 0 = never */
};

/* Starts a batch. window: most lines without a delivered answer; chunk_lines: most lines in a chunk; 0 = the default.
 */
void log_begin(struct log *log, struct house *house, unsigned window, unsigned chunk_lines);
/* Add a line, and wait until the batch has room for it; add() also flushes. */
void stage(struct log *log, const char *line);
void add(struct log *log, const char *line);
void wait_for_end(struct log *log);
void log_wait_delivered(struct log *log, uint64_t count);
uint64_t log_delivered(struct log *log);
/* Call after batch_free(). Checks that answers came in order, one callback at a time. */
void log_end(struct log *log);
/* Waits for the end, checks the text of all answers, and frees the batch and the log. */
void log_expect(struct log *log, const char *expected);

#endif
