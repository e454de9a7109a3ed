/* Write operations: the poster fills one in, the writer thread applies it and calls back. */
#ifndef STORE_OPERATION_H
#define STORE_OPERATION_H

#include <store/document.h>
#include <store/webhook.h>

enum store_verb {
    STORE_SUBMIT,    /* inserts row, finished or unfinished (leased to this node, which runs it).
                        NASH_CONFLICT if a job with this owner and idempotency exists: row.id is then set to its id;
                        or if a job with this id exists: row.id is unchanged. Sets blob (name, bytes) too, which must
                        belong to the run (is_blob_of_run()), unless it is NULL or the row is finished */
    STORE_FINISH,    /* sets state, final, verdict, started_ms, finished_ms, last_event, result, error, progress (NULL
                        keeps that    of the last heartbeat) of row.id, and deletes its blobs of the run. NASH_NOT_FOUND;
                        NASH_CONFLICT if it is finished already, which changes nothing; NASH_INVALID if state is not a
                        finished one */
    STORE_HEARTBEAT, /* sets state RUNNING, started_ms and progress (0, NULL: unchanged) of row.id and renews the lease.
                        NASH_NOT_FOUND; NASH_CONFLICT if it is finished or leased to another node */
    STORE_REMOVE,    /* deletes row.id with its blobs. NASH_NOT_FOUND; NASH_CONFLICT if it is not finished */
    STORE_REOPEN, /* makes row.id, whose result is damaged, unfinished again: removes the result and leases the job to
                     this node. NASH_NOT_FOUND; NASH_CONFLICT if it is not finished or its result is intact */
    STORE_BLOB,   /* sets blob (name, bytes) of job row.id, in the place of one of the same name. NASH_NOT_FOUND;
                     NASH_CONFLICT for a blob of the run (is_blob_of_run()) if the job is finished */

    STORE_WEBHOOK, /* sets state, attempts, next_ms, status and error of *webhook. NASH_NOT_FOUND without its job */

    STORE_DOCUMENT_ADD,    /* inserts *document as version 1. NASH_CONFLICT if a document with this id exists;
                              NASH_UNPROCESSABLE if the owner already has `limit` documents of this type */
    STORE_DOCUMENT_CHANGE, /* replaces name, meta, updated_ms and, unless NULL, body of the document with this id and
                              version, and finishes *task, unless NULL. NASH_NOT_FOUND if there is no such document, or
                              the task does not wait; NASH_CONFLICT if it has another version */
    STORE_DOCUMENT_REMOVE, /* deletes document->id with its tasks. NASH_NOT_FOUND */
    STORE_TASK_ADD,        /* inserts *task, which waits and is carried out by this node. NASH_NOT_FOUND without its
                              document; NASH_CONFLICT if the document has a task with this id or idempotency key */
    STORE_PROBE,           /* writes without changing anything, to find out whether the database takes writes */
    STORE_TASK_CHANGE,     /* sets state, job, base, finished_ms and error of task->id, which must wait.
                              NASH_NOT_FOUND */

    /* Of the writer alone, which stores a large body before its row. */
    STORE_PART, /* adds blob as the parts from `part` on of the body `body`; 0: of a new one, whose number is set.
                   NASH_NOT_FOUND if the body is no longer there */
    STORE_DROP  /* leaves the body to the sweep */
};
/* Every operation may also end with NASH_INVALID for values outside their ranges, NASH_TOO_LARGE for a row past the
 * engine's limit (1 GB), NASH_BUSY or NASH_INTERNAL if the database could not write. The operation then has no
 * effect. */

/* Returns whether a blob of this name belongs to the run of its job, and ends with it: its name begins with a dot. An
 * executor keeps the state there from which it continues after a crash. */
static inline bool is_blob_of_run(const char *name)
{
    return name[0] == '.';
}

/* A large body that is stored before its row. */
struct store_load {
    int64_t body;  /* its number in the database; 0: none yet */
    uint64_t done; /* bytes stored */
};
enum {
    STORE_PART_BYTES = 1 << 20,  /* of each part but the last */
    STORE_BODY_MAX = 1000000000, /* bytes of a body */
};

/* Return the lengths of the bodies of a row to be written, in memory or in a file; 0: absent. */
static inline uint64_t op_problem_bytes(const struct store_job *row)
{
    return row->large_problem != NULL ? tempfile_len(row->large_problem) : row->problem != NULL ? row->problem->len : 0;
}

static inline uint64_t op_result_bytes(const struct store_job *row)
{
    return row->large_result != NULL ? tempfile_len(row->large_result) : row->result != NULL ? row->result->len : 0;
}

/* One write. The poster owns it but must not touch it until done() is called. */
struct store_op {
    enum store_verb verb;
    struct store_job row;  /* the operation holds references of its own */
    const char *blob_name; /* STORE_BLOB, STORE_SUBMIT */
    struct bytes *blob;
    int64_t body;                        /* STORE_PART, STORE_DROP */
    unsigned part;                       /* STORE_PART: its number, from 0 */
    struct store_load problem, result;   /* of the writer: large bodies of the row */
    const struct store_webhook *webhook; /* STORE_WEBHOOK: the poster's */
    struct store_document *document;     /* STORE_DOCUMENT_*: the poster's */
    struct store_task *task;             /* STORE_TASK_*, STORE_DOCUMENT_CHANGE: the poster's */
    unsigned limit;                      /* STORE_DOCUMENT_ADD; 0: none */
    enum nash_status status;             /* the outcome, set before done() */
    void (*done)(struct store_op *op);   /* called once by the writer thread, after the commit; may free op */
    void *context;                       /* private data of the poster */
    struct store_op *next;               /* in the writer's queue */
    struct store_op *behind; /* of the writer: operations on the same job that wait until its bodies are stored */
    uint64_t number;         /* of the writer: order of posting */
    bool waiting;            /* the operation is in the writer's queue */
    struct store_op *merged_finish; /* a FINISH posted while its SUBMIT waits: see store_post_finish() */
};

#endif
