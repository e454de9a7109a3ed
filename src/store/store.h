/* What jobs need of a database: durable jobs, the answers they found, and who asked twice.
 *
 * The stored answer of a problem *is* the job that found it: a final, succeeded row is found again by its canonical
 * key, so that cache and history are one table and forgetting a job forgets its answer.
 *
 * Every call takes arrays, so that an engine can do many in one transaction. Writes go through store_post(): one
 * writer thread gathers whatever has been posted, applies it in one durable transaction (group commit) and then calls
 * back each operation. Reads may be made from any thread. Engines (sqlite.c; a network one later) implement
 * struct store_engine and pass tests/store unchanged. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <base/bytes.h>
#include <nash/arena.h>
#include <nash/hash.h>
#include <nash/status.h>

enum { JOB_ID_BYTES = 16, JOB_OWNER_MAX = 64, JOB_KIND_MAX = 32, JOB_IDEMPOTENCY_MAX = 255, STORE_NODE_MAX = 64 };
/* How long a node holds what it submitted or sent a heartbeat for, unless it sweeps (which renews). */
enum { STORE_LEASE_MS = 60000 };

/* Of a result, what a list shows. */
enum { STORE_OPENING = 160 };

struct job_id {
    uint8_t byte[JOB_ID_BYTES]; /* unique; when ids grow with time, inserts stay cheap */
};

enum job_state { JOB_QUEUED, JOB_RUNNING, JOB_SUCCEEDED, JOB_FAILED, JOB_CANCELLED };

/* One job as stored. Strings are NUL-terminated and "" when absent; bytes NULL when absent. */
struct store_job {
    struct job_id id;
    struct nash_hash key; /* canonical key of the problem */
    char kind[JOB_KIND_MAX];
    char owner[JOB_OWNER_MAX]; /* name of the API key, "" without authentication */
    enum job_state state;
    bool final;   /* succeeded with the whole truth: an answer for everyone */
    int format;   /* enum nash_format of problem */
    int priority; /* -100..100, higher first */
    uint32_t timeout_ms;
    uint64_t seed;
    int64_t created_ms, started_ms, finished_ms; /* 0 = not yet */
    int64_t last_event;                          /* number of the last event published */
    unsigned attempts;                           /* times it was claimed */
    int64_t sequence;                            /* insertion order, set by the store */
    struct bytes *problem;                       /* the request body */
    struct bytes *result;                        /* ready JSON */
    struct bytes *opening;                       /* of a list: how result begins, STORE_OPENING bytes or all of it */
    struct bytes *error;                         /* ready JSON: a problem object (RFC 9457) */
    struct bytes *progress;                      /* ready JSON, the last one known */
    char idempotency[JOB_IDEMPOTENCY_MAX + 1];   /* Idempotency-Key, scoped by owner */
    struct nash_hash fingerprint;                /* of the request that carried it */
};

/* Drops the references a row holds (not the row itself). */
void store_job_release(struct store_job *row);

enum store_verb {
    STORE_SUBMIT,    /* insert row, unfinished (leased to this node, which is going to run it) or already finished;
                        NASH_CONFLICT when (owner, idempotency) exists: row.id becomes the older job's; or when the id
                        itself exists: row.id stays */
    STORE_FINISH,    /* state, final, started_ms, finished_ms, last_event, result, error, progress (NULL keeps the last
                        heartbeat's) of row.id; NASH_NOT_FOUND if gone; a row already finished keeps what it has
                        (NASH_CONFLICT); NASH_INVALID when state is not a finished one */
    STORE_HEARTBEAT, /* state RUNNING, started_ms and progress (0, NULL keep) of row.id; renews the lease;
                        NASH_NOT_FOUND, NASH_CONFLICT when finished or leased to another node */
    STORE_REMOVE,    /* delete row.id if finished, with its blobs; NASH_NOT_FOUND, NASH_CONFLICT when not finished */
    STORE_BLOB       /* put blob (name, bytes) of job row.id, replacing; NASH_NOT_FOUND */
};
/* Besides: NASH_INVALID for values outside their ranges, NASH_TOO_LARGE for a row past the engine's limit (1 GB),
 * NASH_BUSY or NASH_INTERNAL when the database could not write; then nothing of the operation is stored. */

/* One write. Owned by the poster, untouched by it until done() is called. */
struct store_op {
    enum store_verb verb;
    struct store_job row;  /* the op holds its own references */
    const char *blob_name; /* STORE_BLOB */
    struct bytes *blob;
    enum nash_status status;           /* the outcome, set before done() */
    void (*done)(struct store_op *op); /* called once by the writer thread, after the commit; it may free op */
    void *context;                     /* the poster's */
    struct store_op *next;             /* the queue's */
    bool waiting;                      /* the queue's: not yet taken by the writer */
    struct store_op *follow;           /* a FINISH posted while its SUBMIT waits: see store_post_finish() */
};

struct store_filter {
    const char *owner;                      /* NULL = all owners */
    const char *kind;                       /* NULL = all */
    int states;                             /* bit (1 << state); 0 = all */
    int64_t before;                         /* only sequence < before; 0 = newest first from the end */
    int64_t created_from_ms, created_to_ms; /* from <= created < to; 0 = open */
    const struct job_id *id_from, *id_to;   /* from <= id <= to, as bytes; both or neither NULL = all */
    unsigned limit;
};

struct store_stats {
    uint64_t jobs[5];             /* by state */
    uint64_t bytes;               /* size of the database */
    uint64_t commits, operations; /* since open */
    uint64_t lookups, hits;
};

struct store_retention {
    int64_t max_age_ms; /* finished longer ago than this is removed; 0 = never */
    uint64_t max_bytes; /* the oldest finished go until the database fits; 0 = no limit */
};

struct store;

/* Opens "sqlite:PATH" ("sqlite::memory:" for tests), migrates its schema, starts the writer thread. node names this
 * server among those sharing the database. Call after forking the zygote. */
struct store *store_open(const char *url, const char *node, struct nash_error *error);
/* Applies what is posted, then closes. */
void store_close(struct store *store);

/* Queues one write; done() follows. Never blocks on the disk. */
void store_post(struct store *store, struct store_op *op);

/* Queues a FINISH whose SUBMIT may still be waiting in the queue: then both become one inserted row, and submit->done
 * and finish->done are called in this order after the same commit (so the FINISH overtakes whatever was posted between
 * them). When that SUBMIT ends in a conflict, the FINISH is NASH_NOT_FOUND. submit must not have been freed: pass NULL
 * once its done() has run (the caller's own lock decides). */
void store_post_finish(struct store *store, struct store_op *finish, struct store_op *submit);

/* Blocks until everything posted before is committed and its done() has returned. Not from within done(). */
void store_flush(struct store *store);

/* Takes up to max unfinished jobs that nobody holds for this node until lease_ms from now, highest priority then
 * oldest first; rows in the arena hold references (store_job_release), with bodies. Counts attempts. A claimed job
 * stays QUEUED until its first heartbeat. */
enum nash_status store_claim(struct store *store, unsigned max, int64_t lease_ms, struct nash_arena *arena,
                             struct store_job **rows, size_t *count, struct nash_error *error);
/* At start: gives back this node's own leases of an earlier life; its jobs are QUEUED again,
 * with what is known of them (started_ms, progress). */
enum nash_status store_release_node(struct store *store, struct nash_error *error);
/* Renews this node's leases (it lives), frees expired ones of others, removes by retention. *removed counts jobs. */
enum nash_status store_sweep(struct store *store, const struct store_retention *retention, uint64_t *removed,
                             struct nash_error *error);

/* found[i] tells whether rows[i] was filled; the others are zeroed. want_bodies: with problem and result;
 * error and progress come always. On failure no row of a read holds a reference. */
enum nash_status store_get(struct store *store, const struct job_id ids[], size_t n, bool want_bodies,
                           struct store_job rows[], bool found[], struct nash_error *error);
/* The final succeeded job of each canonical key, newest, with bodies. An engine may miss what another node has stored
 * since this one opened the database: then the problem is solved once more. */
enum nash_status store_lookup(struct store *store, const struct nash_hash keys[], size_t n, struct store_job rows[],
                              bool found[], struct nash_error *error);
/* The job an owner submitted under an Idempotency-Key, without bodies. */
enum nash_status store_idempotent(struct store *store, const char *owner, const char *key, struct store_job *row,
                                  bool *found, struct nash_error *error);
/* Newest first, without problem and result, but with the opening of a result that is not empty. */
enum nash_status store_list(struct store *store, const struct store_filter *filter, struct nash_arena *arena,
                            struct store_job **rows, size_t *count, struct nash_error *error);
/* A blob of a job; NULL when there is none. One reference for the caller. */
struct bytes *store_blob(struct store *store, const struct job_id *id, const char *name);
enum nash_status store_stats(struct store *store, struct store_stats *stats, struct nash_error *error);

#endif
