/* The plug-in contract: what a kind of problem is to the rest of the house.
 *
 * A solver is a pure function of problem, budget and seed. It knows no HTTP, no
 * SQL, no file and no thread. All its memory comes from the run's arena, which
 * has a hard cap, and it polls nash_stop() often enough to answer a cancel
 * within 50 ms. Adding a kind is one folder in src/solvers, one line in
 * src/solvers/registry.def and two schemas in schema/kinds. */
#ifndef NASH_SOLVER_H
#define NASH_SOLVER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/arena.h>
#include <nash/hash.h>
#include <nash/json.h>
#include <nash/jsonw.h>
#include <nash/status.h>

/* Why a run has to stop. */
enum nash_stop_reason {
    NASH_STOP_NONE = 0,
    NASH_STOP_CANCEL, /* a person or the drain asked for it */
    NASH_STOP_TIME,   /* the time budget is spent */
    NASH_STOP_NODES,  /* the node budget is spent */
    NASH_STOP_TEST    /* a test forced it at a numbered check */
};

struct nash_result;

/* One execution: budget, stop, progress, seed. Owned by the host (worker, CLI or test). */
struct nash_run {
    struct nash_arena *arena;      /* all memory of this run */
    uint64_t seed;                 /* from the request's job.seed, else 0 */
    uint64_t node_limit;           /* 0 = none */
    uint64_t nodes;                /* counted by the solver: its unit of work */
    int64_t deadline_ns;           /* on CLOCK_MONOTONIC; 0 = none */
    const _Atomic int *cancel;     /* non-zero: stop soon; may be NULL */
    enum nash_stop_reason stopped; /* sticky: set by the first check that fired */
    uint32_t clock_in;             /* polls left before the clock is read again */
    unsigned force_check;          /* tests: the numbered check that must fire; 0 = none */
    unsigned last_check;           /* the number of the check that fired */

    /* Progress for people: a complete JSON object, e.g. {"nodes":12,"best":{…}}. The host rate-limits; call it as
     * often as is natural, but ask nash_progress_due() first, since building the JSON costs. May be NULL. */
    void (*progress)(struct nash_run *run, const char *json, size_t len);
    /* A large by-product (checkpoint, record) stored as a blob of the job. May be NULL. */
    enum nash_status (*emit)(struct nash_run *run, const char *name, const void *bytes, size_t len);
    bool spare_text; /* set by a host that needs the text of the problem no more: its memory, from malloc(), may be
                        given back while it is read */
    bool spent;      /* set by a solver whose library was left in the middle: this process must not run another */
    int64_t progress_next_ns; /* when the host wants the next progress; kept by the host */
    void *host;               /* the host's own */

    /* What nash_solve_run() calls instead of solve(): a host that has several machines solve it. What comes of it is
     * checked and written as ever. NULL: solve(). */
    enum nash_status (*solve)(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error);
};

/* Reads flag, clock and node count. The slow half of nash_stop(). */
bool nash_stop_slow(struct nash_run *run);

enum { NASH_CLOCK_EVERY = 256 }; /* polls between two looks at the clock */

/* True when the solver must unwind now, with what is proved so far. `check` numbers the place, 1.. within one solver,
 * so that tests can force a stop at each (as kissat's TERMINATED does). Once true, always true. */
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

/* True when a progress report is wanted now (reads the clock: ask every thousand nodes or so). */
bool nash_progress_due(struct nash_run *run);

/* A result may begin with the member "brief": what it says in a few words for a list of jobs, such as "9x9, 30 clues:
 * unique". 1 to 120 characters of printable ASCII without '"' and '\\', and nothing between '{' and the next member but
 * these: {"brief":"...", */
enum { NASH_BRIEF_MAX = 120 };

/* What a solver found. */
struct nash_result {
    bool final;   /* true: the whole truth, may be cached; false: a budget ended it */
    void *answer; /* the solver's own struct, in the run's arena */
};

struct nash_limits {
    size_t body_bytes;        /* largest request body of this kind */
    size_t memory_bytes;      /* the run's arena and the worker's extra address space */
    size_t resident_bytes;    /* of it, what a library may keep from run to run */
    size_t result_bytes;      /* largest result JSON */
    uint32_t time_ms_default; /* used when the request gives no job.timeout_ms */
    uint32_t time_ms_max;
};

struct nash_solver {
    const char *kind;    /* as in /v1/{kind}: lower case letters and '-' */
    const char *title;   /* for people */
    const char *version; /* part of the cache key: change it when answers change */
    struct nash_limits limits;

    /* Once per process, before workers fork and lock down: tables, maps, weights; shared copy-on-write. data_dir may
     * be NULL (no place to keep files). May be NULL. */
    enum nash_status (*prepare)(const char *data_dir, struct nash_error *error);

    /* Checks everything; *problem lives in the arena. NASH_INVALID for what the schema forbids, NASH_UNPROCESSABLE for
     * what only the whole can show (a length that does not fit the size), NASH_TOO_LARGE past a limit, NASH_NOMEM. */
    enum nash_status (*parse)(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error);

    /* The same from the kind's usual text form (text/plain, or one line of a batch). NULL: the kind has none. */
    enum nash_status (*parse_text)(const char *text, size_t len, struct nash_arena *arena, void **problem,
                                   struct nash_error *error);

    /* The text form of a problem may take several lines, as PBN does: one that begins with '[' or '{' goes on to the
     * next empty line; lines that begin with '%' are remarks. In a batch such a record arrives with its lines divided
     * by carriage returns, and its answers in the text form may have several lines too. */
    bool text_records;

    /* Names of tags, ended by NULL, that a record may have from the one before it in the batch: when it gives one as
     * "#", or all it lacks when it lacks the first (PBN: what a second table played of the same board). NULL: none. */
    const char *const *text_keeps;

    /* Does job.seed change the answer to this problem? Then it is part of the cache key. NULL: never. */
    bool (*seeded)(const void *problem);

    /* Is this problem to be solved by several machines together? A server that can do so does it itself, and asks
     * solve() for nothing then; elsewhere solve() finds the same answer alone. NULL: never. */
    bool (*spread)(const void *problem);

    /* Feeds what identifies the answer: equal problems, whatever their spelling, give equal bytes. */
    void (*canon)(const void *problem, struct nash_sha256 *sha);

    /* Solves. NASH_OK with result->answer set (also when stopped: final = false and what is proved so far), else
     * NASH_NOMEM, NASH_TOO_LARGE or NASH_INTERNAL with *error. */
    enum nash_status (*solve)(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error);

    /* Re-checks by a way independent of solve(): NASH_INTERNAL with *error when the answer does not hold. */
    enum nash_status (*verify)(const void *problem, const struct nash_result *result, struct nash_error *error);

    /* The result as one JSON object; with a brief, that comes first. */
    void (*write)(const void *problem, const struct nash_result *result, struct nash_jsonw *out);

    /* The result in the kind's text form, no trailing newline (batch with Accept: text/plain). May be NULL. */
    void (*write_text)(const void *problem, const struct nash_result *result, struct nash_buf *out);

    /* The same from what write() wrote, since a job keeps its result as JSON (POST with Accept: text/plain). May be
     * NULL. */
    void (*text_of)(const cJSON *result, struct nash_buf *out);
};

#endif
