/* Lists of jobs, newest first: one query for each combination of filters.
 *
 * Every query returns jobs by descending sequence number. It uses the index of the owner or of the kind. If few jobs
 * pass another filter, it uses the table run (unfinished jobs), a partial index (unsuccessful jobs) or the index of ids
 * (a range of ids) instead; such a query contains "+j.owner", which keeps SQLite from using the index of the owner. A
 * time range is first turned into a range of sequence numbers by the table span (schema/sql). No query reads all jobs.
 *
 * SQLite reads a column's value as a whole, even for substr(). The beginning of a result is therefore read through the
 * incremental blob calls, and the query returns only its length, so that one page is read of a result of a megabyte. */
#include <stdio.h>
#include <string.h>

#include "sqlite.h"

enum {
    UNFINISHED = 1 << JOB_QUEUED | 1 << JOB_RUNNING,
    UNSUCCESSFUL = 1 << JOB_FAILED | 1 << JOB_CANCELLED,
    ALL_STATES = UNFINISHED | UNSUCCESSFUL | 1 << JOB_SUCCEEDED
};

static void query_add(struct sqlite_query *query, const char *text)
{
    query->len += (size_t)snprintf(query->text + query->len, sizeof query->text - query->len, "%s", text);
}

/* Adds the condition for a set of states, as bits. Unfinished jobs have a row in the table run. The condition for
 * unsuccessful jobs must be written as in the partial index. */
static void query_add_states(struct sqlite_query *query, int states, bool of_tag)
{
    char text[128];
    if (of_tag)
        ; /* the jobs of the tag are read one after the other */
    else if ((states & ~UNFINISHED) == 0)
        query_add(query, " AND j.sequence IN (SELECT job FROM run)");
    else if ((states & ~UNSUCCESSFUL) == 0)
        query_add(query, " AND j.state >= 3");
    else if ((states & 1 << JOB_SUCCEEDED) == 0)
        query_add(query,
                  " AND j.sequence IN (SELECT job FROM run UNION ALL SELECT sequence FROM job WHERE state >= 3)");
    snprintf(text, sizeof text, " AND ((1 << (CASE WHEN j.state = 0 THEN r.state ELSE j.state END)) & %d) <> 0",
             states);
    query_add(query, text);
}

/* The blocks of SPAN_JOBS sequence numbers that may have jobs created from ?4 to ?5. */
#define SPANS " FROM span WHERE last_ms >= ?4 AND first_ms <= ?5)"

/* Adds the range of sequence numbers: at most one lower and one upper bound, because SQLite uses only the first of
 * each. */
static void query_add_bounds(struct sqlite_query *query, const char *sequence, bool times)
{
    query_add(query, "WHERE ");
    query_add(query, sequence);
    if (times) {
        query_add(query, " < min(?1, 1024 + 1024 * (SELECT max(block)" SPANS ") AND ");
        query_add(query, sequence);
        query_add(query, " >= 1024 * (SELECT min(block)" SPANS " AND j.created_ms >= ?4 AND j.created_ms <= ?5");
    } else {
        query_add(query, " < ?1");
    }
}

void sqlite_list_sql(const struct store_filter *f, struct sqlite_query *query)
{
    int states = f->states & ALL_STATES;
    bool ended = f->finished_from_ms != 0 || f->finished_to_ms != 0;
    bool few = (states != 0 && (states & 1 << JOB_SUCCEEDED) == 0) || f->id_from != NULL || f->tag != NULL || ended;
    query->len = 0;
    query_add(query, SQLITE_ROW_COLUMNS("NULL", "NULL"));
    query_add(query, f->tag != NULL
                         ? "FROM tag t CROSS JOIN job j ON j.sequence = t.job LEFT JOIN run r ON r.job = t.job "
                           "LEFT JOIN webhook w ON w.job = t.job "
                         : SQLITE_ROW_FROM);
    query_add_bounds(query, f->tag != NULL ? "t.job" : "j.sequence", f->created_from_ms != 0 || f->created_to_ms != 0);
    if (f->tag != NULL)
        query_add(query, " AND t.tag = ?9");
    if (f->owner != NULL)
        query_add(query, few ? " AND +j.owner = ?2" : " AND j.owner = ?2");
    if (f->owner != NULL && f->owner[0] != '\0' && !few)
        query_add(query, " AND j.owner <> ''"); /* the condition of the partial index job_owner */
    if (f->kind != NULL)
        query_add(query, few ? " AND +j.kind = ?3" : " AND j.kind = ?3");
    if (f->id_from != NULL)
        query_add(query, " AND j.sequence IN (SELECT sequence FROM job WHERE id BETWEEN ?7 AND ?8)");
    if (ended && f->tag == NULL)
        query_add(query, " AND j.sequence IN (SELECT sequence FROM job WHERE state >= 2 AND finished_ms BETWEEN ?10 "
                         "AND ?11)");
    else if (ended)
        query_add(query, " AND j.state >= 2 AND j.finished_ms BETWEEN ?10 AND ?11");
    if (states != 0)
        query_add_states(query, states, f->tag != NULL);
    query_add(query, f->tag != NULL ? " ORDER BY t.job DESC LIMIT ?6" : " ORDER BY j.sequence DESC LIMIT ?6");
}

static void query_bind(sqlite3_stmt *s, const struct store_filter *f)
{
    sqlite3_bind_int64(s, 1, f->before != 0 ? f->before : INT64_MAX);
    if (f->owner != NULL)
        sqlite3_bind_text(s, 2, f->owner, -1, SQLITE_STATIC);
    if (f->kind != NULL)
        sqlite3_bind_text(s, 3, f->kind, -1, SQLITE_STATIC);
    if (f->created_from_ms != 0 || f->created_to_ms != 0) {
        sqlite3_bind_int64(s, 4, f->created_from_ms != 0 ? f->created_from_ms : INT64_MIN);
        sqlite3_bind_int64(s, 5, f->created_to_ms != 0 ? f->created_to_ms - 1 : INT64_MAX);
    }
    sqlite3_bind_int64(s, 6, f->limit);
    if (f->tag != NULL)
        sqlite3_bind_text(s, 9, f->tag, -1, SQLITE_STATIC);
    if (f->finished_from_ms != 0 || f->finished_to_ms != 0) {
        sqlite3_bind_int64(s, 10, f->finished_from_ms != 0 ? f->finished_from_ms : INT64_MIN);
        sqlite3_bind_int64(s, 11, f->finished_to_ms != 0 ? f->finished_to_ms - 1 : INT64_MAX);
    }
    if (f->id_from != NULL) {
        sqlite3_bind_blob(s, 7, f->id_from, sizeof *f->id_from, SQLITE_STATIC);
        sqlite3_bind_blob(s, 8, f->id_to, sizeof *f->id_to, SQLITE_STATIC);
    }
}

/* The open handle that reads the beginnings of the results of one list. */
struct openings {
    struct conn *conn;
    sqlite3_blob *blob; /* NULL before the first result in its row */
};

/* Reads the first len bytes of the first part of a body. */
static int opening_of_part(struct conn *conn, int64_t body, void *out, size_t len)
{
    sqlite3_blob *blob = NULL;
    int code = sqlite3_blob_open(conn->db, "main", "part", "bytes", body * PARTS_OF_BODY, 0, &blob);
    if (code == SQLITE_OK)
        code = sqlite3_blob_read(blob, out, (int)len, 0);
    sqlite3_blob_close(blob);
    return code;
}

static int opening_of_row(struct openings *o, int64_t sequence, void *out, size_t len)
{
    int code = o->blob != NULL ? sqlite3_blob_reopen(o->blob, sequence)
                               : sqlite3_blob_open(o->conn->db, "main", "job", "result", sequence, 0, &o->blob);
    return code == SQLITE_OK ? sqlite3_blob_read(o->blob, out, (int)len, 0) : code;
}

/* body: the number of the result; 0: it is in the row. A damaged result that cannot be read has no opening. */
static enum nash_status opening_read(struct openings *o, int64_t body, struct store_job *row, struct nash_error *error)
{
    size_t len = row->result_bytes < STORE_OPENING ? (size_t)row->result_bytes : STORE_OPENING;
    struct bytes *opening = bytes_new(len);
    if (opening == NULL)
        return nash_fail(error, NASH_NOMEM, NULL, "no memory for a row of the database");
    int code = body != 0 ? opening_of_part(o->conn, body, opening->data, len)
                         : opening_of_row(o, row->sequence, opening->data, len);
    if (code != SQLITE_OK) {
        bytes_unref(opening);
        if ((code & 0xff) == SQLITE_ERROR) { /* no such row, another type, or fewer bytes */
            sqlite3_blob_close(o->blob);
            o->blob = NULL;
            row->damaged = true;
            return NASH_OK;
        }
        return conn_fail(o->conn, code, "reading how a result begins", error);
    }
    opening->len = len;
    opening->data[len] = '\0';
    row->opening = opening;
    return NASH_OK;
}

static enum nash_status list_row(sqlite3_stmt *s, struct openings *o, struct store_job *row, struct nash_error *error)
{
    struct row_bodies stored;
    enum nash_status status = sqlite_row_read(o->conn, s, STORE_NO_BODIES, row, &stored, error);
    if (status == NASH_OK && row->result_bytes > 0)
        status = opening_read(o, stored.result, row, error);
    if (status != NASH_OK)
        store_job_release(row);
    return status;
}

static enum nash_status list_read(struct conn *conn, sqlite3_stmt *s, unsigned limit, struct store_job *rows,
                                  size_t *count, struct nash_error *error)
{
    int code = SQLITE_DONE;
    size_t n = 0;
    struct openings openings = {.conn = conn};
    enum nash_status status = NASH_OK;
    while (status == NASH_OK && n < limit && (code = sqlite3_step(s)) == SQLITE_ROW) {
        status = list_row(s, &openings, &rows[n], error);
        n += status == NASH_OK;
    }
    sqlite3_blob_close(openings.blob);
    if (status == NASH_OK && code != SQLITE_DONE && code != SQLITE_ROW)
        status = conn_fail(conn, code, "listing jobs", error);
    for (size_t i = 0; status != NASH_OK && i < n; i++)
        store_job_release(&rows[i]);
    *count = status == NASH_OK ? n : 0;
    return status;
}

/* Sets conn->list to the statement of a query, without bindings. Keeps the old statement if its text is the same:
 * preparing takes as long as reading fifty rows. Returns a code of SQLite. */
static int list_statement(struct conn *conn, const struct sqlite_query *query)
{
    if (conn->list != NULL && strcmp(sqlite3_sql(conn->list), query->text) == 0)
        return SQLITE_OK;
    sqlite3_finalize(conn->list);
    return sqlite3_prepare_v3(conn->db, query->text, -1, SQLITE_PREPARE_PERSISTENT, &conn->list, NULL);
}

enum nash_status sqlite_list(void *pointer, const struct store_filter *filter, struct nash_arena *arena,
                             struct store_job **rows, size_t *count, struct nash_error *error)
{
    struct sqlite *db = pointer;
    struct sqlite_query query;
    *count = 0;
    *rows = NASH_NEW(arena, struct store_job, filter->limit);
    if (*rows == NULL)
        return nash_fail(error, NASH_NOMEM, NULL, "no memory for a list of %u jobs", filter->limit);
    sqlite_list_sql(filter, &query);
    struct conn *conn = reader_take(db);
    int code = list_statement(conn, &query);
    enum nash_status status;
    if (code == SQLITE_OK) {
        query_bind(conn->list, filter);
        status = list_read(conn, conn->list, filter->limit, *rows, count, error);
        sqlite3_reset(conn->list);
        sqlite3_clear_bindings(conn->list);
    } else {
        status = conn_fail(conn, code, "preparing a list", error);
    }
    reader_give(db, conn);
    return status;
}
