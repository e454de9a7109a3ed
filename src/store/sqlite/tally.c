/* Sums over all jobs that are too slow to compute on demand: the number of jobs in each state (tally), and when each
 * block of jobs was created (span). They are accumulated in memory and written once per transaction. */
#include "sqlite.h"

void tally_begin(struct sqlite *db)
{
    db->tally = (struct tally){.block = -1};
}

void tally_count(struct sqlite *db, enum job_state state, int by)
{
    db->tally.gained[state] += by;
}

static enum nash_status tally_step(struct sqlite *db, sqlite3_stmt *s, struct nash_error *error)
{
    int code = conn_step(s);
    return code == SQLITE_DONE ? NASH_OK : conn_fail(&db->writer, code, "keeping its sums", error);
}

static enum nash_status write_span(struct sqlite *db, struct nash_error *error)
{
    struct tally *tally = &db->tally;
    if (tally->block < 0)
        return NASH_OK;
    sqlite3_stmt *s = conn_statement(&db->writer, S_SPAN, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, tally->block);
    sqlite3_bind_int64(s, 2, tally->first_ms);
    sqlite3_bind_int64(s, 3, tally->last_ms);
    tally->block = -1;
    return tally_step(db, s, error);
}

enum nash_status tally_created(struct sqlite *db, int64_t sequence, int64_t created_ms, struct nash_error *error)
{
    struct tally *tally = &db->tally;
    int64_t block = sequence / SPAN_JOBS;
    enum nash_status status = block == tally->block ? NASH_OK : write_span(db, error);
    if (block != tally->block) {
        tally->block = block;
        tally->first_ms = tally->last_ms = created_ms;
    }
    if (created_ms < tally->first_ms)
        tally->first_ms = created_ms;
    if (created_ms > tally->last_ms)
        tally->last_ms = created_ms;
    return status;
}

enum nash_status tally_write(struct sqlite *db, struct nash_error *error)
{
    enum nash_status status = write_span(db, error);
    for (int state = JOB_QUEUED; state <= JOB_CANCELLED && status == NASH_OK; state++) {
        if (db->tally.gained[state] == 0)
            continue;
        sqlite3_stmt *s = conn_statement(&db->writer, S_TALLY, error);
        if (s == NULL)
            return error->status;
        sqlite3_bind_int(s, 1, state);
        sqlite3_bind_int64(s, 2, db->tally.gained[state]);
        status = tally_step(db, s, error);
    }
    return status;
}
