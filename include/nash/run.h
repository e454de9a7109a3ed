/* One solver call: its budget, how it is stopped, its progress. */
#ifndef NASH_RUN_H
#define NASH_RUN_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/arena.h>
#include <nash/buf.h>
#include <nash/status.h>

/* The reason why a run has to stop. */
enum nash_stop_reason {
    NASH_STOP_NONE = 0,
    NASH_STOP_CANCEL, /* by a client, or because the server drains */
    NASH_STOP_TIME,   /* the time budget is used up */
    NASH_STOP_NODES,  /* the node budget is used up */
    NASH_STOP_TEST    /* forced by a test at a numbered check */
};

struct nash_result;

/* One solver call: budget, stop, progress, seed. Owned by the host (a worker, the command line or a test). */
struct nash_run {
    struct nash_arena *arena;      /* all memory of this run */
    uint64_t seed;                 /* job.seed of the request, else 0 */
    uint64_t node_limit;           /* 0 = no limit */
    uint64_t nodes;                /* counted by the solver, in its unit of work */
    int64_t deadline_ns;           /* on `clock`; 0 = none */
    int64_t (*clock)(void);        /* the time in ns, for the deadline and for progress; NULL: CLOCK_MONOTONIC */
    const _Atomic int *cancel;     /* stops the run when it becomes non-zero; may be NULL */
    enum nash_stop_reason stopped; /* sticky: set by the first check that fires */
    uint32_t clock_in;             /* polls left until the clock is read again */
    unsigned force_check;          /* tests: the number of the check that must fire; 0 = none */
    unsigned last_check;           /* the number of the check that fired */

    /* Reports progress to clients as a complete JSON object, e.g. {"nodes":12,"best":{…}}. The host limits the rate.
     * Check nash_progress_due() first, because building the JSON takes time. May be NULL. */
    void (*progress)(struct nash_run *run, const char *json, size_t len);
    /* Stores a large by-product (checkpoint, record) as a blob of the job, in the place of one of the same name. A name
     * has 1 to 63 of the characters a-z, 0-9, '-', '_' and '.', and begins with a letter. NASH_TOO_LARGE: the blobs
     * would exceed the host's limit. NASH_BUSY: too many bytes in too short a time; a later one may be stored. May be
     * NULL. */
    enum nash_status (*emit)(struct nash_run *run, const char *name, const void *bytes, size_t len);
    /* The blob "latest" of an earlier run of this job, which a crash or a restart of the host has ended; NULL: there is
     * none. Only for problems that are resumable (struct nash_solver). */
    const void *resume;
    size_t resume_len;
    bool spare_text; /* set by a host that no longer needs the text of the problem: its memory, from malloc(), may be
                        released while it is parsed */
    bool spent;      /* set by a solver that interrupted a library: this process must not run another job */
    int64_t progress_next_ns; /* time of the next progress report; set by the host */
    void *host;               /* private data of the host */
};

/* Checks the cancel flag, the clock and the node count. The slow half of nash_stop(). */
bool nash_stop_slow(struct nash_run *run);

enum { NASH_CLOCK_EVERY = 256 }; /* polls between two reads of the clock */

/* Returns whether the solver must unwind now, with what is proved so far. `check` numbers the place, from 1 within one
 * solver, so that tests can force a stop at each (as kissat's TERMINATED does). Once true, always true. */
static inline bool nash_stop(struct nash_run *run, unsigned check)
{
    if (__builtin_expect(run->force_check == check, 0)) {
        run->stopped = NASH_STOP_TEST;
        run->last_check = check;
        return true;
    }
    if (__builtin_expect(run->stopped != NASH_STOP_NONE, 0))
        return true;
    if (__builtin_expect(run->clock_in-- != 0, 1))
        return false;
    run->last_check = check;
    return nash_stop_slow(run);
}

/* Returns whether a progress report is due. Reads the clock, so call it about every thousand nodes. */
bool nash_progress_due(struct nash_run *run);
/* Reports this JSON object, unless the buffer ran out of memory, and frees the buffer. */
void nash_progress_send(struct nash_run *run, struct nash_buf *json);

#endif
