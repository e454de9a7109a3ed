/* The SQLite engine: one file, one connection for writing, several for reading.
 *
 * WAL lets readers continue while a batch is written; synchronous = FULL makes a commit wait for the disk. All writes
 * use one connection under one lock, so SQLite never arbitrates between writers of this process. Reading connections
 * can only query. auto_vacuum = INCREMENTAL lets retention return pages.
 *
 * Several nodes may open a file (leases keep their jobs apart), but each only once, because two servers of one name
 * would resume each other's jobs. An advisory lock on a file beside the database ensures that; the kernel releases it
 * with the process. A Bloom filter saves the search for absent answers. It lacks the answers that other nodes have
 * stored since this node started, so such a problem may be solved again. */
#include "sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <store/sqlite/documents/documents.h>

static enum nash_status lock_file(struct sqlite *db, const char *path, struct nash_error *error)
{
    char name[4096];
    int len = snprintf(name, sizeof name, "%s-%s.lock", path, db->node);
    if (len >= (int)sizeof name)
        return nash_fail(error, NASH_INVALID, NULL, "the database's path is too long");
    for (char *c = name + strlen(path); *c != '\0'; c++)
        if (*c == '/')
            *c = '_';
    db->lock_fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (db->lock_fd < 0)
        return nash_fail(error, NASH_INVALID, NULL, "%s: %s", name, strerror(errno));
    if (flock(db->lock_fd, LOCK_EX | LOCK_NB) == 0)
        return NASH_OK;
    return nash_fail(error, NASH_CONFLICT, NULL, "another server already uses the database %s", path);
}

static enum nash_status prefix_path(const char *path, struct nash_error *error)
{
    struct nash_error inner = *error;
    return nash_fail(error, inner.status, NULL, "%s: %s", path, inner.detail);
}

static enum nash_status open_readers(struct sqlite *db, const char *path, struct nash_error *error)
{
    for (int i = 0; i < READERS; i++) {
        enum nash_status status = conn_open(&db->reader[i], path, false, error);
        if (status != NASH_OK)
            return status;
        db->reader[i].next = db->idle;
        db->idle = &db->reader[i];
    }
    return NASH_OK;
}

static enum nash_status open_connections(struct sqlite *db, const char *path, struct nash_error *error)
{
    enum nash_status status = conn_open(&db->writer, path, true, error);
    /* Prepares S_ROLLBACK in advance: a transaction must be rolled back even without memory. */
    if (status == NASH_OK && conn_statement(&db->writer, S_ROLLBACK, error) == NULL)
        status = error->status;
    if (status == NASH_OK)
        status = sqlite_migrate(&db->writer, error);
    if (status == NASH_OK)
        status = bodies_leave(db, error);
    if (status == NASH_OK && !db->in_memory) {
        wal_limit(db);
        status = open_readers(db, path, error);
    }
    return status == NASH_OK ? NASH_OK : prefix_path(path, error);
}

/* ---- filling the Bloom filter ---- */

/* Adds the next keys of the database, in ascending order, to the Bloom filter. They begin after the first len bytes of
 * *last, which is set to the last key added. Their number is bounded, because a long read keeps the write-ahead log
 * from restarting. Returns SQLITE_ROW if there may be more, SQLITE_DONE, or an error. */
static int fill_batch(struct sqlite *db, struct nash_hash *last, int len)
{
    struct nash_error error;
    struct conn *conn = reader_take(db);
    sqlite3_stmt *s = conn_statement(conn, S_KEYS, &error);
    int code = SQLITE_ERROR, rows = 0;
    struct nash_hash after = *last;
    if (s != NULL)
        sqlite3_bind_blob(s, 1, after.byte, len, SQLITE_STATIC);
    for (; s != NULL && (code = sqlite3_step(s)) == SQLITE_ROW; rows++) {
        memcpy(last->byte, sqlite3_column_blob(s, 0), sizeof last->byte); /* the length is a constraint of the table */
        bloom_filter_add(db->bloom_filter, last);
    }
    sqlite3_reset(s);
    reader_give(db, conn);
    return code == SQLITE_DONE && rows > 0 ? SQLITE_ROW : code;
}

/* Fills the Bloom filter. Runs in a thread of its own, because this takes long for a large file and no request depends
 * on it. */
static void *fill_main(void *pointer)
{
    struct sqlite *db = pointer;
    struct nash_hash last = {0};
    int code = fill_batch(db, &last, 0); /* the empty key precedes all keys */
    while (code == SQLITE_ROW && !atomic_load_explicit(&db->stop_fill, memory_order_relaxed))
        code = fill_batch(db, &last, sizeof last.byte);
    if (code == SQLITE_DONE)
        bloom_filter_complete(db->bloom_filter);
    return NULL;
}

static enum nash_status fill_start(struct sqlite *db, struct nash_error *error)
{
    int failed = pthread_create(&db->fill, NULL, fill_main, db);
    if (failed != 0)
        return nash_fail(error, NASH_INTERNAL, NULL, "cannot start a thread of the database: %s", strerror(failed));
    db->filling = true;
    return NASH_OK;
}

static void sqlite_close_engine(void *pointer)
{
    struct sqlite *db = pointer;
    atomic_store(&db->stop_fill, true);
    if (db->filling)
        pthread_join(db->fill, NULL);
    bloom_filter_free(db->bloom_filter);
    for (int i = 0; i < READERS; i++)
        conn_close(&db->reader[i]);
    conn_close(&db->writer); /* SQLite checkpoints and removes the log when the last connection closes */
    if (db->lock_fd >= 0)
        close(db->lock_fd);
    pthread_cond_destroy(&db->reader_free);
    pthread_mutex_destroy(&db->read_lock);
    pthread_mutex_destroy(&db->write_lock);
    free(db->path);
    free(db);
}

static enum nash_status sqlite_open_engine(const char *path, const char *node, void **out, struct nash_error *error)
{
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); /* the counters are not used, and each allocation would take a lock */
    struct sqlite *db = calloc(1, sizeof *db);
    if (db == NULL)
        return nash_fail(error, NASH_NOMEM, NULL, "no memory for the database");
    *db = (struct sqlite){.lock_fd = -1,
                          .in_memory = strcmp(path, ":memory:") == 0,
                          .bloom_filter = bloom_filter_new(),
                          .path = strdup(path)};
    snprintf(db->node, sizeof db->node, "%s", node);
    pthread_mutex_init(&db->write_lock, NULL);
    pthread_mutex_init(&db->read_lock, NULL);
    pthread_cond_init(&db->reader_free, NULL);
    enum nash_status status = path[0] != '\0' ? NASH_OK : nash_fail(error, NASH_INVALID, NULL, "sqlite: needs a path");
    if (db->bloom_filter == NULL || db->path == NULL)
        status = nash_fail(error, NASH_NOMEM, NULL, "no memory for the database");
    if (status == NASH_OK && !db->in_memory)
        status = lock_file(db, path, error);
    if (status == NASH_OK)
        status = open_connections(db, path, error);
    if (status == NASH_OK)
        status = fill_start(db, error);
    if (status == NASH_OK)
        *out = db;
    else
        sqlite_close_engine(db);
    return status;
}

const struct store_engine store_engine_sqlite = {
    .scheme = "sqlite",
    .open = sqlite_open_engine,
    .close = sqlite_close_engine,
    .apply = sqlite_apply,
    .claim = sqlite_claim,
    .release_node = sqlite_release_node,
    .sweep = sqlite_sweep,
    .get = sqlite_get,
    .read_body = sqlite_read_body,
    .may_answer = sqlite_may_answer,
    .lookup = sqlite_lookup,
    .idempotent = sqlite_idempotent,
    .list = sqlite_list,
    .blob = sqlite_blob,
    .read_blob = sqlite_read_blob,
    .blob_sizes = sqlite_blob_sizes,
    .documents_get = sqlite_documents_get,
    .documents_list = sqlite_documents_list,
    .tasks_list = sqlite_tasks_list,
    .webhooks_claim = sqlite_webhooks_claim,
    .check = sqlite_check,
    .backup = sqlite_backup,
    .backup_from = sqlite_backup_from,
    .free_bytes = sqlite_free_bytes,
    .stats = sqlite_stats,
};
