/* Reads rows into struct store_job. */
#include <stdio.h>
#include <string.h>

#include "sqlite.h"

bool sqlite_bytes_read(sqlite3_stmt *statement, int column, struct bytes **bytes)
{
    *bytes = NULL;
    if (sqlite3_column_type(statement, column) == SQLITE_NULL)
        return true;
    const void *data = sqlite3_column_blob(statement, column);
    int len = sqlite3_column_bytes(statement, column);
    if (data != NULL || len == 0) /* otherwise SQLite is out of memory */
        *bytes = bytes_copy(data != NULL ? data : "", (size_t)len);
    return *bytes != NULL;
}

void sqlite_text_read(sqlite3_stmt *statement, int column, char *out, size_t size)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    snprintf(out, size, "%s", text != NULL ? (const char *)text : "");
}

void sqlite_fixed_read(sqlite3_stmt *statement, int column, void *out, int size)
{
    const void *data = sqlite3_column_blob(statement, column);
    if (data != NULL && sqlite3_column_bytes(statement, column) == size)
        memcpy(out, data, (size_t)size);
}

/* Reads the columns of a job's webhook as the JSON that clients see; NULL without one. Returns false without memory. */
static bool webhook_read(sqlite3_stmt *statement, int column, struct bytes **json)
{
    struct store_webhook webhook = {0};
    *json = NULL;
    if (sqlite3_column_type(statement, column) == SQLITE_NULL)
        return true;
    sqlite_text_read(statement, column, webhook.url, sizeof webhook.url);
    webhook.state = (enum webhook_state)sqlite3_column_int(statement, column + 1);
    webhook.attempts = (unsigned)sqlite3_column_int(statement, column + 2);
    webhook.next_ms = sqlite3_column_int64(statement, column + 3);
    webhook.status = sqlite3_column_int(statement, column + 4);
    sqlite_text_read(statement, column + 5, webhook.error, sizeof webhook.error);
    return (*json = store_webhook_json(&webhook)) != NULL;
}

/* Reads a column of the length, the number and the checksum of a body. */
static void stored_read(sqlite3_stmt *statement, int column, struct body_plan *plan, bool *checked, int64_t *check)
{
    bool absent = sqlite3_column_type(statement, column) == SQLITE_NULL;
    plan->length = absent ? -1 : sqlite3_column_int64(statement, column);
    plan->number = sqlite3_column_int64(statement, column + 1);
    *checked = sqlite3_column_type(statement, column + 2) != SQLITE_NULL;
    *check = sqlite3_column_int64(statement, column + 2);
}

/* Reads a body into *bytes: from its column, or from its only part. Leaves it NULL if it is too long for memory, or
 * damaged. *whole: it is as long as the row says. */
static enum nash_status body_read(struct conn *conn, sqlite3_stmt *statement, int column, const struct body_plan *plan,
                                  struct bytes **bytes, bool *whole, struct nash_error *error)
{
    enum nash_status status = NASH_OK;
    if (plan->number != 0 && plan->length <= STORE_MEMORY_BYTES)
        status = body_read_part(conn, plan->number, 0, bytes, error);
    else if (plan->number == 0 && !sqlite_bytes_read(statement, column, bytes))
        status = nash_fail(error, NASH_NOMEM, NULL, "no memory for a row of the database");
    *whole = plan->number != 0 && plan->length > STORE_MEMORY_BYTES ? true
             : *bytes != NULL                                       ? (int64_t)(*bytes)->len == plan->length
                                                                    : plan->length < 0;
    return status;
}

static void bytes_drop(struct bytes **bytes)
{
    bytes_unref(*bytes);
    *bytes = NULL;
}

/* Reads the wanted bodies and compares their checksums. A row without a result has none. */
static enum nash_status bodies_read(struct conn *conn, sqlite3_stmt *statement, int column, enum store_body bodies,
                                    const struct body_plan *problem, const struct body_plan *result,
                                    const struct row_bodies *stored, struct store_job *row, struct nash_error *error)
{
    enum nash_status status = NASH_OK;
    bool whole = true;
    struct body_plan plan = *result;
    if (bodies & STORE_RESULT) {
        status = body_read(conn, statement, column, result, &row->result, &whole, error);
        plan.in_row = plan.number == 0 ? row->result : NULL;
        row->damaged = status == NASH_OK &&
                       (!whole || (stored->result_checked && checksum_of_result(row, &plan) != stored->result_check));
        if (row->damaged)
            bytes_drop(&row->result);
    }
    if (status == NASH_OK && (bodies & STORE_PROBLEM)) {
        plan = *problem;
        status = body_read(conn, statement, column + 1, problem, &row->problem, &whole, error);
        plan.in_row = plan.number == 0 ? row->problem : NULL;
        if (!whole || (stored->problem_checked && checksum_of_problem(&row->id, &plan) != stored->problem_check))
            bytes_drop(&row->problem);
    }
    return status;
}

enum nash_status sqlite_row_read(struct conn *conn, sqlite3_stmt *statement, enum store_body bodies,
                                 struct store_job *row, struct row_bodies *stored, struct nash_error *error)
{
    int c = 0;
    struct row_bodies own;
    struct body_plan problem = {0}, result = {0};
    stored = stored != NULL ? stored : &own;
    *row = (struct store_job){0};
    row->sequence = sqlite3_column_int64(statement, c++);
    sqlite_fixed_read(statement, c++, row->id.byte, sizeof row->id.byte);
    sqlite_fixed_read(statement, c++, row->key.byte, sizeof row->key.byte);
    sqlite_text_read(statement, c++, row->kind, sizeof row->kind);
    sqlite_text_read(statement, c++, row->owner, sizeof row->owner);
    row->state = (enum job_state)sqlite3_column_int(statement, c++);
    row->final = sqlite3_column_int(statement, c++) != 0;
    row->verdict = (enum job_verdict)sqlite3_column_int(statement, c++);
    row->format = sqlite3_column_int(statement, c++);
    row->priority = sqlite3_column_int(statement, c++);
    row->timeout_ms = (uint32_t)sqlite3_column_int64(statement, c++);
    row->seed = (uint64_t)sqlite3_column_int64(statement, c++);
    row->created_ms = sqlite3_column_int64(statement, c++);
    row->started_ms = sqlite3_column_int64(statement, c++);
    row->finished_ms = sqlite3_column_int64(statement, c++);
    row->last_event = sqlite3_column_int64(statement, c++);
    row->attempts = (unsigned)sqlite3_column_int(statement, c++);
    sqlite_text_read(statement, c++, row->idempotency, sizeof row->idempotency);
    sqlite_fixed_read(statement, c++, row->fingerprint.byte, sizeof row->fingerprint.byte);
    int tags = c++;
    stored_read(statement, c, &problem, &stored->problem_checked, &stored->problem_check);
    stored_read(statement, c + 3, &result, &stored->result_checked, &stored->result_check);
    c += 6;
    stored->problem = problem.number;
    stored->result = result.number;
    stored->has_problem = problem.length >= 0;
    stored->has_result = result.length >= 0;
    row->problem_bytes = stored->has_problem ? (uint64_t)problem.length : 0;
    row->result_bytes = stored->has_result ? (uint64_t)result.length : 0;
    enum nash_status status = NASH_OK;
    if (!sqlite_bytes_read(statement, tags, &row->tags) || !sqlite_bytes_read(statement, c, &row->progress) ||
        !sqlite_bytes_read(statement, c + 1, &row->error) || !webhook_read(statement, c + 4, &row->webhook))
        status = nash_fail(error, NASH_NOMEM, NULL, "no memory for a row of the database");
    if (status == NASH_OK)
        status = bodies_read(conn, statement, c + 2, bodies, &problem, &result, stored, row, error);
    if (status == NASH_OK)
        return NASH_OK;
    store_job_release(row);
    *row = (struct store_job){0};
    return status;
}
