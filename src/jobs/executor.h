/* What carries out a run. The worker pool (pool/) is one; what has several machines solve one problem is another. The
 * core never sees a process: tests give it an executor of their own.
 *
 * Locks: the core may hold its own lock while it calls an executor; an executor holds none of its own while it calls
 * back, and never calls back from within start() or cancel(). */
#ifndef JOBS_EXECUTOR_H
#define JOBS_EXECUTOR_H

#include <stdbool.h>
#include <stdint.h>

#include <base/bytes.h>
#include <nash/nash.h>

/* One run as an executor sees it; embedded in the core's run. Or a pack: many small problems of one kind in one order,
 * so that what an order costs is shared between them. Each line of a pack is a run of its own, with its own memory and
 * time; but they have their worker in common, which may end the pack before its end and hands back what is left. */
struct execution {
    /* the order: set before start(), unchanged until done() has been called */
    const struct nash_solver *solver;
    enum nash_format format;
    bool want_text;        /* the answer in the kind's text form instead of JSON */
    struct bytes *problem; /* the core's reference */
    char job[40];          /* id of the job that asked for it first, for people; "": none, or a pack */
    uint64_t seed;
    uint32_t timeout_ms; /* within the kind's limits, never 0; of a pack: for each line */
    uint32_t lines;      /* of a pack; 0 = `problem` is one problem */
    size_t from, len;    /* of a pack: where in `problem` its lines are, each ended by a newline */

    void *slot; /* the executor's own between start() and done() */
};

/* What of `problem` is to be solved. */
static inline const char *execution_text(const struct execution *execution, size_t *len)
{
    *len = execution->lines > 0 ? execution->len : execution->problem->len;
    return execution->problem->data + (execution->lines > 0 ? execution->from : 0);
}

/* How a run ended. Of a pack: NASH_OK when its worker lives, whatever has been answered, without a result. */
struct execution_outcome {
    enum nash_status status;       /* NASH_OK: `result` is a verified answer, perhaps a partial one */
    bool final;                    /* the whole truth: may be cached */
    enum nash_stop_reason stopped; /* what ended it early; NASH_STOP_CANCEL also with NASH_STOPPED and no result when a
                                      cancelled run had to be killed */
    struct bytes *result;          /* borrowed: take a reference; NULL unless NASH_OK */
    struct nash_error error;       /* when status is not NASH_OK: type "worker-crashed", "out-of-memory", "runaway",
                                      "sandbox-violation", "output-limit", "verification-failed", … */
    uint32_t line;                 /* of a pack, when status is not NASH_OK: the one that was under way, from 0 */
};

struct executor_stats {
    unsigned workers, busy;
    uint64_t replaced, crashes, out_of_memory, runaways, sandbox_violations;
};

/* Who is told, from the executor's thread. All but done and ready only between start() and done(); a pack tells its
 * answers, in order, and neither progress nor blobs. */
struct executor_client {
    void *context;
    void (*progress)(void *context, struct execution *execution, const char *json, size_t len);
    void (*blob)(void *context, struct execution *execution, const char *name, const void *bytes, size_t len);
    /* `count` answers of the next lines of a pack, checked, as answers.h has them. */
    void (*answers)(void *context, struct execution *execution, const char *piece, size_t len, unsigned count);
    void (*done)(void *context, struct execution *execution, const struct execution_outcome *outcome);
    void (*ready)(void *context); /* start() may succeed again: after each done(), and when a worker was replaced */
};

struct executor {
    /* Once, before anything else. */
    enum nash_status (*open)(struct executor *executor, const struct executor_client *client, struct nash_error *error);
    /* Begins at once and returns true, or returns false: nothing is free, ready() will follow. Never blocks; the order
     * goes straight to an idle worker from the calling thread. */
    bool (*start)(struct executor *executor, struct execution *execution);
    /* Asks a started execution to stop; done() follows, at the latest a grace period later. Idempotent. */
    void (*cancel)(struct executor *executor, struct execution *execution);
    void (*stats)(struct executor *executor, struct executor_stats *stats);
    /* Kills what still runs (no callback after it returns) and frees the executor. */
    void (*close)(struct executor *executor);
    /* May this problem, which solver->parse() has read, be asked for here? Told before it is queued: then it is
     * refused, nothing stored. From any thread. NULL: always. */
    enum nash_status (*check)(struct executor *executor, const struct nash_solver *solver, const void *problem,
                              struct nash_error *error);
};

#endif
