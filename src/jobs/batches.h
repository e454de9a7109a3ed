/* Batches: many small problems of one kind, a line each, answered in order. Lines have no rows and no ids, and are not
 * looked up in the cache. A line is the kind's text form or JSON; JSON lines may have "job" with a seed and a time
 * limit that is not above that of the batch. */
#ifndef JOBS_BATCHES_H
#define JOBS_BATCHES_H

#include <jobs/jobs.h>

struct jobs_batch;

/* The answer of one line: a result or an error. */
struct batch_answer {
    uint64_t index; /* of the line, from 0 */
    enum nash_status status;
    const char *text; /* result JSON, or the kind's text form; valid during the call */
    size_t len;
    const struct nash_error *error; /* when status is not NASH_OK */
};

struct batch_options {
    const struct nash_solver *solver;
    enum nash_format format; /* of the lines */
    bool want_text;
    const char *members; /* JSON object of members beside each text line, which nash_members_read() accepts; copied;
                            NULL: none */
    size_t members_len;
    const char *flow;     /* whose share of the workers it takes, as in jobs.h; NULL: "" */
    uint64_t seed;        /* of each line that has no job.seed */
    uint32_t timeout_ms;  /* of each line; 0 = the kind's default */
    unsigned window;      /* lines without a delivered answer before batch_add() refuses; 0 = enough for all workers */
    unsigned chunk_lines; /* lines sent to a worker at once; 0 = as many as it should solve in a few milliseconds */
    /* Delivers answers, in order of lines. Called from one thread, outside locks, never concurrently for one batch. */
    void (*answers)(struct jobs_batch *batch, const struct batch_answer *answer, size_t count);
    /* Called when there is room again after batch_add() returned false. */
    void (*room)(struct jobs_batch *batch);
    void *context;
};

/* Starts a batch. Returns NULL with *error if the lines are text and the kind has no text form, or without memory. */
struct jobs_batch *batch_start(struct jobs *jobs, const struct batch_options *options, struct nash_error *error);
void *batch_context(struct jobs_batch *batch);
/* Adds one line (copied); from one thread at a time. Returns false when the window is full: the line was not added, and
 * room() will be called. The line is not parsed here: an invalid one gets its error as the answer. The caller skips
 * empty and comment lines. */
bool batch_add(struct jobs_batch *batch, const char *line, size_t len);
/* Allows the lines added so far to be started. Call it whenever no further line is at hand. */
void batch_flush(struct jobs_batch *batch);
/* Ends the input. When every answer has been delivered, answers() is called with count 0. */
void batch_end(struct jobs_batch *batch);
/* Frees the batch, at any time, also within a callback: once it returns, no callback runs. All batches must have been
 * freed, and all watches ended, before jobs_stop(). */
void batch_free(struct jobs_batch *batch);

#endif
