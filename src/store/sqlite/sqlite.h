/* The state of the SQLite engine and its calls. */
#ifndef STORE_SQLITE_SQLITE_H
#define STORE_SQLITE_SQLITE_H

#include <pthread.h>
#include <stdatomic.h>

#include <store/bloom_filter.h>
#include <store/engine.h>

#include "body.h"
#include "conn.h"
#include "row.h"
#include "tally.h"

enum { READERS = 4 };

struct sqlite {
    struct conn writer;
    pthread_mutex_t write_lock; /* one write transaction at a time: apply, claim, sweep */
    char *path;
    char node[STORE_NODE_MAX];
    int lock_fd;    /* the open lock file of this node; -1 in memory */
    bool in_memory; /* the writer's connection also reads, under write_lock */

    int wal_pages;      /* pages of the write-ahead log after the last commit; under write_lock */
    int wal_last_pages; /* wal_pages at the last attempt to restart the log; 0: restarted since; under write_lock */

    struct tally tally;                /* under write_lock */
    struct bloom_filter *bloom_filter; /* keys of the stored answers */
    pthread_t fill;                    /* thread that fills the filter from the file, once */
    bool filling;                      /* the thread was started and must be joined */
    _Atomic bool stop_fill;

    pthread_mutex_t read_lock;
    pthread_cond_t reader_free; /* a connection is idle, or the hold has ended */
    struct conn reader[READERS], *idle;
    unsigned reading; /* connections that are not idle */
    bool hold;        /* new reads wait until the hold ends */
};

/* conn.c: takes a connection for reading, for a short time, and returns it. */
struct conn *reader_take(struct sqlite *db);
void reader_give(struct sqlite *db, struct conn *conn);
/* hold: blocks new reads and waits for the current ones to end. Otherwise admits reads again. */
void readers_hold(struct sqlite *db, bool hold);

/* maintenance/wal.c: limits the write-ahead log from now on. */
void wal_limit(struct sqlite *db);
/* Takes the writing connection for one transaction. writer_give() restarts the log if it is large. */
void writer_take(struct sqlite *db);
void writer_give(struct sqlite *db);
/* Commits the transaction, or rolls it back if status is a failure or the commit fails. Returns the outcome. */
enum nash_status transaction_end(struct sqlite *db, enum nash_status status, struct nash_error *error);

/* write_buffer.c: returns the name of the layer over files that joins writes. */
const char *write_buffer_vfs(void);

/* migrate.c: brings the schema up to date; refuses a newer one. */
enum nash_status sqlite_migrate(struct conn *conn, struct nash_error *error);

/* ---- the calls of the engine ---- */
enum nash_status sqlite_apply(void *db, struct store_op *const ops[], size_t n, struct nash_error *error);

enum nash_status sqlite_claim(void *db, unsigned max, int64_t lease_ms, struct nash_arena *arena,
                              struct store_job **rows, size_t *count, struct nash_error *error);
enum nash_status sqlite_release_node(void *db, struct nash_error *error);
/* Renews this node's leases and releases expired ones of other nodes. */
enum nash_status sqlite_renew_leases(struct sqlite *db, struct nash_error *error);
enum nash_status sqlite_sweep(void *db, const struct store_retention *retention, uint64_t *removed,
                              struct nash_error *error);

enum nash_status sqlite_get(void *db, const struct job_id ids[], size_t n, enum store_body bodies,
                            struct store_job rows[], bool found[], struct nash_error *error);
bool sqlite_may_answer(void *db, const struct nash_hash *key);
enum nash_status sqlite_lookup(void *db, const struct nash_hash keys[], size_t n, struct store_job rows[], bool found[],
                               struct nash_error *error);
enum nash_status sqlite_idempotent(void *db, const char *owner, const char *key, struct store_job *row, bool *found,
                                   struct nash_error *error);
enum nash_status sqlite_list(void *db, const struct store_filter *filter, struct nash_arena *arena,
                             struct store_job **rows, size_t *count, struct nash_error *error);
/* Builds the query of a list from its filters. Tests use it, too. */
struct sqlite_query {
    char text[2560]; /* all conditions together take less than 2000 */
    size_t len;
};
void sqlite_list_sql(const struct store_filter *filter, struct sqlite_query *query);
enum nash_status sqlite_blob(void *db, const struct job_id *id, const char *name, struct bytes **blob,
                             struct nash_error *error);
enum nash_status sqlite_read_blob(void *db, const struct job_id *id, const char *name, store_take *take, void *context,
                                  struct nash_error *error);
enum nash_status sqlite_blob_sizes(void *db, const struct job_id *id, struct nash_arena *arena,
                                   struct store_blob_size **blobs, size_t *count, struct nash_error *error);
/* webhooks.c: adds the webhook of a job that was inserted; makes that of a job due, which has finished, if it has one;
 * changes one. */
enum nash_status sqlite_webhook_insert(struct sqlite *db, const struct store_job *row, int64_t sequence,
                                       struct nash_error *error);
enum nash_status sqlite_webhook_finish(struct sqlite *db, int64_t sequence, int64_t now_ms, struct nash_error *error);
enum nash_status sqlite_apply_webhook(struct sqlite *db, struct store_op *op, struct nash_error *error);
enum nash_status sqlite_webhooks_claim(void *db, int64_t now_ms, int64_t until_ms, size_t max,
                                       struct store_webhook rows[], size_t *count, struct nash_error *error);
/* maintenance/check.c, backup.c */
enum nash_status sqlite_check(void *db, struct store_check *check, struct nash_error *error);
enum nash_status sqlite_backup(void *db, const char *path,
                               bool (*progress)(void *context, uint64_t done, uint64_t total), void *context,
                               struct nash_error *error);
enum nash_status sqlite_backup_from(const char *place, const char *path,
                                    bool (*progress)(void *context, uint64_t done, uint64_t total), void *context,
                                    struct nash_error *error);
uint64_t sqlite_free_bytes(void *db);
enum nash_status sqlite_stats(void *db, struct store_stats *stats, struct nash_error *error);

#endif
