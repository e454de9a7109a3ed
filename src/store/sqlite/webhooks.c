/* Webhooks: their rows change with their jobs, in the same transaction. */
#include <base/clock.h>

#include "op.h"
#include "sqlite.h"

enum nash_status sqlite_webhook_insert(struct sqlite *db, const struct store_job *row, int64_t sequence,
                                       struct nash_error *error)
{
    sqlite3_stmt *s = conn_statement(&db->writer, S_INSERT_WEBHOOK, error);
    if (s == NULL)
        return error->status;
    bool finished = row->state >= JOB_SUCCEEDED;
    sqlite3_bind_int64(s, 1, sequence);
    bind_text(s, 2, row->webhook_url);
    sqlite3_bind_int(s, 3, finished ? WEBHOOK_DUE : WEBHOOK_WAITS);
    sqlite3_bind_int64(s, 4, row->finished_ms);
    int code = conn_step(s);
    return code == SQLITE_DONE ? NASH_OK : conn_fail(&db->writer, code, "writing", error);
}

enum nash_status sqlite_webhook_finish(struct sqlite *db, int64_t sequence, int64_t now_ms, struct nash_error *error)
{
    sqlite3_stmt *s = conn_statement(&db->writer, S_FINISH_WEBHOOK, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, sequence);
    sqlite3_bind_int64(s, 2, now_ms);
    int code = conn_step(s);
    return code == SQLITE_DONE ? NASH_OK : conn_fail(&db->writer, code, "writing", error);
}

enum nash_status sqlite_apply_webhook(struct sqlite *db, struct store_op *op, struct nash_error *error)
{
    const struct store_webhook *webhook = op->webhook;
    sqlite3_stmt *s = conn_statement(&db->writer, S_CHANGE_WEBHOOK, error);
    if (s == NULL)
        return error->status;
    bind_id(s, 1, &webhook->job);
    sqlite3_bind_int(s, 2, (int)webhook->state);
    sqlite3_bind_int64(s, 3, webhook->attempts);
    sqlite3_bind_int64(s, 4, webhook->next_ms);
    sqlite3_bind_int(s, 5, webhook->status);
    bind_text(s, 6, webhook->error);
    enum nash_status status = op_step_status(&db->writer, op, conn_step(s), error);
    if (status == NASH_OK && op->status == NASH_OK && sqlite3_changes(db->writer.db) == 0)
        op->status = NASH_NOT_FOUND;
    return status;
}

/* Reads the webhooks that are due. sequences: those of their jobs. */
static enum nash_status read_due(struct sqlite *db, int64_t now_ms, size_t max, struct store_webhook rows[],
                                 int64_t sequences[], size_t *count, struct nash_error *error)
{
    sqlite3_stmt *s = conn_statement(&db->writer, S_WEBHOOKS_DUE, error);
    int code;
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, now_ms);
    sqlite3_bind_int64(s, 2, (int64_t)max);
    while ((code = sqlite3_step(s)) == SQLITE_ROW) {
        struct store_webhook *row = &rows[*count];
        *row = (struct store_webhook){.state = WEBHOOK_DUE};
        sequences[(*count)++] = sqlite3_column_int64(s, 0);
        sqlite_fixed_read(s, 1, row->job.byte, sizeof row->job.byte);
        sqlite_text_read(s, 2, row->url, sizeof row->url);
        row->attempts = (unsigned)sqlite3_column_int(s, 3);
    }
    sqlite3_reset(s);
    return code == SQLITE_DONE ? NASH_OK : conn_fail(&db->writer, code, "reading webhooks", error);
}

static enum nash_status put_off(struct sqlite *db, const int64_t sequences[], size_t count, int64_t until_ms,
                                struct nash_error *error)
{
    for (size_t i = 0; i < count; i++) {
        sqlite3_stmt *s = conn_statement(&db->writer, S_CLAIM_WEBHOOK, error);
        if (s == NULL)
            return error->status;
        sqlite3_bind_int64(s, 1, sequences[i]);
        sqlite3_bind_int64(s, 2, until_ms);
        int code = conn_step(s);
        if (code != SQLITE_DONE)
            return conn_fail(&db->writer, code, "claiming a webhook", error);
    }
    return NASH_OK;
}

/* Returns whether a webhook is due. Most of the time none is, and the writing connection stays free. */
static bool is_any_due(struct sqlite *db, int64_t now_ms)
{
    struct nash_error error;
    struct conn *conn = reader_take(db);
    sqlite3_stmt *s = conn_statement(conn, S_WEBHOOKS_DUE, &error);
    bool due = true;
    if (s != NULL) {
        sqlite3_bind_int64(s, 1, now_ms);
        sqlite3_bind_int64(s, 2, 1);
        due = sqlite3_step(s) != SQLITE_DONE;
        sqlite3_reset(s);
    }
    reader_give(db, conn);
    return due;
}

enum nash_status sqlite_webhooks_claim(void *pointer, int64_t now_ms, int64_t until_ms, size_t max,
                                       struct store_webhook rows[], size_t *count, struct nash_error *error)
{
    enum { CLAIM_MAX = 64 };
    struct sqlite *db = pointer;
    int64_t sequences[CLAIM_MAX];
    *count = 0;
    if (max == 0 || !is_any_due(db, now_ms))
        return NASH_OK;
    writer_take(db);
    enum nash_status status = conn_do(&db->writer, S_BEGIN, error);
    if (status == NASH_OK) {
        status = read_due(db, now_ms, max < CLAIM_MAX ? max : CLAIM_MAX, rows, sequences, count, error);
        if (status == NASH_OK)
            status = put_off(db, sequences, *count, until_ms, error);
        if (status == NASH_OK)
            status = conn_do(&db->writer, S_COMMIT, error);
        if (status != NASH_OK && !sqlite3_get_autocommit(db->writer.db))
            conn_do(&db->writer, S_ROLLBACK, &(struct nash_error){0});
    }
    writer_give(db);
    if (status != NASH_OK)
        *count = 0;
    return status;
}
