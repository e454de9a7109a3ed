/* Private to batch.c, pack.c and tell.c: a batch, its lines in packs, their answers in pieces. All under the core's
 * lock but where a comment says otherwise. */
#ifndef JOBS_BATCH_H
#define JOBS_BATCH_H

#include <jobs/answers.h>
#include <jobs/core.h>

enum {
    PACK_BYTES = 64 << 10, /* of lines in a chunk, and so in a pack; a longer line has one to itself */
    PACK_LINES = 1024      /* in one order */
};

/* Answers as they came, one after the other. */
struct piece {
    struct piece *next;
    size_t len;
    unsigned count;
    char data[];
};

enum pack_state {
    PACK_WAITS,
    PACK_RUNS,
    PACK_READY /* no line is left without an answer */
};

/* Successive lines of a batch. While it waits it may grow at its end and be split; while it runs, its order
 * (task.execution) is of its first lines. */
struct pack {
    struct task task; /* first */
    struct jobs *core;
    struct jobs_batch *batch;          /* NULL: it was freed while this pack was in the executor */
    struct pack *next;                 /* in the batch: in the order of lines */
    struct pack *next_running, **link; /* among those in the executor */
    enum pack_state state;
    struct bytes *chunk; /* its lines are in there, */
    size_t from, len;    /* here, each ended by a newline; */
    unsigned lines;      /* those not answered yet */
    unsigned answered;   /* of the order under way */
    unsigned deaths;     /* of workers, in the order before */
    bool suspect;        /* a worker died of its first line */
    bool deaf;           /* there was no memory for a piece: the rest is asked for once more */
    int64_t started_ns;
    struct piece *pieces, **pieces_end; /* answers not told yet */
    unsigned refused;                   /* lines that `error` is the answer of, after the pieces */
    struct nash_error error;
};

struct jobs_batch {
    struct jobs *core;
    struct batch_options options;
    uint32_t timeout_ms;             /* of a line */
    struct jobs_batch *next, **link; /* among all */
    struct jobs_batch *next_eager, *next_telling;
    bool eager, to_be_told; /* on these lists */
    bool telling;           /* a callback is under way, without the lock */
    bool freed;             /* no callback may begin any more */
    bool teller_frees;      /* it was freed from within a callback */
    bool wants_room, ended, end_told;
    struct pack *packs, *last; /* not wholly told */
    uint64_t given, taken;     /* lines told, lines flushed */
    size_t text_bytes;         /* of lines without an answer */
    size_t held_bytes;         /* of answers that wait to be told */
    uint64_t line_ns;          /* what a line takes, about; 0 = not known yet */

    /* the adder's, without the lock */
    struct bytes *chunk;  /* NULL: none begun */
    size_t room;          /* bytes of it, */
    size_t used, flushed; /* of these with lines, and of these those the packs know */
    unsigned staged;      /* lines between the two */
    struct pack *spare;   /* for the next flush: so that it cannot fail */
    bool full;            /* as it was at the last flush */
};

/* ---- batch.c ---- */

/* Takes its turn after the others, if it has something to start. */
void batch_hurry(struct jobs_batch *batch);
void eager_remove(struct jobs_batch *batch);
/* Half of the window or more is free. */
bool batch_has_room(const struct jobs_batch *batch);
/* Frees a batch that is on no list; packs in the executor stay behind, stopped, and are freed when they are done. */
void batch_destroy(struct jobs_batch *batch);

/* ---- pack.c ---- */

/* A pack without lines, at no place yet; NULL without memory. No lock needed. */
struct pack *pack_new(struct jobs_batch *batch);
/* It becomes the last one of its batch, with these lines. */
void pack_append(struct pack *pack, struct bytes *chunk, size_t from, size_t len, unsigned lines);
void pack_free(struct pack *pack); /* NULL is fine */
/* What has no answer is refused. */
void pack_refuse(struct pack *pack, enum nash_status status, const char *type, const char *detail);
void pack_refuse_draining(struct pack *pack);

/* ---- tell.c ---- */

/* Has the teller look at it, when there is something to tell. */
void tell_soon(struct jobs_batch *batch);
void tell_not(struct jobs_batch *batch); /* off the list */

#endif
