/* The plug-in contract: how a kind of problem appears to the rest of the program.
 *
 * A solver is a pure function of problem, budget and seed. It uses no HTTP, SQL, files or threads. All its memory comes
 * from the run's arena, which has a hard cap, and it polls nash_stop() often enough to react to a cancel within 50 ms.
 * A new kind needs a folder in src/solvers, a line in src/solvers/registry.def and two schemas in schema/kinds. */
#ifndef NASH_SOLVER_H
#define NASH_SOLVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/arena.h>
#include <nash/buf.h>
#include <nash/hash.h>
#include <nash/json.h>
#include <nash/jsonw.h>
#include <nash/models.h>
#include <nash/records.h>
#include <nash/run.h>
#include <nash/status.h>

/* A result may begin with the member "summary", a few words for lists of jobs, such as "9x9, 30 clues: unique". It has
 * 1 to 120 characters of printable ASCII without '"' and '\\', and no white space stands before the next member:
 * {"summary":"...", */
enum { NASH_SUMMARY_MAX = 120 };

/* The result of a solver. */
struct nash_result {
    bool final;   /* true: complete, may be cached; false: a budget ended the solver */
    void *answer; /* the solver's own struct, in the run's arena */
};

struct nash_limits {
    size_t body_bytes;        /* largest request body of this kind */
    size_t filled_bytes;      /* largest problem after the server has put models into it; 0: body_bytes */
    size_t memory_bytes;      /* cap of the run's arena; also added to the worker's address space limit */
    size_t resident_bytes;    /* part of memory_bytes that a library may keep allocated between runs */
    size_t result_bytes;      /* largest result JSON */
    uint32_t time_ms_default; /* if the request has no job.timeout_ms, and the problem is not a background one */
    uint32_t time_ms_max;
};

/* Returns the largest problem that nash_request_read() accepts. */
static inline size_t nash_problem_bytes(const struct nash_limits *limits)
{
    return limits->filled_bytes > limits->body_bytes ? limits->filled_bytes : limits->body_bytes;
}

struct nash_solver {
    const char *kind;    /* as in /v1/{kind}: lower-case letters and '-' */
    const char *title;   /* shown to users */
    const char *version; /* part of the cache key: change it when answers change */
    struct nash_limits limits;

    /* Prepares tables, maps or weights, once per process and before workers fork and are sandboxed; workers share them
     * copy-on-write. data_dir may be NULL (no place for files). May be NULL. */
    enum nash_status (*prepare)(const char *data_dir, struct nash_error *error);

    /* Checks the whole problem and stores it in the arena. NASH_INVALID: it breaks the schema. NASH_UNPROCESSABLE:
     * parts are inconsistent (a length that does not fit the size). NASH_TOO_LARGE: beyond a limit. NASH_NOMEM. */
    enum nash_status (*parse)(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error);

    /* Parses the kind's text form (text/plain, or one line of a batch). NULL: the kind has none. members: an object
     * with members of the request beside the text, such as what is asked; NULL: none. A member that describes the
     * problem itself is refused (reader_beside_text). text NULL: checks the members as far as possible without a
     * problem, before a batch begins, and sets no problem. */
    enum nash_status (*parse_text)(const char *text, size_t len, const struct nash_json *members,
                                   struct nash_arena *arena, void **problem, struct nash_error *error);

    /* Finds the next problem of a text that may hold several, some of several lines, as a PBN file does: returns true
     * if one stands at records->begin, and sets records->problem and records->front. Otherwise everything has been
     * scanned, and more lines are needed; with `last` there are none. In a batch such a problem has carriage returns
     * between its lines, and its answer in the text form may have several lines too. NULL: each line is a problem. */
    bool (*text_next)(struct nash_records *records, bool last);

    /* Writes what a text answer has in the place of a problem that could not be solved, without a trailing newline
     * (PBN: the record as it was, after a comment with the reason). NULL: one line, "! " and the error. */
    void (*text_failed)(const char *problem, size_t len, const struct nash_error *error, struct nash_buf *out);

    /* Whether this kind learns how players play. It then accepts {"learn": {"hands": "...", ...}, "model": {...}},
     * where "model" is what it learnt before, if anything, and answers with the members "model", "learnt" (counts:
     * hands, repeated, skipped, refused) and "report". {"learn": {"models": [...]}} adds models; with one model it
     * reports. Other requests may carry such a "model" as well. The server keeps models as opponents. */
    bool learns;

    /* Files that its trainings make and its problems name; NULL: none. */
    const struct nash_models *models;

    /* Returns whether job.seed changes the answer to this problem; then it is part of the cache key. NULL: never. */
    bool (*seeded)(const void *problem);

    /* Returns whether several machines should solve this problem together. A server that can do so replaces solve();
     * elsewhere solve() finds the same answer alone. NULL: never. */
    bool (*distributed)(const void *problem);

    /* Returns whether solve() stores its state by run->emit() as the blob "latest", from time to time and when it is
     * stopped, and continues from it (run->resume). Such a problem survives the death of its worker and of the server.
     * NULL: never. */
    bool (*resumable)(const void *problem);

    /* Returns whether this problem is expected to take hours. The server solves it at low priority, and always leaves a
     * worker for other problems if it has several. Without job.timeout_ms its time limit is time_ms_max. NULL: never. */
    bool (*background)(const void *problem);

    /* Adds to sha the bytes that identify the answer. Equal problems give equal bytes, however they are written. */
    void (*canon)(const void *problem, struct nash_sha256 *sha);

    /* Solves. NASH_OK with result->answer set, also if stopped (then final is false and the answer holds what is proved
     * so far); else with *error: NASH_STOPPED (stopped before anything was proved), NASH_NOMEM, NASH_TOO_LARGE or
     * NASH_INTERNAL. */
    enum nash_status (*solve)(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error);

    /* Checks the answer by a method independent of solve(). NASH_INTERNAL with *error: it is wrong. */
    enum nash_status (*verify)(const void *problem, const struct nash_result *result, struct nash_error *error);

    /* Appends a few words on the problem, as the summary of its result begins: "9x9, 30 clues". NULL: the title is
     * used. */
    void (*describe)(const void *problem, struct nash_buf *out);

    /* Returns whether a text of unknown kind that reads as this problem is more likely meant otherwise, since its parts
     * contradict each other. NULL: never. */
    bool (*doubtful)(const void *problem);

    /* Writes the problem as the JSON that parse() reads. NULL: the kind cannot write problems. */
    void (*write_problem)(const void *problem, struct nash_jsonw *out);

    /* Writes the result as one JSON object; a summary comes first. */
    void (*write)(const void *problem, const struct nash_result *result, struct nash_jsonw *out);

    /* Writes the result in the kind's text form, without a trailing newline, from the JSON that write() wrote. NULL:
     * the kind has none. */
    void (*text_of)(const cJSON *result, struct nash_buf *out);

    /* Writes the same text as text_of(), straight from the result. Only for a kind whose problems are so small that a
     * batch of them spends most of its time on the JSON in between (1.4 us for a 9x9 Sudoku that is solved in 0.5 us).
     * NULL in other kinds. */
    void (*write_text)(const void *problem, const struct nash_result *result, struct nash_buf *out);

    /* Writes one object from which a client can play again, step by step, how the result came about: what problem and
     * seed determine, but only by work of the solver. Takes some milliseconds and memory of the arena. Returns false,
     * and writes nothing, if this result has no such course. NULL: none has. */
    bool (*write_course)(const void *problem, uint64_t seed, const cJSON *result, struct nash_arena *arena,
                         struct nash_jsonw *out);
};

#endif
