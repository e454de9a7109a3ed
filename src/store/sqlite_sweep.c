/* What is kept how long.
 *
 * Whatever a sweep does, it does in small transactions, and gives the lock up between them: writers wait for one of
 * them, never for the sweep. */
#include <base/clock.h>
#include <store/sqlite.h>

enum { SWEEP_ROWS = 500, SWEEP_BYTES = 16 << 20 }; /* removed in one transaction, roughly */

/* Removes the oldest that finished until then: some rows, or what makes about so many bytes; at least one. */
static enum nash_status remove_some(struct sqlite *db, int64_t until_ms, uint64_t bytes, int *gone,
                                    struct nash_error *error)
{
    pthread_mutex_lock(&db->write_lock);
    sqlite3_stmt *s = conn_statement(&db->writer, S_DELETE_FINISHED, error);
    enum nash_status status = s != NULL ? NASH_OK : error->status;
    *gone = 0;
    if (s != NULL) {
        sqlite3_bind_int64(s, 1, until_ms);
        sqlite3_bind_int(s, 2, SWEEP_ROWS);
        sqlite3_bind_int64(s, 3, (int64_t)(bytes < SWEEP_BYTES ? bytes : SWEEP_BYTES));
        int code = conn_step(s);
        if (code == SQLITE_DONE)
            *gone = sqlite3_changes(db->writer.db);
        else
            status = conn_fail(&db->writer, code, "removing old jobs", error);
    }
    pthread_mutex_unlock(&db->write_lock);
    return status;
}

static enum nash_status number(struct sqlite *db, enum statement which, int64_t *value, struct nash_error *error)
{
    pthread_mutex_lock(&db->write_lock);
    enum nash_status status = conn_number(&db->writer, which, value, error);
    pthread_mutex_unlock(&db->write_lock);
    return status;
}

static enum nash_status retain_age(struct sqlite *db, int64_t max_age_ms, uint64_t *removed, struct nash_error *error)
{
    int gone = 1;
    enum nash_status status = NASH_OK;
    int64_t until_ms = clock_wall_ms() - max_age_ms - 1;
    while (status == NASH_OK && gone > 0) {
        status = remove_some(db, until_ms, SWEEP_BYTES, &gone, error);
        *removed += (uint64_t)gone;
    }
    return status;
}

/* The size of what is removed is only estimated, so it goes on until it fits or nothing finished is left. */
static enum nash_status retain_size(struct sqlite *db, uint64_t max_bytes, uint64_t *removed, struct nash_error *error)
{
    int64_t bytes = 0;
    int gone = 1;
    enum nash_status status = number(db, S_USED_BYTES, &bytes, error);
    while (status == NASH_OK && (uint64_t)bytes > max_bytes && gone > 0) {
        status = remove_some(db, INT64_MAX, (uint64_t)bytes - max_bytes, &gone, error);
        *removed += (uint64_t)gone;
        if (status == NASH_OK)
            status = number(db, S_USED_BYTES, &bytes, error);
    }
    return status;
}

/* The pages that nothing uses any more go back to the file system. */
static enum nash_status give_pages_back(struct sqlite *db, struct nash_error *error)
{
    int64_t before = 0, free = 0;
    enum nash_status status = number(db, S_FREE_PAGES, &free, error);
    for (before = free + 1; status == NASH_OK && free > 0 && free < before;) {
        before = free;
        pthread_mutex_lock(&db->write_lock);
        status = conn_do(&db->writer, S_VACUUM, error);
        pthread_mutex_unlock(&db->write_lock);
        if (status == NASH_OK)
            status = number(db, S_FREE_PAGES, &free, error);
    }
    return status;
}

enum nash_status sqlite_sweep(void *pointer, const struct store_retention *retention, uint64_t *removed,
                              struct nash_error *error)
{
    struct sqlite *db = pointer;
    *removed = 0;
    enum nash_status status = sqlite_mind_leases(db, error);
    if (status == NASH_OK && retention->max_age_ms > 0)
        status = retain_age(db, retention->max_age_ms, removed, error);
    if (status == NASH_OK && retention->max_bytes > 0)
        status = retain_size(db, retention->max_bytes, removed, error);
    if (status == NASH_OK && *removed > 0)
        status = give_pages_back(db, error);
    return status;
}
