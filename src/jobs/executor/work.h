/* Work: what an executor is given to solve, and how it ends. */
#ifndef JOBS_EXECUTOR_WORK_H
#define JOBS_EXECUTOR_WORK_H

#include <stdbool.h>
#include <stdint.h>

#include <base/bytes.h>
#include <base/memory/tempfile.h>
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
    bool want_text;            /* answer in the kind's text form instead of JSON */
    struct bytes *problem;     /* the core's reference; NULL: the problem lies in `file` */
    struct tempfile *file;     /* the core's reference; NULL, too: it has `len` bytes in the store, read by problem() */
    struct bytes *members;     /* WORK_CHUNK: a JSON object beside each text line; the core's reference, or NULL */
    char job[40];              /* id of the first job that waits for the work, for logs; "" for a chunk */
    char owner[JOB_OWNER_MAX]; /* of that job */
    uint64_t seed;
    uint32_t timeout_ms; /* within the kind's limits, never 0; WORK_CHUNK: of each line */
    uint32_t lines;      /* WORK_CHUNK: number of lines, at least 1 */
    size_t from, len;    /* WORK_CHUNK: the bytes of `problem` that hold these lines, each ended by a newline */
    uint32_t kills;    /* earlier workers that were killed or crashed while they solved this, or a chunk's first line */
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

#endif
