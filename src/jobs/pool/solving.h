/* Private to the worker's own files: what it has, and what they do for each other. */
#ifndef JOBS_POOL_SOLVING_H
#define JOBS_POOL_SOLVING_H

#include <sys/uio.h>

#include <jobs/pool/frame.h>
#include <jobs/pool/zygote.h>
#include <nash/nash.h>

struct worker {
    struct nash_run run; /* first */
    struct slot_flag *flag;
    struct nash_arena *arena;
    struct nash_buf problem, result;
    int statm;            /* /proc/self/statm; -1 = not there */
    uint64_t base_bytes;  /* address space at the start */
    uint64_t kept_bytes;  /* and what libraries have kept since, as their kinds may */
    uint64_t keeps_most;  /* the most that a kind which ran here may keep */
    uint64_t base_heap;   /* what libc has of base and kept */
    uint64_t limit_bytes; /* RLIMIT_AS as it is set */
    uint64_t emitted;     /* bytes of by-products of this run */
    size_t place;         /* of a pack: where in `result` the answer under way begins; before it are whole ones */
    int64_t flush_ns;     /* when these have to leave */
};

/* worker.c: sends all parts (which it changes), or ends the process: nobody is there any more. */
void worker_send(struct iovec *parts, size_t count);

/* solving.c: solves what is in worker->problem and answers; returns false when the process has to end now. */
bool worker_answer(struct worker *worker, const struct frame_order *order, const struct nash_solver *solver);

/* footprint.c: what the process had at its start, and what no run may ever take it beyond. */
void footprint_begin(struct worker *worker);
/* Once locked down. */
void footprint_limit(struct worker *worker);
/* What it may have for a run of this kind on so long a problem. */
void footprint_limit_for(struct worker *worker, const struct nash_solver *solver, size_t problem_bytes);
/* Has the run that just ended held so much that it has to be given back? Looks into libc's heap only when told to. */
bool footprint_is_large(const struct worker *worker, bool heap_too);
/* Gives back what a large run of this kind took; true when that does not bring the process near where it began, but for
 * what the kind's library may keep. */
bool footprint_tidy(struct worker *worker, const struct nash_solver *solver);

#endif
