/* What a database must be able to do to hold the store.
 *
 * An engine knows nothing of queues and threads: store.c calls it, writer.c batches for it. apply() is called by the
 * writer thread alone; everything else from any thread, at any time, so an engine guards its connections itself.
 * error is never NULL here. Semantics of each call: store.h. Both engines must pass tests/store unchanged. */
#ifndef STORE_ENGINE_H
#define STORE_ENGINE_H

#include <store/store.h>

struct store_engine {
    const char *scheme; /* of the URL: "sqlite" */

    /* place is the URL after "scheme:". Opens, migrates, locks. */
    enum nash_status (*open)(const char *place, const char *node, void **db, struct nash_error *error);
    void (*close)(void *db);

    /* All n operations, in order, in one durable transaction, each with its follow (a FINISH to be folded in).
     * NASH_OK: committed, and status of each operation and follow is its outcome. Anything else: nothing was written,
     * no status is meaningful, *error says why. What is wrong with one operation alone (a conflict, a value out of
     * range) must be its own outcome, never a failure of the whole. */
    enum nash_status (*apply)(void *db, struct store_op *const ops[], size_t n, struct nash_error *error);

    enum nash_status (*claim)(void *db, unsigned max, int64_t lease_ms, struct nash_arena *arena,
                              struct store_job **rows, size_t *count, struct nash_error *error);
    enum nash_status (*release_node)(void *db, struct nash_error *error);
    enum nash_status (*sweep)(void *db, const struct store_retention *retention, uint64_t *removed,
                              struct nash_error *error);

    enum nash_status (*get)(void *db, const struct job_id ids[], size_t n, bool want_bodies, struct store_job rows[],
                            bool found[], struct nash_error *error);
    enum nash_status (*lookup)(void *db, const struct nash_hash keys[], size_t n, struct store_job rows[], bool found[],
                               struct nash_error *error);
    enum nash_status (*idempotent)(void *db, const char *owner, const char *key, struct store_job *row, bool *found,
                                   struct nash_error *error);
    enum nash_status (*list)(void *db, const struct store_filter *filter, struct nash_arena *arena,
                             struct store_job **rows, size_t *count, struct nash_error *error);
    /* *blob NULL when there is none; else one reference for the caller. */
    enum nash_status (*blob)(void *db, const struct job_id *id, const char *name, struct bytes **blob,
                             struct nash_error *error);
    /* Fills jobs and bytes; the rest is counted by store.c. */
    enum nash_status (*stats)(void *db, struct store_stats *stats, struct nash_error *error);
};

extern const struct store_engine store_engine_sqlite;

#endif
