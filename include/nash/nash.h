/* libnash: the solvers of nashd without a server.
 *
 *     struct nash_answer answer;
 *     if (nash_solve("sudoku", problem, strlen(problem), NULL, &answer) == NASH_OK)
 *         puts(answer.json);
 *     nash_answer_free(&answer);
 *
 * Compile with `cc x.c $(pkg-config --cflags --libs nash)`. */
#ifndef NASH_NASH_H
#define NASH_NASH_H

#include <nash/solver.h>

/* All kinds, in the order of src/solvers/registry.def; *count is set. Static, never freed. */
const struct nash_solver *const *nash_kinds(size_t *count);

/* The kind of that name (len bytes), or NULL. */
const struct nash_solver *nash_find_kind(const char *name, size_t len);

/* Calls prepare() of every kind. Call once, before threads. */
enum nash_status nash_prepare(const char *data_dir, struct nash_error *error);

/* The same for one kind, where no other will be asked for. */
enum nash_status nash_prepare_kind(const struct nash_solver *solver, const char *data_dir, struct nash_error *error);

enum nash_format { NASH_FORMAT_JSON = 0, NASH_FORMAT_TEXT = 1 };

/* Options of one solve; zeroes mean the kind's defaults. */
struct nash_solve_options {
    enum nash_format format;   /* of the problem text */
    uint64_t timeout_ms;       /* 0 = limits.time_ms_default */
    uint64_t memory_bytes;     /* 0 = limits.memory_bytes */
    uint64_t node_limit;       /* 0 = none */
    uint64_t seed;
    const _Atomic int *cancel; /* non-zero: stop soon; may be NULL */
    bool want_text;            /* answer.json holds the kind's text form instead, where there is one */
};

/* An answer: exactly one of json and error is meaningful. */
struct nash_answer {
    enum nash_status status;
    bool final;              /* see nash_result */
    char *json;              /* the result object, NUL-terminated; owned */
    size_t len;
    struct nash_error error; /* when status is not NASH_OK */
};

/* Parses, solves, verifies and writes, in the caller's thread. options may be NULL. */
enum nash_status nash_solve(const char *kind, const char *text, size_t len, const struct nash_solve_options *options,
                            struct nash_answer *answer);
void nash_answer_free(struct nash_answer *answer);

/* The same on a run the caller has set up (arena, deadline, cancel, progress): what a worker process does. The result
 * is appended to out. */
enum nash_status nash_solve_run(const struct nash_solver *solver, enum nash_format format, const char *text, size_t len,
                                bool want_text, struct nash_run *run, struct nash_buf *out, bool *final,
                                struct nash_error *error);

/* The canonical key of a parsed problem: kind, solver version, canon(), and seed where it matters. */
struct nash_hash nash_canonical_key(const struct nash_solver *solver, const void *problem, uint64_t seed);

/* "0.1.0" */
const char *nash_version(void);

#endif
