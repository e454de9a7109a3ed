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

#include <nash/request.h>

/* Returns all kinds in the order of src/solvers/registry.def and sets *count. Static; do not free. */
const struct nash_solver *const *nash_kinds(size_t *count);

/* Returns the kind of that name (`len` bytes), or NULL. */
const struct nash_solver *nash_find_kind(const char *name, size_t len);

/* Calls prepare() of every kind. Call it once, before starting threads. */
enum nash_status nash_prepare(const char *data_dir, struct nash_error *error);

/* Calls prepare() of one kind only, for a process that solves no other kind. */
enum nash_status nash_prepare_kind(const struct nash_solver *solver, const char *data_dir, struct nash_error *error);

/* Options of a solve. A zero means the default. `timeout_ms` and `seed` take precedence over the request's "job". */
struct nash_solve_options {
    enum nash_format format; /* of the problem */
    const char *members;     /* beside a text, as the query of the server: a JSON object such as {"hint":true} */
    uint64_t timeout_ms;     /* 0 = job.timeout_ms of the request, else limits.time_ms_default */
    uint64_t memory_bytes;   /* 0 = limits.memory_bytes */
    uint64_t node_limit;     /* 0 = no limit */
    uint64_t seed;
    bool has_seed;             /* `seed` is given, even if it is 0; otherwise 0 = job.seed of the request */
    const _Atomic int *cancel; /* stops the run when it becomes non-zero; may be NULL */
    bool want_text;            /* write the kind's text form into answer.json, if it has one */
};

/* The outcome of a solve: json if status is NASH_OK, else error. */
struct nash_answer {
    enum nash_status status;
    bool final; /* see nash_result */
    char *json; /* the result object, NUL-terminated; freed by nash_answer_free() */
    size_t len;
    struct nash_error error; /* if status is not NASH_OK */
};

/* Parses, solves, verifies and writes in the calling thread. options may be NULL. */
enum nash_status nash_solve(const char *kind, const char *text, size_t len, const struct nash_solve_options *options,
                            struct nash_answer *answer);
void nash_answer_free(struct nash_answer *answer);

/* Solves a problem that nash_request_read() has read into the run's arena, with a run that the caller has set up
 * (arena, deadline, cancel, progress). Appends the result to out and sets *final (see nash_result). */
enum nash_status nash_solve_problem(const struct nash_solver *solver, const void *problem, bool want_text,
                                    struct nash_run *run, struct nash_buf *out, bool *final, struct nash_error *error);

/* The steps of nash_solve_run(), for a host that solves the problem itself, in the place of the kind's solve().
 * nash_solve_begin() reads the problem into the run's arena. nash_solve_end() verifies the result and appends it to
 * out; `status` is how solving ended, and *error its error. It sets *final and returns the status of the whole. */
enum nash_status nash_solve_begin(const struct nash_solver *solver, enum nash_format format, const char *text,
                                  size_t len, struct nash_run *run, void **problem, struct nash_error *error);
enum nash_status nash_solve_end(const struct nash_solver *solver, const void *problem, enum nash_status status,
                                const struct nash_result *result, bool want_text, struct nash_buf *out, bool *final,
                                struct nash_error *error);

/* Reads and solves in this way. The member "job" is not read: the caller has set up the run by it. error may be NULL.
 */
enum nash_status nash_solve_run(const struct nash_solver *solver, enum nash_format format, const char *text, size_t len,
                                bool want_text, struct nash_run *run, struct nash_buf *out, bool *final,
                                struct nash_error *error);

/* Appends a result in the kind's text form; out->failed is set if memory is exhausted. The kind must have a text
 * form. */
void nash_write_text(const struct nash_solver *solver, const void *problem, const struct nash_result *result,
                     struct nash_buf *out);

/* Returns the canonical key of a parsed problem: a hash of kind, solver version, canon(), and the seed if it matters.
 */
struct nash_hash nash_canonical_key(const struct nash_solver *solver, const void *problem, uint64_t seed);

/* Returns the version, such as "0.1.0". */
const char *nash_version(void);

#endif
