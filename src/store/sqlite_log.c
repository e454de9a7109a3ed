/* The write-ahead log, kept small.
 *
 * SQLite copies the log into the database at every commit past a thousand pages, but can start it anew only at a moment
 * when nobody reads from it. Where somebody always does, that moment never comes and the log grows without end. So
 * when it is large, the writer makes the moment: it lets no reader begin, waits for those that have (each is one short
 * query), starts the log anew, and lets them go on. */
#include <store/sqlite.h>

enum { COPY_PAGES = 1000, LARGE_PAGES = 4000 }; /* 4 MB, 16 MB */

/* After each commit, under the write lock. What it returns would be the commit's outcome, and that one stands. */
static int committed(void *context, sqlite3 *writer, const char *name, int pages)
{
    struct sqlite *db = context;
    db->log_pages = pages;
    if (pages < db->log_last_pages)
        db->log_last_pages = 0; /* it began anew by itself */
    if (pages >= COPY_PAGES)
        sqlite3_wal_checkpoint_v2(writer, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    return SQLITE_OK;
}

void log_watch(struct sqlite *db)
{
    sqlite3_wal_hook(db->writer.db, committed, db);
}

static void begin_anew(struct sqlite *db)
{
    readers_hold(db, true);
    sqlite3_busy_timeout(db->writer.db, 0); /* another process may read: not waited for */
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
    if (db->log_pages >= db->log_last_pages + LARGE_PAGES) {
        db->log_last_pages = db->log_pages; /* if it cannot be now: again when as much has been added */
        begin_anew(db);
    }
    pthread_mutex_unlock(&db->write_lock);
}
