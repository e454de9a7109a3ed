/* Documents as the store keeps them: what lives longer than a job, such as an opponent; and tasks, which wait to change
 * a document. */
#ifndef STORE_DOCUMENT_H
#define STORE_DOCUMENT_H

#include <store/job.h>

/* Bytes of strings, with NUL. */
enum { DOCUMENT_TYPE_MAX = 32, DOCUMENT_NAME_MAX = 256, TASK_VERB_MAX = 16 };
/* Finished tasks kept for each document: older ones are removed when a task finishes. */
enum { STORE_TASKS_KEPT = 256 };

/* Strings are NUL-terminated; bytes are NULL when absent. */
struct store_document {
    struct job_id id;               /* unique among documents */
    char type[DOCUMENT_TYPE_MAX];   /* "opponent" */
    char owner[JOB_OWNER_MAX];      /* name of the API key, "" without authentication */
    char kind[JOB_KIND_MAX];        /* kind of problems */
    char name[DOCUMENT_NAME_MAX];   /* given by the client */
    int64_t version;                /* 1 at first; grows by 1 with each change */
    int64_t created_ms, updated_ms; /* since 1970 */
    int64_t sequence;               /* order of insertion, set by the store */
    unsigned waiting;               /* number of tasks that wait; set by the store */
    uint64_t body_bytes;            /* length of the body; set by the store */
    struct bytes *meta, *body;      /* small JSON; anything */
};

enum task_state { TASK_WAITS, TASK_DONE, TASK_FAILED };

struct store_task {
    struct job_id id, document;
    char verb[TASK_VERB_MAX]; /* says what the request means */
    enum task_state state;
    bool has_job;
    struct job_id job; /* the last job that worked for the task */
    int64_t base;      /* version of the document from which that job started */
    int64_t created_ms, finished_ms;
    int64_t sequence;                          /* order of insertion, set by the store */
    char idempotency[JOB_IDEMPOTENCY_MAX + 1]; /* Idempotency-Key, scoped by document; "" = none */
    struct nash_hash fingerprint;              /* hash of the request that first used this key */
    struct bytes *request;                     /* NULL once the task is finished */
    struct bytes *error;                       /* JSON: problem details of a task that failed */
};

/* Release the references of a row, not the row itself. */
void store_document_release(struct store_document *row);
void store_task_release(struct store_task *row);

#endif
