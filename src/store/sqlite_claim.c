/* Who runs what: claims and leases; and what is kept how long. */
#include <base/clock.h>
#include <store/sqlite.h>

enum { SWEEP_ROWS = 500 }; /* removed in one transaction: writers wait for no longer */

static enum nash_status end(struct sqlite *db, enum nash_status status, struct nash_error *error)
{
    if (status == NASH_OK)
        status = conn_do(&db->writer, S_COMMIT, error);
    if (status != NASH_OK && !sqlite3_get_autocommit(db->writer.db))
        conn_do(&db->writer, S_ROLLBACK, &(struct nash_error){0});
    return status;
}

/* The jobs nobody holds, best first. */
static enum nash_status claimable(struct sqlite *db, unsigned max, struct nash_arena *arena, int64_t **jobs,
                                  size_t *count, struct nash_error *error)
{
    sqlite3_stmt *s = conn_statement(&db->writer, S_CLAIMABLE, error);
    int64_t *found = nash_arena_array(arena, max, sizeof *found);
    if (s == NULL)
        return error->status;
    if (found == NULL)
        return nash_fail(error, NASH_NOMEM, NULL, "no memory for %u claims", max);
    sqlite3_bind_int64(s, 1, max);
    int code;
    size_t n = 0;
    while ((code = sqlite3_step(s)) == SQLITE_ROW && n < max)
        found[n++] = sqlite3_column_int64(s, 0);
    sqlite3_reset(s);
    *jobs = found;
    *count = n;
    return code == SQLITE_DONE || code == SQLITE_ROW ? NASH_OK : conn_fail(&db->writer, code, "claiming", error);
}

static enum nash_status claim_one(struct sqlite *db, int64_t job, int64_t until_ms, struct store_job *row,
                                  struct nash_error *error)
{
    sqlite3_stmt *s = conn_statement(&db->writer, S_CLAIM, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, job);
    sqlite3_bind_text(s, 2, db->node, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 3, until_ms);
    int code = conn_step(s);
    if (code != SQLITE_DONE)
        return conn_fail(&db->writer, code, "claiming", error);
    s = conn_statement(&db->writer, S_GET_BY_SEQUENCE, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, job);
    code = sqlite3_step(s);
    enum nash_status status =
        code == SQLITE_ROW ? sqlite_row_read(s, row, error) : conn_fail(&db->writer, code, "reading a claim", error);
    sqlite3_reset(s);
    return status;
}

enum nash_status sqlite_claim(void *pointer, unsigned max, int64_t lease_ms, struct nash_arena *arena,
                              struct store_job **rows, size_t *count, struct nash_error *error)
{
    struct sqlite *db = pointer;
    int64_t *jobs = NULL, until_ms = clock_wall_ms() + lease_ms;
    size_t n = 0, taken = 0;
    *rows = NULL;
    *count = 0;
    if (max == 0)
        return NASH_OK;
    pthread_mutex_lock(&db->write_lock);
    enum nash_status status = conn_do(&db->writer, S_BEGIN, error);
    if (status == NASH_OK) {
        status = claimable(db, max, arena, &jobs, &n, error);
        if (status == NASH_OK && n > 0 && (*rows = NASH_NEW(arena, struct store_job, n)) == NULL)
            status = nash_fail(error, NASH_NOMEM, NULL, "no memory for %zu claims", n);
        for (; status == NASH_OK && taken < n; taken += status == NASH_OK)
            status = claim_one(db, jobs[taken], until_ms, &(*rows)[taken], error);
        status = end(db, status, error);
    }
    pthread_mutex_unlock(&db->write_lock);
    for (size_t i = 0; status != NASH_OK && i < taken; i++)
        store_job_release(&(*rows)[i]);
    if (status == NASH_OK)
        *count = n;
    return status;
}

/* A statement with this node's name and perhaps a time, in a transaction of its own. */
static enum nash_status by_node(struct sqlite *db, enum statement which, int64_t time_ms, struct nash_error *error)
{
    sqlite3_stmt *s = conn_statement(&db->writer, which, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_text(s, 1, db->node, -1, SQLITE_STATIC);
    if (which != S_RELEASE_NODE)
        sqlite3_bind_int64(s, 2, time_ms);
    int code = conn_step(s);
    return code == SQLITE_DONE ? NASH_OK : conn_fail(&db->writer, code, "minding leases", error);
}

enum nash_status sqlite_release_node(void *pointer, struct nash_error *error)
{
    struct sqlite *db = pointer;
    pthread_mutex_lock(&db->write_lock);
    enum nash_status status = by_node(db, S_RELEASE_NODE, 0, error);
    pthread_mutex_unlock(&db->write_lock);
    return status;
}

/* ---- retention ---- */

/* Removes at most SWEEP_ROWS; *gone tells how many. before_ms 0: the oldest, whatever their age. */
static enum nash_status remove_some(struct sqlite *db, int64_t before_ms, int *gone, struct nash_error *error)
{
    pthread_mutex_lock(&db->write_lock);
    sqlite3_stmt *s = conn_statement(&db->writer, before_ms != 0 ? S_DELETE_OLD : S_DELETE_OLDEST, error);
    enum nash_status status = s != NULL ? NASH_OK : error->status;
    *gone = 0;
    if (s != NULL) {
        if (before_ms != 0)
            sqlite3_bind_int64(s, 1, before_ms);
        sqlite3_bind_int(s, before_ms != 0 ? 2 : 1, SWEEP_ROWS);
        int code = conn_step(s);
        if (code == SQLITE_DONE)
            *gone = sqlite3_changes(db->writer.db);
        else
            status = conn_fail(&db->writer, code, "removing old jobs", error);
    }
    pthread_mutex_unlock(&db->write_lock);
    return status;
}

static enum nash_status used_bytes(struct sqlite *db, uint64_t *bytes, struct nash_error *error)
{
    pthread_mutex_lock(&db->write_lock);
    sqlite3_stmt *s = conn_statement(&db->writer, S_USED_BYTES, error);
    int code = s != NULL ? sqlite3_step(s) : SQLITE_ERROR;
    if (code == SQLITE_ROW)
        *bytes = (uint64_t)sqlite3_column_int64(s, 0);
    enum nash_status status = code == SQLITE_ROW ? NASH_OK
                              : s == NULL        ? error->status
                                                 : conn_fail(&db->writer, code, "measuring", error);
    sqlite3_reset(s);
    pthread_mutex_unlock(&db->write_lock);
    return status;
}

static enum nash_status retain_age(struct sqlite *db, int64_t max_age_ms, uint64_t *removed, struct nash_error *error)
{
    int gone = SWEEP_ROWS;
    enum nash_status status = NASH_OK;
    int64_t before_ms = clock_wall_ms() - max_age_ms;
    while (status == NASH_OK && gone == SWEEP_ROWS && before_ms > 0) {
        status = remove_some(db, before_ms, &gone, error);
        *removed += (uint64_t)gone;
    }
    return status;
}

static enum nash_status retain_size(struct sqlite *db, uint64_t max_bytes, uint64_t *removed, struct nash_error *error)
{
    uint64_t bytes = 0;
    int gone = 1;
    enum nash_status status = used_bytes(db, &bytes, error);
    while (status == NASH_OK && bytes > max_bytes && gone > 0) {
        status = remove_some(db, 0, &gone, error);
        *removed += (uint64_t)gone;
        if (status == NASH_OK)
            status = used_bytes(db, &bytes, error);
    }
    return status;
}

enum nash_status sqlite_sweep(void *pointer, const struct store_retention *retention, uint64_t *removed,
                              struct nash_error *error)
{
    struct sqlite *db = pointer;
    int64_t now = clock_wall_ms();
    *removed = 0;
    pthread_mutex_lock(&db->write_lock);
    enum nash_status status = by_node(db, S_RENEW, now + STORE_LEASE_MS, error);
    if (status == NASH_OK)
        status = by_node(db, S_EXPIRE, now, error);
    pthread_mutex_unlock(&db->write_lock);
    if (status == NASH_OK && retention->max_age_ms > 0)
        status = retain_age(db, retention->max_age_ms, removed, error);
    if (status == NASH_OK && retention->max_bytes > 0)
        status = retain_size(db, retention->max_bytes, removed, error);
    if (status == NASH_OK && *removed > 0) { /* the pages go back to the file system */
        pthread_mutex_lock(&db->write_lock);
        status = conn_do(&db->writer, S_VACUUM, error);
        pthread_mutex_unlock(&db->write_lock);
    }
    return status;
}
