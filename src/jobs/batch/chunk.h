/* Chunks: successive lines of a batch that wait, run and are answered together. Under the core's lock unless a comment
 * says otherwise. */
#ifndef JOBS_BATCH_CHUNK_H
#define JOBS_BATCH_CHUNK_H

#include <jobs/dispatch/flow.h>
#include <jobs/executor/executor.h>

struct jobs;
struct jobs_batch;

enum {
    BUFFER_BYTES = 64 << 10, /* size of a buffer of lines, and so of a chunk; a longer line has its own buffer */
    CHUNK_LINES_MAX = 1024   /* lines sent to a worker at once */
};

/* Answers as they arrived, in the format of answers.h. */
struct answer_block {
    struct answer_block *next;
    size_t len;     /* bytes of data */
    unsigned count; /* answers in data */
    char data[];
};

enum chunk_state {
    CHUNK_WAITING,
    CHUNK_RUNNING,
    CHUNK_ANSWERED /* no line is left without an answer */
};

/* While a chunk waits, it may grow at its end and be split. While it runs, `work` covers its first lines. */
struct chunk {
    struct work work; /* first: the callbacks of the executor cast its address to struct chunk * */
    struct jobs *core;
    struct jobs_batch *batch;           /* NULL: the batch was freed while this chunk was in the executor */
    struct chunk *next;                 /* in the batch, in the order of lines */
    struct chunk *next_running, **link; /* list of the chunks in the executor */
    enum chunk_state state;
    struct bytes *buffer; /* holds the lines */
    size_t from, len;     /* position and length of the lines in the buffer, each ended by a newline */
    unsigned lines;       /* number of lines without an answer */
    unsigned answered;    /* lines answered since the chunk was started */
    unsigned deaths;      /* number of workers in a row that died while solving this chunk */
    bool suspect;         /* a worker died at its first line, which is sent alone */
    bool answers_lost;    /* a block could not be allocated: the remaining lines are sent again */
    int64_t started_ns;
    struct charge charge;                      /* while it runs */
    struct answer_block *blocks, **blocks_end; /* answers not delivered yet */
    unsigned rejected;                         /* number of lines, after those of the blocks, whose answer is `error` */
    struct nash_error error;
    struct nash_error *first_failure; /* of the worker that died at the first line, if it gets another try; else NULL */
};

/* Returns a chunk without lines, in no batch's list yet; NULL without memory. Needs no lock. */
struct chunk *chunk_new(struct jobs_batch *batch);
/* Sets the lines of a new chunk, with a reference to their buffer, and appends the chunk to its batch. */
void chunk_append(struct chunk *chunk, struct bytes *buffer, size_t from, size_t len, unsigned lines);
void chunk_free(struct chunk *chunk); /* NULL is allowed */

/* Chooses how many of the chunk's first lines are sent now and returns the work; changes nothing else. */
struct work *chunk_prepare(struct chunk *chunk);
/* Moves the chunk to the list of running chunks, and the lines that were not sent into a new chunk. Called when the
 * executor has taken the work. */
void chunk_started(struct chunk *chunk);

/* Returns a block with a copy of these answers; NULL without memory. Needs no lock. */
struct answer_block *answer_block_new(const char *data, size_t len, unsigned count);
/* Adds the next answers of a running chunk; NULL: they were lost for lack of memory. Takes over the block. */
void chunk_add_answers(struct chunk *chunk, struct answer_block *block);
/* Handles the end of the work in the executor: lines without an answer wait again, or get the error. */
void chunk_done(struct chunk *chunk, const struct work_result *result);

/* Answers every line that has no answer with "draining". */
void chunk_reject_draining(struct chunk *chunk);

#endif
