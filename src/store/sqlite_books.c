/* Sums over all jobs that would be slow to ask for (tally: how many of each state; span: when each block of jobs was
 * created). Added up in memory and written once a transaction, so that a batch of jobs costs no more than one. */
#include <store/sqlite.h>

void books_begin(struct sqlite *db)
{
    db->books = (struct books){.block = -1};
}

void books_count(struct sqlite *db, enum job_state state, int by)
{
    db->books.gained[state] += by;
}

static enum nash_status run(struct sqlite *db, sqlite3_stmt *s, struct nash_error *error)
{
    int code = conn_step(s);
    return code == SQLITE_DONE ? NASH_OK : conn_fail(&db->writer, code, "keeping its sums", error);
}

static enum nash_status write_span(struct sqlite *db, struct nash_error *error)
{
    struct books *books = &db->books;
    if (books->block < 0)
        return NASH_OK;
    sqlite3_stmt *s = conn_statement(&db->writer, S_SPAN, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, books->block);
    sqlite3_bind_int64(s, 2, books->first_ms);
    sqlite3_bind_int64(s, 3, books->last_ms);
    books->block = -1;
    return run(db, s, error);
}

enum nash_status books_created(struct sqlite *db, int64_t sequence, int64_t created_ms, struct nash_error *error)
{
    struct books *books = &db->books;
    int64_t block = sequence / SPAN_JOBS;
    enum nash_status status = block == books->block ? NASH_OK : write_span(db, error);
    if (block != books->block) {
        books->block = block;
        books->first_ms = books->last_ms = created_ms;
    }
    if (created_ms < books->first_ms)
        books->first_ms = created_ms;
    if (created_ms > books->last_ms)
        books->last_ms = created_ms;
    return status;
}

enum nash_status books_write(struct sqlite *db, struct nash_error *error)
{
    enum nash_status status = write_span(db, error);
    for (int state = JOB_QUEUED; state <= JOB_CANCELLED && status == NASH_OK; state++) {
        if (db->books.gained[state] == 0)
            continue;
        sqlite3_stmt *s = conn_statement(&db->writer, S_TALLY, error);
        if (s == NULL)
            return error->status;
        sqlite3_bind_int(s, 1, state);
        sqlite3_bind_int64(s, 2, db->books.gained[state]);
        status = run(db, s, error);
    }
    return status;
}
