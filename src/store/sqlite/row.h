/* Rows of jobs: from columns to struct store_job. */
#ifndef STORE_SQLITE_ROW_H
#define STORE_SQLITE_ROW_H

#include <sqlite3.h>

#include <store/job.h>

/* Reads the bytes of a column; *bytes is NULL for SQL NULL. Returns false without memory. */
bool sqlite_bytes_read(sqlite3_stmt *statement, int column, struct bytes **bytes);
/* Read a column into out: a text, NUL-terminated, or bytes of exactly this size. Otherwise out is unchanged. */
void sqlite_text_read(sqlite3_stmt *statement, int column, char *out, size_t size);
void sqlite_fixed_read(sqlite3_stmt *statement, int column, void *out, int size);
/* What a row says about its bodies. */
struct row_bodies {
    int64_t problem, result; /* numbers of the bodies; 0: values of the row */
    bool has_problem, has_result;
    bool problem_checked, result_checked; /* there are checksums */
    int64_t problem_check, result_check;
};

struct conn;

/* Reads the current row of a statement of this connection whose columns are SQLITE_ROW_COLUMNS, and those of the
 * wanted bodies that are short enough for memory. A body that does not match its checksum is left out. stored: may be
 * NULL. After a failure *row holds no reference. */
enum nash_status sqlite_row_read(struct conn *conn, sqlite3_stmt *statement, enum store_body bodies,
                                 struct store_job *row, struct row_bodies *stored, struct nash_error *error);

/* The columns of every SELECT of a job; j is its row in the table job, r its row in the table run, if any. The
 * arguments are SQL expressions for the two large bodies, "NULL" to leave them out. */
#define SQLITE_ROW_COLUMNS(problem, result)                                                                            \
    "SELECT j.sequence, j.id, j.key, j.kind, j.owner, CASE WHEN j.state = 0 THEN r.state ELSE j.state END, j.final, "  \
    "j.verdict, j.format, j.priority, j.timeout_ms, j.seed, j.created_ms, coalesce(r.started_ms, j.started_ms), "      \
    "j.finished_ms, "                                                                                                  \
    "j.last_event, coalesce(r.attempts, j.attempts), j.idempotency, j.fingerprint, j.tags, j.problem_bytes, "          \
    "j.problem_body, j.problem_check, j.result_bytes, j.result_body, j.result_check, "                                 \
    "coalesce(r.progress, j.progress), j.error, " result ", " problem                                                  \
    ", w.url, w.state, w.attempts, w.next_ms, w.status, w.error "
#define SQLITE_ROW_FROM "FROM job j LEFT JOIN run r ON r.job = j.sequence LEFT JOIN webhook w ON w.job = j.sequence "

#endif
