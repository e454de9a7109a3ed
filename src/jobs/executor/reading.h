/* Reading: an executor reads a problem that lies in a file before the core decides what becomes of it. The server's own
 * threads never parse such a problem.
 *
 * Work of the kind WORK_READING is started like any other. It ends with done(), which then has an error, or the
 * client's read() is called. After read() the worker holds the parsed problem until the core calls adopt() or drop().
 * If the worker dies before that, done() is called for the reading as well. */
#ifndef JOBS_EXECUTOR_READING_H
#define JOBS_EXECUTOR_READING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/hash.h>

struct executor;
struct work;

enum { READING_MAX_MS = 60000 }; /* time limit for reading one problem */

/* What a worker has found in a problem: the properties of the job that the core needs. Checked for ranges. */
struct work_reading {
    struct nash_hash key;         /* canonical key */
    struct nash_hash fingerprint; /* of the body, for an Idempotency-Key: see request_fingerprint() */
    uint64_t seed;
    uint32_t timeout_ms;
    int priority;
    bool fresh;
    bool distributed, resumable, background;
    const char *webhook; /* URL, not terminated; NULL: none */
    size_t webhook_len;
    const char *tags; /* JSON array, not terminated; NULL: none */
    size_t tags_len;
};

/* The part of an executor that reads. Neither function blocks. Each returns false when the worker has died: done()
 * follows for `reading`. */
struct executor_reading {
    /* Solves `work`, whose problem is the one that was read, with the worker that holds it. Afterwards the executor
     * refers to `reading` no longer. */
    bool (*adopt)(struct executor *executor, struct work *reading, struct work *work);
    /* Makes the worker forget the problem. Afterwards the executor refers to `reading` no longer. */
    bool (*drop)(struct executor *executor, struct work *reading);
};

#endif
