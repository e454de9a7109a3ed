/* The interface of a database engine.
 *
 * An engine has no queues and no threads: store.c calls it, and writer.c collects the operations of a transaction. Only
 * the writer thread calls apply(); any thread may call the other functions at any time, so an engine locks its
 * connections itself. error is never NULL. store.h defines each call. Every engine must pass tests/store unchanged. */
#ifndef STORE_ENGINE_H
#define STORE_ENGINE_H

#include <store/documents.h>
#include <store/maintenance.h>

struct store_engine {
    const char *scheme; /* of the URL: "sqlite" */

    /* place is the URL after "scheme:". Opens, migrates and locks the database. */
    enum nash_status (*open)(const char *place, const char *node, void **db, struct nash_error *error);
    void (*close)(void *db);

    /* Applies n operations in order in one durable transaction, each with its merged_finish. NASH_OK: committed; the
     * status of each operation and of its merged_finish is its outcome. Otherwise nothing was written, no status is
     * valid, and *error is set. A fault of one operation (a conflict, a value out of range) must be its own outcome and
     * never fail the transaction. */
    enum nash_status (*apply)(void *db, struct store_op *const ops[], size_t n, struct nash_error *error);

    enum nash_status (*claim)(void *db, unsigned max, int64_t lease_ms, struct nash_arena *arena,
                              struct store_job **rows, size_t *count, struct nash_error *error);
    enum nash_status (*release_node)(void *db, struct nash_error *error);
    enum nash_status (*sweep)(void *db, const struct store_retention *retention, uint64_t *removed,
                              struct nash_error *error);

    enum nash_status (*get)(void *db, const struct job_id ids[], size_t n, enum store_body bodies,
                            struct store_job rows[], bool found[], struct nash_error *error);
    enum nash_status (*read_body)(void *db, const struct job_id *id, enum store_body which, uint64_t from, void *out,
                                  size_t room, size_t *got, struct nash_error *error);
    bool (*may_answer)(void *db, const struct nash_hash *key); /* from memory */
    enum nash_status (*lookup)(void *db, const struct nash_hash keys[], size_t n, struct store_job rows[], bool found[],
                               struct nash_error *error);
    enum nash_status (*idempotent)(void *db, const char *owner, const char *key, struct store_job *row, bool *found,
                                   struct nash_error *error);
    enum nash_status (*list)(void *db, const struct store_filter *filter, struct nash_arena *arena,
                             struct store_job **rows, size_t *count, struct nash_error *error);
    /* *blob is NULL without a blob, else it holds one reference for the caller. */
    enum nash_status (*blob)(void *db, const struct job_id *id, const char *name, struct bytes **blob,
                             struct nash_error *error);
    enum nash_status (*read_blob)(void *db, const struct job_id *id, const char *name, store_take *take, void *context,
                                  struct nash_error *error);
    enum nash_status (*blob_sizes)(void *db, const struct job_id *id, struct nash_arena *arena,
                                   struct store_blob_size **blobs, size_t *count, struct nash_error *error);
    enum nash_status (*documents_get)(void *db, const struct job_id ids[], size_t n, bool want_bodies,
                                      struct store_document rows[], bool found[], struct nash_error *error);
    enum nash_status (*documents_list)(void *db, const struct store_document_filter *filter, struct nash_arena *arena,
                                       struct store_document **rows, size_t *count, struct nash_error *error);
    enum nash_status (*tasks_list)(void *db, const struct store_task_filter *filter, struct nash_arena *arena,
                                   struct store_task **rows, size_t *count, struct nash_error *error);
    enum nash_status (*webhooks_claim)(void *db, int64_t now_ms, int64_t until_ms, size_t max,
                                       struct store_webhook rows[], size_t *count, struct nash_error *error);
    enum nash_status (*check)(void *db, struct store_check *check, struct nash_error *error);
    enum nash_status (*backup)(void *db, const char *path,
                               bool (*progress)(void *context, uint64_t done, uint64_t total), void *context,
                               struct nash_error *error);
    /* The same, of a place that this process has not opened. */
    enum nash_status (*backup_from)(const char *place, const char *path,
                                    bool (*progress)(void *context, uint64_t done, uint64_t total), void *context,
                                    struct nash_error *error);
    uint64_t (*free_bytes)(void *db);
    /* Sets stats->jobs, stats->documents and stats->bytes; store.c sets the other members. */
    enum nash_status (*stats)(void *db, struct store_stats *stats, struct nash_error *error);
};

extern const struct store_engine store_engine_sqlite;

#endif
