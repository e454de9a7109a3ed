/* The database of the jobs: durable jobs, their answers, and idempotency keys; and of documents (documents.h).
 *
 * The stored answer of a problem is the job that found it: a final, succeeded row is found by its canonical key. Cache
 * and history are therefore one table, and removing a job removes its answer.
 *
 * Reads by id or by key take arrays, so that one call can read many jobs. Writes go through store_post(): one writer
 * thread collects them, applies them in one durable transaction (group commit) and then calls back each operation.
 * Reads may be made from any thread. Engines (sqlite/; later one for the network) implement struct store_engine and
 * pass tests/store unchanged. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stddef.h>

#include <nash/arena.h>
#include <store/operation.h>

/* Bytes of a node's name, with NUL; the lease of a submitted job, which a heartbeat or store_sweep() renews. */
enum { STORE_NODE_MAX = 64, STORE_LEASE_MS = 60000 };

struct store_filter {
    const char *owner;                      /* NULL: all owners */
    const char *kind;                       /* NULL: all kinds */
    int states;                             /* bits 1 << state; 0: all */
    int64_t before;                         /* sequence < before; 0: from the newest */
    int64_t created_from_ms, created_to_ms; /* from <= created < to; 0: unlimited */
    int64_t finished_from_ms;               /* from <= finished < to; 0: unlimited, both 0: unfinished jobs too */
    int64_t finished_to_ms;
    const char *tag;                      /* NULL: with any tags */
    const struct job_id *id_from, *id_to; /* from <= id <= to, as bytes; both NULL: all */
    unsigned limit;                       /* most jobs to list */
};

struct store_stats {
    uint64_t jobs[5];             /* by state */
    uint64_t documents;           /* of all types */
    uint64_t bytes;               /* size of the database */
    uint64_t commits, operations; /* committed transactions, and the operations in them, since store_open() */
    uint64_t lookups, hits;       /* keys looked up, and those with an answer */
};

struct store_retention {
    int64_t max_age_ms;          /* jobs that finished earlier are removed; 0: never */
    uint64_t max_bytes;          /* the oldest finished jobs are removed until the database fits; 0: no limit */
    const char *document_type;   /* documents of this type */
    int64_t document_max_age_ms; /* that were last changed earlier are removed; 0: never */
};

struct store;

/* Opens "sqlite:PATH" ("sqlite::memory:" for tests), migrates its schema and starts the writer thread. node names this
 * server among those that share the database. Must be called after the zygote is forked. */
struct store *store_open(const char *url, const char *node, struct nash_error *error);
/* Applies all posted operations, then closes. */
void store_close(struct store *store);

/* Queues a write, which ends with done(). Does not wait for the disk. */
void store_post(struct store *store, struct store_op *op);

/* Queues a FINISH. If its SUBMIT still waits in the queue, both become one inserted row, and submit->done and
 * finish->done are called in this order after the same commit; the FINISH overtakes operations posted between them. If
 * the SUBMIT ends in a conflict, the FINISH ends with NASH_NOT_FOUND. submit must be NULL once its done() has run; a
 * lock of the caller must ensure that. */
void store_post_finish(struct store *store, struct store_op *finish, struct store_op *submit);

/* Waits until all operations posted before are committed and their done() has returned. Not allowed within done(). */
void store_flush(struct store *store);
/* Leases up to max unfinished jobs without a lease to this node for lease_ms, by highest priority, then by age. The
 * rows in the arena have bodies and hold references (store_job_release). Adds 1 to the attempts of each. A claimed job
 * stays QUEUED until its first heartbeat. */
enum nash_status store_claim(struct store *store, unsigned max, int64_t lease_ms, struct nash_arena *arena,
                             struct store_job **rows, size_t *count, struct nash_error *error);
/* Releases the leases of this node's last life. The jobs are QUEUED again and keep started_ms and progress. */
enum nash_status store_release_node(struct store *store, struct nash_error *error);
/* Renews this node's leases, releases expired ones of other nodes, and removes jobs (*removed) and documents by
 * retention. */
enum nash_status store_sweep(struct store *store, const struct store_retention *retention, uint64_t *removed,
                             struct nash_error *error);

/* Reads jobs. found[i] is whether rows[i] was filled; other rows are zeroed. bodies: which of problem and
 * result to read, as bits; those of more than STORE_MEMORY_BYTES are left out. Error and progress are always included.
 * A result that does not match its checksum is left out, and the row is `damaged`; so is a damaged problem. After a
 * failure no row holds a reference. */
enum nash_status store_get(struct store *store, const struct job_id ids[], size_t n, enum store_body bodies,
                           struct store_job rows[], bool found[], struct nash_error *error);
/* Reads up to room bytes of a problem or a result (which), from an offset. Sets *got to their number, which is 0 only
 * at the end; less than room does not mean the end. NASH_NOT_FOUND without the job or the body; NASH_INTERNAL if the
 * bytes do not match their checksum. */
enum nash_status store_read_body(struct store *store, const struct job_id *id, enum store_body which, uint64_t from,
                                 void *out, size_t room, size_t *got, struct nash_error *error);
/* Reads the bodies that a row lacks because of their length, as a whole: for callers that cannot use parts. Leaves a
 * body NULL without memory, or if it is damaged, and sets `damaged` for a result that is. */
void store_read_whole(struct store *store, struct store_job *row);
/* Returns false if it is known without reading that store_lookup() of this key finds nothing. */
bool store_may_answer(struct store *store, const struct nash_hash *key);
/* Reads the newest final, succeeded job of each canonical key whose result is not damaged, with bodies. An engine may
 * miss jobs that another node has stored since this node opened the database; the problem is then solved again. */
enum nash_status store_lookup(struct store *store, const struct nash_hash keys[], size_t n, struct store_job rows[],
                              bool found[], struct nash_error *error);
/* Reads the job that an owner submitted with an Idempotency-Key, without bodies. */
enum nash_status store_idempotent(struct store *store, const char *owner, const char *key, struct store_job *row,
                                  bool *found, struct nash_error *error);
/* Lists jobs, newest first, without problem and result, but with the opening of the result. */
enum nash_status store_list(struct store *store, const struct store_filter *filter, struct nash_arena *arena,
                            struct store_job **rows, size_t *count, struct nash_error *error);
/* Returns a blob of a job with a reference for the caller, or NULL. */
struct bytes *store_blob(struct store *store, const struct job_id *id, const char *name);
/* Passes the parts of a blob on, in order, as they were at one time. Ends early if take() fails. NASH_NOT_FOUND. */
enum nash_status store_read_blob(struct store *store, const struct job_id *id, const char *name, store_take *take,
                                 void *context, struct nash_error *error);
/* Lists the blobs of a job by name, without those of its run. Names and *blobs are in the arena. */
enum nash_status store_blob_sizes(struct store *store, const struct job_id *id, struct nash_arena *arena,
                                  struct store_blob_size **blobs, size_t *count, struct nash_error *error);
enum nash_status store_stats(struct store *store, struct store_stats *stats, struct nash_error *error);

#endif
