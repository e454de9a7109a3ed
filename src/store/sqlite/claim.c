/* Claims and leases. */
#include <base/clock.h>

#include "sqlite.h"

enum nash_status transaction_end(struct sqlite *db, enum nash_status status, struct nash_error *error)
{
    if (status == NASH_OK)
        status = conn_do(&db->writer, S_COMMIT, error);
    if (status != NASH_OK && !sqlite3_get_autocommit(db->writer.db))
        conn_do(&db->writer, S_ROLLBACK, &(struct nash_error){0});
    return status;
}

/* Lists the sequence numbers of up to max jobs without a lease, by highest priority, then by age. */
static enum nash_status list_claimable(struct sqlite *db, unsigned max, struct nash_arena *arena, int64_t **jobs,
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
    enum nash_status status = code == SQLITE_ROW ? sqlite_row_read(&db->writer, s, STORE_BODIES, row, NULL, error)
                                                 : conn_fail(&db->writer, code, "reading a claim", error);
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
    writer_take(db);
    enum nash_status status = conn_do(&db->writer, S_BEGIN, error);
    if (status == NASH_OK) {
        status = list_claimable(db, max, arena, &jobs, &n, error);
        if (status == NASH_OK && n > 0 && (*rows = NASH_NEW(arena, struct store_job, n)) == NULL)
            status = nash_fail(error, NASH_NOMEM, NULL, "no memory for %zu claims", n);
        for (; status == NASH_OK && taken < n; taken += status == NASH_OK)
            status = claim_one(db, jobs[taken], until_ms, &(*rows)[taken], error);
        status = transaction_end(db, status, error);
    }
    writer_give(db);
    for (size_t i = 0; status != NASH_OK && i < taken; i++)
        store_job_release(&(*rows)[i]);
    if (status == NASH_OK)
        *count = n;
    return status;
}

/* Runs S_RELEASE_NODE, S_RENEW or S_EXPIRE for this node, in a transaction of its own. time_ms is ignored by
 * S_RELEASE_NODE. */
static enum nash_status run_for_node(struct sqlite *db, enum statement which, int64_t time_ms, struct nash_error *error)
{
    sqlite3_stmt *s = conn_statement(&db->writer, which, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_text(s, 1, db->node, -1, SQLITE_STATIC);
    if (which != S_RELEASE_NODE)
        sqlite3_bind_int64(s, 2, time_ms);
    int code = conn_step(s);
    return code == SQLITE_DONE ? NASH_OK : conn_fail(&db->writer, code, "renewing leases", error);
}

enum nash_status sqlite_release_node(void *pointer, struct nash_error *error)
{
    struct sqlite *db = pointer;
    writer_take(db);
    enum nash_status status = run_for_node(db, S_RELEASE_NODE, 0, error);
    writer_give(db);
    return status;
}

enum nash_status sqlite_renew_leases(struct sqlite *db, struct nash_error *error)
{
    int64_t now = clock_wall_ms();
    writer_take(db);
    enum nash_status status = run_for_node(db, S_RENEW, now + STORE_LEASE_MS, error);
    if (status == NASH_OK)
        status = run_for_node(db, S_EXPIRE, now, error);
    writer_give(db);
    return status;
}
