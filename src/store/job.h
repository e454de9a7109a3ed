/* A job as the store keeps it. */
#ifndef STORE_JOB_H
#define STORE_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include <base/bytes.h>
#include <base/memory/tempfile.h>
#include <nash/hash.h>
#include <nash/status.h>

enum { JOB_ID_BYTES = 16, JOB_OWNER_MAX = 64, JOB_KIND_MAX = 32, JOB_IDEMPOTENCY_MAX = 255 };

/* Bodies in memory: a longer problem or result of a row that was read is not there, and is read by store_read_body().
 */
enum { STORE_MEMORY_BYTES = 1 << 20 };
/* Which bodies of a row are read, as bits. */
enum store_body { STORE_NO_BODIES = 0, STORE_PROBLEM = 1, STORE_RESULT = 2, STORE_BODIES = 3 };
/* Number of bytes at the beginning of a result that a list reads; the summary of the result lies within them. */
enum { STORE_OPENING = 160 };

struct job_id {
    uint8_t byte[JOB_ID_BYTES]; /* unique; ids made together that lie together make inserts cheap */
};

enum job_state { JOB_QUEUED, JOB_RUNNING, JOB_SUCCEEDED, JOB_FAILED, JOB_CANCELLED };

/* What the solver's verify() found about a result before it was stored. The numbers are stored, so they never change.
 */
enum job_verdict {
    VERDICT_NONE = 0,     /* no result, or one stored by a version that did not record it */
    VERDICT_VERIFIED = 1, /* a complete result that is correct */
    VERDICT_PARTIAL = 2   /* a partial result without a fault */
};

/* Strings are NUL-terminated, "" when absent; bytes are NULL when absent. */
struct store_job {
    struct job_id id;
    struct nash_hash key; /* canonical key of the problem */
    char kind[JOB_KIND_MAX];
    char owner[JOB_OWNER_MAX]; /* name of the API key, "" without authentication */
    enum job_state state;
    bool final;   /* succeeded with a complete result, which answers equal problems */
    int format;   /* enum nash_format of problem */
    int priority; /* -100..100, higher first */
    uint32_t timeout_ms;
    uint64_t seed;
    int64_t created_ms, started_ms, finished_ms; /* 0: not yet */
    int64_t last_event;                          /* number of the last published event */
    unsigned attempts;                           /* number of times that a server has claimed the job */
    int64_t sequence;                            /* order of insertion, set by the store */
    struct bytes *problem;                       /* the request body; NULL also if it is read in parts */
    struct tempfile *large_problem;              /* of a SUBMIT: the body, if it is too large for memory; else NULL */
    uint64_t problem_bytes;        /* of a row that was read: length of the body, also if it is not here */
    struct bytes *result;          /* JSON; NULL also if it is read in parts */
    struct tempfile *large_result; /* of a FINISH: the result, if it is too large for memory; else NULL */
    uint64_t result_bytes;         /* of a row that was read: length of the result */
    enum job_verdict verdict;      /* of the result */
    bool damaged;                  /* a row that was read: its result does not match its checksum, and is
                                      not here */
    struct bytes *webhook;         /* JSON: where the job's end is sent, and what became of it; NULL: none */
    const char *webhook_url;       /* of a SUBMIT: the poster's; NULL: none */
    struct bytes *tags;            /* JSON array of strings, given by the client; NULL: none */
    struct bytes *opening;         /* in lists: the first STORE_OPENING bytes of the result */
    struct bytes *error;           /* JSON: problem details (RFC 9457) */
    struct bytes *progress;        /* JSON: the last progress report */
    char idempotency[JOB_IDEMPOTENCY_MAX + 1]; /* Idempotency-Key, scoped by owner */
    struct nash_hash fingerprint;              /* hash of the request that first used this Idempotency-Key */
};

/* Takes a reference of each body of a row that was copied. */
void store_job_ref(const struct store_job *row);
/* Releases the references of a row, not the row itself. */
void store_job_release(struct store_job *row);

/* Receives a part of what is read. Not NASH_OK: nothing more is read. */
typedef enum nash_status store_take(void *context, const void *data, size_t len, struct nash_error *error);

/* A blob of a job, without its bytes. */
struct store_blob_size {
    const char *name;
    uint64_t bytes;
};

#endif
