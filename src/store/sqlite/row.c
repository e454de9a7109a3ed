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

enum nash_status sqlite_row_read(sqlite3_stmt *statement, struct store_job *row, struct nash_error *error)
{
    int c = 0;
    *row = (struct store_job){0};
    row->sequence = sqlite3_column_int64(statement, c++);
    sqlite_fixed_read(statement, c++, row->id.byte, sizeof row->id.byte);
    sqlite_fixed_read(statement, c++, row->key.byte, sizeof row->key.byte);
    sqlite_text_read(statement, c++, row->kind, sizeof row->kind);
    sqlite_text_read(statement, c++, row->owner, sizeof row->owner);
    row->state = (enum job_state)sqlite3_column_int(statement, c++);
    row->final = sqlite3_column_int(statement, c++) != 0;
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
    bool whole = sqlite_bytes_read(statement, c, &row->progress) && sqlite_bytes_read(statement, c + 1, &row->error) &&
                 sqlite_bytes_read(statement, c + 2, &row->result) &&
                 sqlite_bytes_read(statement, c + 3, &row->problem) && webhook_read(statement, c + 4, &row->webhook);
    if (whole)
        return NASH_OK;
    store_job_release(row);
    *row = (struct store_job){0};
    return nash_fail(error, NASH_NOMEM, NULL, "no memory for a row of the database");
}
