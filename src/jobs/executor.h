/* An executor carries out work for the core. The worker pool (pool/) is one; the cluster registers another.
 * Tests register executors without processes.
 *
 * Locks: the core may hold its own lock while it calls an executor. An executor holds no lock of its own while it calls
 * the client, and never calls the client from within start() or cancel(). */
#ifndef JOBS_EXECUTOR_H
#define JOBS_EXECUTOR_H

#include <stdbool.h>
#include <stdint.h>

#include <base/bytes.h>
#include <base/memory/tempfile.h>
#include <jobs/reading.h>
#include <nash/nash.h>
#include <store/job.h>

/* A chunk is many small problems of one kind, one a line, sent together to share the cost of a message. Each line is
 * solved on its own, with its own memory and time. The worker may return a chunk before its last line. */
enum work_kind { WORK_PROBLEM, WORK_CHUNK, WORK_READING /* reading.h */ };

/* What an executor is given to solve; embedded in the core's execution or chunk. Everything but `worker` is set before
 * start() and unchanged until done(). */
struct work {
    const struct nash_solver *solver;
    enum work_kind kind;
    enum nash_format format;
    bool want_text;        /* answer in the kind's text form instead of JSON */
    struct bytes *problem; /* the core's reference; NULL: the problem lies in `file` */
    struct tempfile *file; /* the core's reference; NULL, too: it has `len` bytes in the store, read by problem() */
    struct bytes *members; /* WORK_CHUNK: a JSON object beside each text line; the core's reference, or NULL */
    char job[40];          /* id of the first job that waits for the work, for logs; "" for a chunk */
    char owner[JOB_OWNER_MAX]; /* of that job */
    uint64_t seed;
    uint32_t timeout_ms; /* within the kind's limits, never 0; WORK_CHUNK: of each line */
    uint32_t lines;      /* WORK_CHUNK: number of lines, at least 1 */
    size_t from, len;    /* WORK_CHUNK: the bytes of `problem` that hold these lines, each ended by a newline */
    uint32_t kills; /* earlier workers that were killed or crashed while they solved this, or a chunk's first line */
    uint32_t spent_ms; /* WORK_PROBLEM: part of timeout_ms that these workers have used */
    uint32_t slice_ms; /* WORK_PROBLEM: after this time it is stopped as by a cancel; 0: it is not */
    bool resumes;      /* an earlier run may have left the blob BLOB_LATEST to continue from: stored() has it */
    bool background;   /* to be solved at low priority */
    bool fingerprint;  /* WORK_READING: the body's fingerprint is wanted */

    void *worker; /* private to the executor, between start() and done() */
};

/* The blob that holds the state of a resumable problem, see resumable() of struct nash_solver. */
#define BLOB_LATEST "latest"

/* Returns the part of `problem` that is to be solved, and its length; NULL for a problem that is not in memory. */
static inline const char *work_text(const struct work *work, size_t *len)
{
    bool is_chunk = work->kind == WORK_CHUNK, is_file = work->problem == NULL && work->file != NULL;
    *len = is_file ? (size_t)tempfile_len(work->file) : is_chunk || !work->problem ? work->len : work->problem->len;
    return work->problem != NULL ? work->problem->data + (is_chunk ? work->from : 0) : NULL;
}

/* Returns the part of timeout_ms that is left, at least 1: a worker that is killed does not prolong the time limit. */
static inline uint32_t work_left_ms(const struct work *work)
{
    return work->spent_ms < work->timeout_ms ? work->timeout_ms - work->spent_ms : 1;
}

/* How work ended. A chunk has no result: its status is NASH_OK unless its worker died. */
struct work_result {
    enum nash_status status;       /* NASH_OK: `result` is a verified answer, perhaps a partial one */
    bool final;                    /* the complete answer: may be cached */
    enum nash_stop_reason stopped; /* what ended it early; NASH_STOP_CANCEL with NASH_STOPPED and no result when
                                      cancelled work had to be killed */
    struct bytes *result;          /* borrowed: take a reference; NULL unless NASH_OK */
    struct nash_error error;       /* when status is not NASH_OK: type "worker-crashed", "out-of-memory", … */
    bool killed;                   /* the worker was killed from outside: another one may solve the problem */
    bool crashed;                  /* the worker died by a fault of its own: another one might, too, or might not */
    uint32_t line;                 /* WORK_CHUNK whose worker died: the line it was at, from 0 */
};

struct executor_stats {
    unsigned workers, busy; /* now: all that are ready, and those that solve */
    bool zygote_gone;       /* no process can be started for a worker now */
    uint64_t zygote_restarts;
    uint64_t replaced, crashes, killed, out_of_memory, runaways, sandbox_violations;
};

/* Callbacks, from the executor's thread. All but done and ready are called only between start() and done(). A chunk
 * reports answers, in order of its lines, and neither progress nor blobs.
 *
 * blob() replaces the work's earlier blob of the same name. It does not wait for the disk: the blob is durable after
 * the next commit, some milliseconds later, or, if the store cannot write, never. A blob whose name begins with a dot
 * is of the run (is_blob_of_run() in store/operation.h): an executor keeps its state there while the work runs, reads
 * it with stored() when the work is started again after a crash or a drain, and the end of the job removes it. No
 * client sees it. Other blobs stay with the job. stored() reads the store and may wait for the disk, so an executor
 * calls it after start() has returned. It returns a reference for the caller, or NULL: no blob, a new job, or a failure
 * of the store, which is logged. */
struct executor_client {
    void *context;
    void (*progress)(void *context, struct work *work, const char *json, size_t len);
    void (*blob)(void *context, struct work *work, const char *name, const void *bytes, size_t len);
    struct bytes *(*stored)(void *context, struct work *work, const char *name);
    /* Reads bytes of a problem in the store. Returns their number; at most 0: they cannot be read. May wait for the
     * disk. */
    ssize_t (*problem)(void *context, struct work *work, uint64_t from, void *out, size_t room);
    void (*read)(void *context, struct work *work, const struct work_reading *reading); /* reading.h; must not block */
    /* `count` answers of the next lines of a chunk, checked, in the format of answers.h. */
    void (*answers)(void *context, struct work *work, const char *block, size_t len, unsigned count);
    void (*done)(void *context, struct work *work, const struct work_result *result);
    void (*ready)(void *context); /* start() may succeed again: after each done(), and when a worker was replaced */
};

struct executor {
    enum nash_status (*open)(struct executor *executor, const struct executor_client *client,
                             struct nash_error *error); /* first */
    /* Begins at once and returns true; or returns false when no worker is free, and ready() follows. Never blocks: the
     * calling thread sends the work straight to an idle worker. */
    bool (*start)(struct executor *executor, struct work *work);
    /* Requests that started work stops; done() follows, at the latest after the grace period. Idempotent. */
    void (*cancel)(struct executor *executor, struct work *work);
    void (*stats)(struct executor *executor, struct executor_stats *stats);
    /* Kills what still runs (no callback after it returns) and frees the executor. */
    void (*close)(struct executor *executor);
    /* Returns NASH_OK when this executor accepts the problem, which solver->parse() has read. Called before the job is
     * queued; a refused problem is not stored. Called from any thread. NULL: every problem is accepted. */
    enum nash_status (*check)(struct executor *executor, const struct nash_solver *solver, const void *problem,
                              struct nash_error *error);
    const struct executor_reading *reading; /* NULL: this executor reads nothing */
};

#endif
