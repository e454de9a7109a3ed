/* The state of a worker process, and the functions that its files call in each other. */
#ifndef JOBS_POOL_SOLVE_LOOP_H
#define JOBS_POOL_SOLVE_LOOP_H

#include <sys/uio.h>

#include <jobs/pool/blobs.h>
#include <jobs/pool/frame.h>
#include <jobs/pool/zygote.h>
#include <nash/nash.h>

struct worker_process {
    struct nash_run run; /* first */
    struct worker_flag *flag;
    struct nash_arena *arena;
    struct nash_buf problem, result;
    struct nash_buf resume;           /* the blob to continue from */
    struct nash_arena *members_arena; /* of the members; NULL: not needed so far */
    struct nash_json members;         /* beside the lines of this chunk; root NULL: none */
    int statm;                        /* /proc/self/statm; -1 = not available */
    uint64_t base_bytes;              /* address space at the start */
    uint64_t resident_bytes;          /* kept by libraries since then; see resident_bytes in struct nash_limits */
    uint64_t resident_max;            /* the largest resident_bytes limit of the kinds that were solved here */
    uint64_t base_heap;               /* part of base_bytes and resident_bytes that is libc's heap */
    uint64_t limit_bytes;             /* the RLIMIT_AS that is set; 0 = none yet */
    struct blob_count emitted;        /* by-products of this work */
    int64_t started_ns;               /* when this work was begun */
    bool low_priority;                /* this process ends after its work, for its priority cannot be raised again */
    size_t answer_start; /* of a chunk: where in `result` the current answer begins; complete ones lie before it */
    int64_t flush_ns;    /* when the complete answers have to be sent */
};

/* Lowers the priority of the process, which then ends after its work. */
void process_lower_priority(struct worker_process *process);
/* Returns true when the process has to end after its work. Tidies its memory. */
bool process_must_retire(struct worker_process *process, const struct nash_solver *solver);

/* process_io.c: receives at least one byte and at most `room`; returns how many. Ends the process when the socket is
 * closed. */
size_t process_receive(void *out, size_t room);
/* Sends all parts; advances their iov_base and iov_len. Ends the process when the socket is closed. */
void process_send(struct iovec *parts, size_t count);

/* solve_loop.c: solves what is in process->problem and sends the answers. Returns false when the process has to end. */
bool process_work(struct worker_process *process, const struct frame_work *work, const struct nash_solver *solver);
/* Solves a problem that was read before into process->arena, and sends the answer. Returns the same. */
bool process_solve(struct worker_process *process, const struct frame_work *work, const struct nash_solver *solver,
                   const void *problem);
/* Sends the error of a problem that cannot be read. Returns the same. */
bool process_refuse(struct worker_process *process, const struct nash_solver *solver, struct nash_error *error);

/* read_problem.c: reads what is in process->problem, reports it, and solves or forgets it as the server
 * decides. Returns the same. */
bool process_read(struct worker_process *process, const struct frame_work *work, const struct nash_solver *solver);

/* memory_limit.c: records what the process has at its start. */
void memory_limit_init(struct worker_process *process);
/* Sets the hard limit, that of the largest kind. Called once the sandbox is entered. */
void memory_limit_lock(struct worker_process *process);
/* Sets the limit for a problem of this kind, with its length and that of the blob to continue from. */
void memory_limit_set(struct worker_process *process, const struct nash_solver *solver, size_t problem_bytes);
/* Returns true when the work that just ended held so much memory that it has to be given back. heap_too: includes
 * libc's heap, which takes longer to determine. */
bool memory_is_large(const struct worker_process *process, bool heap_too);
/* Returns the memory of large work of this kind to the system. Returns true when the process is still much larger than
 * at its start, apart from what the libraries may keep. */
bool memory_tidy(struct worker_process *process, const struct nash_solver *solver);

#endif
