/* Checks of stored jobs, and of what the tables must have in common.
 *
 * A check has a connection of its own: a long read on a shared one would keep writes waiting when the log is restarted
 * (wal.c). Each job is read in a transaction of its own. */
#include <stdio.h>
#include <string.h>

#include <store/sqlite/sqlite.h>

enum { REPORTED = 20, SUMS_ADDED = 64 }; /* findings of a query; rows that a transaction gives checksums */

struct checker {
    struct sqlite *db;
    struct conn *conn;
    struct store_check *check;
    int64_t unsummed[SUMS_ADDED]; /* sequence numbers of jobs without checksums */
    size_t unsummed_count;
};

static void report(struct checker *c, enum store_fault fault, const struct job_id *job, const char *detail)
{
    struct store_finding finding = {.fault = fault, .has_job = job != NULL};
    if (job != NULL)
        finding.job = *job;
    snprintf(finding.detail, sizeof finding.detail, "%s", detail);
    c->check->faults[fault]++;
    if (c->check->found != NULL)
        c->check->found(c->check->context, &finding);
}

/* ---- jobs ---- */

/* Compares the parts of a large body, which were not read with the row. */
static enum nash_status check_parts(struct checker *c, int64_t number, uint64_t length, bool *damaged,
                                    struct nash_error *error)
{
    return number != 0 && length > STORE_MEMORY_BYTES ? body_is_damaged(c->conn, number, length, damaged, error)
                                                      : NASH_OK;
}

static enum nash_status check_row(struct checker *c, const struct store_job *row, const struct row_bodies *stored,
                                  struct nash_error *error)
{
    bool result = row->damaged, problem = false;
    if (stored->has_problem && row->problem == NULL && row->problem_bytes <= STORE_MEMORY_BYTES)
        problem = true;
    enum nash_status status = check_parts(c, stored->problem, row->problem_bytes, &problem, error);
    if (status == NASH_OK && !result)
        status = check_parts(c, stored->result, row->result_bytes, &result, error);
    if (status != NASH_OK)
        return status;
    if (result)
        report(c, FAULT_RESULT, &row->id, "the result does not match its checksum");
    if (problem)
        report(c, FAULT_PROBLEM, &row->id, "the problem does not match its checksum");
    bool unsummed = (stored->has_result && !stored->result_checked && row->state >= JOB_SUCCEEDED && !result) ||
                    (stored->has_problem && !stored->problem_checked && !problem);
    if (unsummed && c->unsummed_count < SUMS_ADDED)
        c->unsummed[c->unsummed_count++] = row->sequence;
    c->check->jobs++;
    c->check->bytes += row->problem_bytes + row->result_bytes + 400;
    return NASH_OK;
}

/* Reads the next job. *end: there is none. */
static enum nash_status check_next(struct checker *c, bool *end, struct nash_error *error)
{
    struct store_job row = {0};
    struct row_bodies stored;
    sqlite3_stmt *s = conn_statement(c->conn, S_CHECK_NEXT, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, c->check->cursor);
    int code = sqlite3_step(s);
    *end = code == SQLITE_DONE;
    enum nash_status status = NASH_OK;
    if ((code & 0xff) == SQLITE_CORRUPT) {
        report(c, FAULT_STRUCTURE, NULL, sqlite3_errstr(code));
        *end = true; /* the table cannot be read from here on */
    }
    if (code == SQLITE_ROW)
        status = sqlite_row_read(c->conn, s, STORE_BODIES, &row, &stored, error);
    else if (!*end)
        status = conn_fail(c->conn, code, "reading a job", error);
    if (status == NASH_OK && !*end) {
        c->check->cursor = row.sequence;
        status = check_row(c, &row, &stored, error);
    }
    sqlite3_reset(s);
    store_job_release(&row);
    return status;
}

/* Gives a row its checksums. Reads it again, because it may have changed. */
static enum nash_status add_sums(struct sqlite *db, int64_t sequence, struct nash_error *error)
{
    struct store_job row = {0};
    struct row_bodies stored;
    sqlite3_stmt *s = conn_statement(&db->writer, S_GET_BY_SEQUENCE, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, sequence);
    int code = sqlite3_step(s);
    enum nash_status status = code == SQLITE_ROW ? sqlite_row_read(&db->writer, s, STORE_BODIES, &row, &stored, error)
                              : code == SQLITE_DONE ? NASH_OK
                                                    : conn_fail(&db->writer, code, "reading a job", error);
    sqlite3_reset(s);
    if (code != SQLITE_ROW || status != NASH_OK)
        return status;
    s = conn_statement(&db->writer, S_SET_CHECKS, error);
    if (s != NULL) {
        struct body_plan problem = {.number = stored.problem, .length = (int64_t)row.problem_bytes};
        struct body_plan result = {.number = stored.result, .length = (int64_t)row.result_bytes};
        problem.in_row = problem.number == 0 ? row.problem : NULL;
        result.in_row = result.number == 0 ? row.result : NULL;
        sqlite3_bind_int64(s, 1, sequence);
        if (stored.has_problem && (problem.number != 0 || row.problem != NULL))
            sqlite3_bind_int64(s, 2, checksum_of_problem(&row.id, &problem));
        if (stored.has_result && !row.damaged && row.state >= JOB_SUCCEEDED)
            sqlite3_bind_int64(s, 3, checksum_of_result(&row, &result));
        code = conn_step(s);
        status = code == SQLITE_DONE ? NASH_OK : conn_fail(&db->writer, code, "writing checksums", error);
    }
    store_job_release(&row);
    return s != NULL ? status : error->status;
}

static enum nash_status add_all_sums(struct checker *c, struct nash_error *error)
{
    struct sqlite *db = c->db;
    if (c->unsummed_count == 0)
        return NASH_OK;
    if (!db->in_memory)
        writer_take(db);
    enum nash_status status = conn_do(&db->writer, S_BEGIN, error);
    for (size_t i = 0; i < c->unsummed_count && status == NASH_OK; i++)
        status = add_sums(db, c->unsummed[i], error);
    status = transaction_end(db, status, error);
    if (!db->in_memory)
        writer_give(db);
    c->check->sums_added += status == NASH_OK ? c->unsummed_count : 0;
    c->unsummed_count = 0;
    return status;
}

static enum nash_status check_jobs(struct checker *c, struct nash_error *error)
{
    struct store_check *check = c->check;
    uint64_t last_job = check->max_jobs != 0 ? check->jobs + check->max_jobs : UINT64_MAX;
    uint64_t last_byte = check->max_bytes != 0 ? check->bytes + check->max_bytes : UINT64_MAX;
    bool end = false;
    enum nash_status status = NASH_OK;
    while (status == NASH_OK && !end && check->jobs < last_job && check->bytes < last_byte) {
        status = check_next(c, &end, error);
        if (status == NASH_OK && (end || c->unsummed_count == SUMS_ADDED))
            status = add_all_sums(c, error);
    }
    if (status == NASH_OK)
        status = add_all_sums(c, error);
    check->done = status == NASH_OK && end;
    if (check->done)
        check->cursor = 0;
    return status;
}

/* ---- the whole ---- */

/* Queries whose rows are faults. The first column completes the sentence. */
static const struct {
    enum store_fault fault;
    const char *sql, *sentence;
} queries[] = {
    {FAULT_SUMS,
     "SELECT state FROM tally WHERE jobs <> CASE WHEN state < 2 THEN (SELECT count(*) FROM run WHERE run.state = "
     "tally.state) ELSE (SELECT count(*) FROM job WHERE job.state = tally.state) END",
     "the stored number of jobs is wrong for state"},
    {FAULT_SUMS,
     "SELECT DISTINCT j.sequence / 1024 FROM job j LEFT JOIN span s ON s.block = j.sequence / 1024 WHERE s.block IS "
     "NULL "
     "OR j.created_ms < s.first_ms OR j.created_ms > s.last_ms",
     "a job was created outside the stored times of its block"},
    {FAULT_JOB, "SELECT sequence FROM job WHERE state = 0 AND sequence NOT IN (SELECT job FROM run)",
     "an unfinished job has no run:"},
    {FAULT_JOB, "SELECT job FROM tag WHERE job NOT IN (SELECT sequence FROM job)", "a tag refers to no job:"},
    {FAULT_JOB, "SELECT \"table\" FROM pragma_foreign_key_check", "a row refers to nothing in the table"},
    {FAULT_PARTS,
     "WITH known (body) AS (SELECT problem_body FROM job WHERE problem_body IS NOT NULL UNION SELECT result_body FROM "
     "job WHERE result_body IS NOT NULL UNION SELECT body FROM orphan) "
     "SELECT DISTINCT id / 4096 FROM part WHERE id / 4096 NOT IN (SELECT body FROM known)",
     "no job has the body"},
    {FAULT_STRUCTURE, "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
     "the file is damaged:"},
};

static enum nash_status run_query(struct checker *c, size_t which, struct nash_error *error)
{
    sqlite3_stmt *s = NULL;
    int code = sqlite3_prepare_v2(c->conn->db, queries[which].sql, -1, &s, NULL);
    for (int rows = 0; code == SQLITE_OK || code == SQLITE_ROW; rows++) {
        code = sqlite3_step(s);
        if (code != SQLITE_ROW || rows >= REPORTED)
            break;
        char detail[160];
        snprintf(detail, sizeof detail, "%s %s", queries[which].sentence, (const char *)sqlite3_column_text(s, 0));
        report(c, queries[which].fault, NULL, detail);
    }
    sqlite3_finalize(s);
    if ((code & 0xff) == SQLITE_CORRUPT) {
        report(c, FAULT_STRUCTURE, NULL, sqlite3_errstr(code));
        return NASH_OK;
    }
    return code == SQLITE_DONE || code == SQLITE_ROW ? NASH_OK : conn_fail(c->conn, code, "checking", error);
}

static enum nash_status check_whole(struct checker *c, struct nash_error *error)
{
    enum nash_status status = NASH_OK;
    for (size_t i = 0; i < sizeof queries / sizeof *queries && status == NASH_OK; i++)
        status = run_query(c, i, error);
    return status;
}

enum nash_status sqlite_check(void *pointer, struct store_check *check, struct nash_error *error)
{
    struct sqlite *db = pointer;
    struct conn own = {0};
    struct checker c = {.db = db, .conn = &own, .check = check};
    enum nash_status status = NASH_OK;
    check->done = false;
    if (db->in_memory)
        c.conn = reader_take(db);
    else
        status = conn_open(&own, db->path, false, error);
    if (status == NASH_OK)
        status = check_jobs(&c, error);
    if (status == NASH_OK && check->whole && check->done)
        status = check_whole(&c, error);
    if (db->in_memory)
        reader_give(db, c.conn);
    else
        conn_close(&own);
    return status;
}
