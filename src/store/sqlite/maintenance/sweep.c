/* Retention. A sweep runs in small transactions and releases the write lock between them, so that a writer waits for at
 * most one of them. */
#include <base/clock.h>
#include <store/sqlite/sqlite.h>

enum { SWEEP_ROWS = 500, SWEEP_BYTES = 16 << 20 }; /* limits of one transaction; the bytes are an estimate */

/* Removes the oldest jobs that finished by until_ms, in one transaction: at least one, and at most SWEEP_ROWS or about
 * `bytes` (at most SWEEP_BYTES). Sets *gone to the number of removed jobs. */
static enum nash_status remove_batch(struct sqlite *db, int64_t until_ms, uint64_t bytes, int *gone,
                                     struct nash_error *error)
{
    writer_take(db);
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
    writer_give(db);
    return status;
}

/* Removes documents of a type that were last changed by until_ms, at most SWEEP_ROWS. */
static enum nash_status remove_documents(struct sqlite *db, const char *type, int64_t until_ms, int *gone,
                                         struct nash_error *error)
{
    writer_take(db);
    sqlite3_stmt *s = conn_statement(&db->writer, S_DELETE_OLD_DOCUMENTS, error);
    enum nash_status status = s != NULL ? NASH_OK : error->status;
    *gone = 0;
    if (s != NULL) {
        sqlite3_bind_text(s, 1, type, -1, SQLITE_STATIC);
        sqlite3_bind_int64(s, 2, until_ms);
        sqlite3_bind_int(s, 3, SWEEP_ROWS);
        int code = conn_step(s);
        if (code == SQLITE_DONE)
            *gone = sqlite3_changes(db->writer.db);
        else
            status = conn_fail(&db->writer, code, "removing old documents", error);
    }
    writer_give(db);
    return status;
}

static enum nash_status read_number(struct sqlite *db, enum statement which, int64_t *value, struct nash_error *error)
{
    writer_take(db);
    enum nash_status status = conn_number(&db->writer, which, value, error);
    writer_give(db);
    return status;
}

static enum nash_status enforce_age(struct sqlite *db, int64_t max_age_ms, uint64_t *removed, struct nash_error *error)
{
    int gone = 1;
    enum nash_status status = NASH_OK;
    int64_t until_ms = clock_wall_ms() - max_age_ms - 1;
    while (status == NASH_OK && gone > 0) {
        status = remove_batch(db, until_ms, SWEEP_BYTES, &gone, error);
        *removed += (uint64_t)gone;
    }
    return status;
}

static enum nash_status enforce_document_age(struct sqlite *db, const struct store_retention *retention,
                                             uint64_t *removed, struct nash_error *error)
{
    int gone = 1;
    enum nash_status status = NASH_OK;
    int64_t until_ms = clock_wall_ms() - retention->document_max_age_ms - 1;
    while (status == NASH_OK && gone > 0) {
        status = remove_documents(db, retention->document_type, until_ms, &gone, error);
        *removed += (uint64_t)gone;
    }
    return status;
}

/* Removes the oldest finished jobs until the database fits into max_bytes or none is left. Repeats, because the size of
 * removed jobs is an estimate. */
static enum nash_status enforce_size(struct sqlite *db, uint64_t max_bytes, uint64_t *removed, uint64_t *bodies,
                                     struct nash_error *error)
{
    int64_t bytes = 0;
    int gone = 1;
    enum nash_status status = read_number(db, S_USED_BYTES, &bytes, error);
    while (status == NASH_OK && (uint64_t)bytes > max_bytes && gone > 0) {
        status = remove_batch(db, INT64_MAX, (uint64_t)bytes - max_bytes, &gone, error);
        *removed += (uint64_t)gone;
        if (status == NASH_OK)
            status = bodies_remove(db, bodies, error);
        if (status == NASH_OK)
            status = read_number(db, S_USED_BYTES, &bytes, error);
    }
    return status;
}

/* Returns unused pages to the file system. */
static enum nash_status return_pages(struct sqlite *db, struct nash_error *error)
{
    int64_t before = 0, free = 0;
    enum nash_status status = read_number(db, S_FREE_PAGES, &free, error);
    for (before = free + 1; status == NASH_OK && free > 0 && free < before;) {
        before = free;
        writer_take(db);
        status = conn_do(&db->writer, S_VACUUM, error);
        writer_give(db);
        if (status == NASH_OK)
            status = read_number(db, S_FREE_PAGES, &free, error);
    }
    return status;
}

enum nash_status sqlite_sweep(void *pointer, const struct store_retention *retention, uint64_t *removed,
                              struct nash_error *error)
{
    struct sqlite *db = pointer;
    uint64_t others = 0; /* removed bodies and documents */
    *removed = 0;
    enum nash_status status = sqlite_renew_leases(db, error);
    if (status == NASH_OK)
        status = bodies_remove(db, &others, error);
    if (status == NASH_OK && retention->max_age_ms > 0)
        status = enforce_age(db, retention->max_age_ms, removed, error);
    if (status == NASH_OK && *removed > 0)
        status = bodies_remove(db, &others, error);
    if (status == NASH_OK && retention->max_bytes > 0)
        status = enforce_size(db, retention->max_bytes, removed, &others, error);
    if (status == NASH_OK && retention->document_max_age_ms > 0)
        status = enforce_document_age(db, retention, &others, error);
    if (status == NASH_OK && *removed + others > 0)
        status = return_pages(db, error);
    return status;
}
