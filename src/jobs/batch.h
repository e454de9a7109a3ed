/* Private to batch.c and tell.c: a batch and its lines. All under the core's lock but where a comment says otherwise.
 */
#ifndef JOBS_BATCH_H
#define JOBS_BATCH_H

#include <jobs/core.h>

enum line_state { LINE_WAITS, LINE_RUNS, LINE_READY };

struct line {
    struct task task; /* first */
    struct jobs *core;
    struct jobs_batch *batch;  /* NULL: it was freed while this line was in the executor */
    struct line *next, **link; /* among those in the executor */
    enum line_state state;
    bool cached;
    enum nash_status status;
    struct bytes *answer;
    struct nash_error error;
};

struct jobs_batch {
    struct jobs *core;
    struct batch_options options;
    struct jobs_batch *next, **link; /* among all */
    struct jobs_batch *next_eager, *next_telling;
    bool eager, to_be_told; /* on these lists */
    bool telling;           /* a callback is under way, without the lock */
    bool freed;             /* no callback may begin any more */
    bool teller_frees;      /* it was freed from within a callback */
    bool wants_room, ended, end_told;
    uint64_t given, starting, taken; /* lines told, looked at for starting, added; in this order */
    struct line *line[];             /* a ring of options.window lines: line n is at n modulo that */
};

static inline struct line *batch_line(const struct jobs_batch *batch, uint64_t n)
{
    return batch->line[n % batch->options.window];
}

void line_free(struct line *line);  /* NULL is fine */
void line_clear(struct line *line); /* drops what it holds, for the next */

/* Frees a batch that is on no list; lines in the executor stay behind, stopped, and are freed when they are done. */
void batch_destroy(struct jobs_batch *batch);

/* Has the teller look at it, when there is something to tell. */
void tell_soon(struct jobs_batch *batch);
void tell_not(struct jobs_batch *batch); /* off the list */

#endif
