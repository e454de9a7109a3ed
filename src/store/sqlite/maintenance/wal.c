/* Limits the write-ahead log.
 *
 * SQLite copies the log into the database at commits past a thousand pages, but can restart it only while no connection
 * reads from it. Under constant reads the log would grow without bound. When it is large, the writer blocks new reads,
 * waits for the present ones (short queries), restarts the log and admits reads again. */
#include <store/sqlite/sqlite.h>

/* Length of the log, in pages of 4 KiB, from which it is copied into the database, and from which it is restarted. */
enum { COPY_PAGES = 1000, LARGE_PAGES = 4000 };

/* Notes the length of the log and copies a long log into the database. SQLite calls it after each commit, under the
 * write lock. Returns SQLITE_OK, because its result would replace that of the commit. */
static int wal_committed(void *context, sqlite3 *writer, const char *name, int pages)
{
    struct sqlite *db = context;
    db->wal_pages = pages;
    if (pages < db->wal_last_pages)
        db->wal_last_pages = 0; /* the log has restarted by itself */
    if (pages >= COPY_PAGES)
        sqlite3_wal_checkpoint_v2(writer, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    return SQLITE_OK;
}

void wal_limit(struct sqlite *db)
{
    sqlite3_wal_hook(db->writer.db, wal_committed, db);
}

static void wal_restart(struct sqlite *db)
{
    readers_hold(db, true);
    sqlite3_busy_timeout(db->writer.db, 0); /* does not wait for readers of other processes */
    sqlite3_wal_checkpoint_v2(db->writer.db, NULL, SQLITE_CHECKPOINT_RESTART, NULL, NULL);
    sqlite3_busy_timeout(db->writer.db, BUSY_MS);
    readers_hold(db, false);
}

void writer_take(struct sqlite *db)
{
    pthread_mutex_lock(&db->write_lock);
}

void writer_give(struct sqlite *db)
{
    if (db->wal_pages >= db->wal_last_pages + LARGE_PAGES) {
        db->wal_last_pages = db->wal_pages; /* if the restart fails, the next attempt follows LARGE_PAGES later */
        wal_restart(db);
    }
    pthread_mutex_unlock(&db->write_lock);
}
