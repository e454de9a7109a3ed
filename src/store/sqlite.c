/* The SQLite engine: one file, one connection that writes, a few that read.
 *
 * WAL lets readers go on while a batch is written; synchronous = FULL makes a commit wait for the disk. Writes of any
 * kind go through one connection under one lock, so SQLite never has two writers in this process to arbitrate; readers
 * have connections of their own, which can only query. auto_vacuum = INCREMENTAL lets retention give pages back.
 *
 * A file may be opened by several nodes (their leases keep their jobs apart), but only once by each: two servers of the
 * same name would take each other's jobs for their own of an earlier life. An advisory lock beside the file sees to it,
 * and goes with the process. A filter of known keys spares the search for answers that cannot be there; it learns of
 * other nodes' answers only at the start, so one of those may be found anew. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <store/sqlite.h>

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

static enum nash_status say_where(const char *path, struct nash_error *error)
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
    /* Ready for the day when there is no memory to prepare it, and a transaction must not stay open. */
    if (status == NASH_OK && conn_statement(&db->writer, S_ROLLBACK, error) == NULL)
        status = error->status;
    if (status == NASH_OK)
        status = sqlite_migrate(&db->writer, error);
    if (status == NASH_OK && !db->in_memory) {
        log_watch(db);
        status = open_readers(db, path, error);
    }
    return status == NASH_OK ? NASH_OK : say_where(path, error);
}

/* ---- the filter of known keys ---- */

/* The next keys after the last one; no more in one go, since whoever reads for long keeps the log from beginning anew.
 * Returns SQLITE_ROW when there may be more, SQLITE_DONE, or an error. */
static int fill_some(struct sqlite *db, struct nash_hash *last, int len)
{
    struct nash_error error;
    struct conn *conn = reader_take(db);
    sqlite3_stmt *s = conn_statement(conn, S_KEYS, &error);
    int code = SQLITE_ERROR, rows = 0;
    struct nash_hash after = *last;
    if (s != NULL)
        sqlite3_bind_blob(s, 1, after.byte, len, SQLITE_STATIC);
    for (; s != NULL && (code = sqlite3_step(s)) == SQLITE_ROW; rows++) {
        memcpy(last->byte, sqlite3_column_blob(s, 0), sizeof last->byte); /* as long as a rule of the table says */
        known_add(db->known, last);
    }
    sqlite3_reset(s);
    reader_give(db, conn);
    return code == SQLITE_DONE && rows > 0 ? SQLITE_ROW : code;
}

/* A thread of its own: a large file takes a while, and nobody waits for it. */
static void *fill_main(void *pointer)
{
    struct sqlite *db = pointer;
    struct nash_hash last = {0};
    int code = fill_some(db, &last, 0); /* nothing comes before a key without bytes */
    while (code == SQLITE_ROW && !atomic_load_explicit(&db->stop_filling, memory_order_relaxed))
        code = fill_some(db, &last, sizeof last.byte);
    if (code == SQLITE_DONE)
        known_complete(db->known);
    return NULL;
}

static enum nash_status start_filling(struct sqlite *db, struct nash_error *error)
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
    atomic_store(&db->stop_filling, true);
    if (db->filling)
        pthread_join(db->fill, NULL);
    known_free(db->known);
    for (int i = 0; i < READERS; i++)
        conn_close(&db->reader[i]);
    conn_close(&db->writer); /* the last one: checkpoints and removes the log */
    if (db->lock_fd >= 0)
        close(db->lock_fd);
    pthread_cond_destroy(&db->reader_free);
    pthread_mutex_destroy(&db->read_lock);
    pthread_mutex_destroy(&db->write_lock);
    free(db);
}

static enum nash_status sqlite_open_engine(const char *path, const char *node, void **out, struct nash_error *error)
{
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); /* nobody reads these counts, and each allocation would take a lock */
    struct sqlite *db = calloc(1, sizeof *db);
    if (db == NULL)
        return nash_fail(error, NASH_NOMEM, NULL, "no memory for the database");
    *db = (struct sqlite){.lock_fd = -1, .in_memory = strcmp(path, ":memory:") == 0, .known = known_new()};
    snprintf(db->node, sizeof db->node, "%s", node);
    pthread_mutex_init(&db->write_lock, NULL);
    pthread_mutex_init(&db->read_lock, NULL);
    pthread_cond_init(&db->reader_free, NULL);
    enum nash_status status = path[0] != '\0' ? NASH_OK : nash_fail(error, NASH_INVALID, NULL, "sqlite: needs a path");
    if (db->known == NULL)
        status = nash_fail(error, NASH_NOMEM, NULL, "no memory for the database");
    if (status == NASH_OK && !db->in_memory)
        status = lock_file(db, path, error);
    if (status == NASH_OK)
        status = open_connections(db, path, error);
    if (status == NASH_OK)
        status = start_filling(db, error);
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
    .lookup = sqlite_lookup,
    .idempotent = sqlite_idempotent,
    .list = sqlite_list,
    .blob = sqlite_blob,
    .stats = sqlite_stats,
};
