/* Writes documents and tasks, as parts of a transaction (apply.c). Each operation first checks whatever can refuse it,
 * so that a refused one has written nothing. */
#include <store/sqlite/op.h>
#include <store/sqlite/sqlite.h>

#include "documents.h"

enum { DOCUMENT_ROW_BYTES = 4096 }; /* upper bound of a row without its bytes */

/* Returns whether a value is longer than SQLite accepts. Must be checked before binding, because SQLite binds such a
 * value as NULL. */
static bool is_too_long(const struct sqlite *db, const struct bytes *bytes)
{
    size_t most = (size_t)sqlite3_limit(db->writer.db, SQLITE_LIMIT_LENGTH, -1) - DOCUMENT_ROW_BYTES;
    return bytes != NULL && bytes->len > most;
}

/* ---- documents ---- */

/* Finds a document. Sets op->status to NASH_OK or NASH_NOT_FOUND. */
static enum nash_status find_document(struct sqlite *db, struct store_op *op, const struct job_id *id,
                                      int64_t *sequence, int64_t *version, struct nash_error *error)
{
    sqlite3_stmt *s = conn_statement(&db->writer, S_FIND_DOCUMENT, error);
    if (s == NULL)
        return error->status;
    bind_id(s, 1, id);
    int code = sqlite3_step(s);
    if (code == SQLITE_ROW) {
        *sequence = sqlite3_column_int64(s, 0);
        *version = sqlite3_column_int64(s, 1);
    }
    sqlite3_reset(s);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return conn_fail(&db->writer, code, "looking for a document", error);
    return op_settle(op, code == SQLITE_ROW ? NASH_OK : NASH_NOT_FOUND);
}

/* Sets op->status to NASH_UNPROCESSABLE if the owner has as many documents as allowed. */
static enum nash_status check_limit(struct sqlite *db, struct store_op *op, struct nash_error *error)
{
    op_settle(op, NASH_OK);
    if (op->limit == 0)
        return NASH_OK;
    sqlite3_stmt *s = conn_statement(&db->writer, S_COUNT_OF_OWNER, error);
    if (s == NULL)
        return error->status;
    bind_text(s, 1, op->document->type);
    bind_text(s, 2, op->document->owner);
    int code = sqlite3_step(s);
    if (code == SQLITE_ROW && sqlite3_column_int64(s, 0) >= op->limit)
        op_settle(op, NASH_UNPROCESSABLE);
    sqlite3_reset(s);
    return code == SQLITE_ROW ? NASH_OK : conn_fail(&db->writer, code, "counting documents", error);
}

static enum nash_status put_body(struct sqlite *db, int64_t sequence, const struct bytes *body,
                                 struct nash_error *error)
{
    sqlite3_stmt *s = body != NULL ? conn_statement(&db->writer, S_PUT_BODY, error) : NULL;
    if (s == NULL)
        return body == NULL ? NASH_OK : error->status;
    sqlite3_bind_int64(s, 1, sequence);
    bind_bytes(s, 2, body);
    int code = conn_step(s);
    return code == SQLITE_DONE ? NASH_OK : conn_fail(&db->writer, code, "writing", error);
}

static enum nash_status add_document(struct sqlite *db, struct store_op *op, struct nash_error *error)
{
    const struct store_document *row = op->document;
    enum nash_status status = check_limit(db, op, error);
    if (status != NASH_OK || op->status != NASH_OK)
        return status;
    sqlite3_stmt *s = conn_statement(&db->writer, S_INSERT_DOCUMENT, error);
    if (s == NULL)
        return error->status;
    bind_id(s, 1, &row->id);
    bind_text(s, 2, row->type);
    bind_text(s, 3, row->owner);
    bind_text(s, 4, row->kind);
    bind_text(s, 5, row->name);
    sqlite3_bind_int64(s, 6, row->created_ms);
    sqlite3_bind_int64(s, 7, row->updated_ms);
    bind_bytes(s, 8, row->meta);
    status = op_step_status(&db->writer, op, conn_step(s), error);
    if (status != NASH_OK || op->status != NASH_OK)
        return status;
    return put_body(db, sqlite3_last_insert_rowid(db->writer.db), row->body, error);
}

/* Changes a task that waits. Sets op->status to NASH_OK or NASH_NOT_FOUND. */
static enum nash_status change_task(struct sqlite *db, struct store_op *op, struct nash_error *error)
{
    const struct store_task *row = op->task;
    sqlite3_stmt *s = conn_statement(&db->writer, S_CHANGE_TASK, error);
    if (s == NULL)
        return error->status;
    bind_id(s, 1, &row->id);
    sqlite3_bind_int(s, 2, (int)row->state);
    if (row->has_job)
        bind_id(s, 3, &row->job);
    sqlite3_bind_int64(s, 4, row->finished_ms);
    bind_bytes(s, 5, row->error);
    sqlite3_bind_int64(s, 6, row->base);
    int code = sqlite3_step(s);
    int64_t document = code == SQLITE_ROW ? sqlite3_column_int64(s, 0) : 0;
    if (code == SQLITE_ROW)
        code = sqlite3_step(s) == SQLITE_DONE ? SQLITE_ROW : SQLITE_ERROR;
    sqlite3_reset(s);
    if (code == SQLITE_DONE)
        return op_settle(op, NASH_NOT_FOUND);
    if (code != SQLITE_ROW)
        return conn_fail(&db->writer, code, "writing", error);
    op_settle(op, NASH_OK);
    s = row->state != TASK_WAITS ? conn_statement(&db->writer, S_DELETE_OLD_TASKS, error) : NULL;
    if (s == NULL)
        return row->state == TASK_WAITS ? NASH_OK : error->status;
    sqlite3_bind_int64(s, 1, document);
    sqlite3_bind_int(s, 2, STORE_TASKS_KEPT);
    code = conn_step(s);
    return code == SQLITE_DONE ? NASH_OK : conn_fail(&db->writer, code, "writing", error);
}

static enum nash_status change_document(struct sqlite *db, struct store_op *op, struct nash_error *error)
{
    const struct store_document *row = op->document;
    int64_t sequence = 0, version = 0;
    enum nash_status status = find_document(db, op, &row->id, &sequence, &version, error);
    if (status != NASH_OK || op->status != NASH_OK)
        return status;
    if (version != row->version)
        return op_settle(op, NASH_CONFLICT);
    if (op->task != NULL)
        status = change_task(db, op, error);
    if (status != NASH_OK || op->status != NASH_OK)
        return status;
    sqlite3_stmt *s = conn_statement(&db->writer, S_CHANGE_DOCUMENT, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, sequence);
    bind_text(s, 2, row->name);
    bind_bytes(s, 3, row->meta);
    sqlite3_bind_int64(s, 4, row->updated_ms);
    int code = conn_step(s);
    return code == SQLITE_DONE ? put_body(db, sequence, row->body, error)
                               : conn_fail(&db->writer, code, "writing", error);
}

static enum nash_status remove_document(struct sqlite *db, struct store_op *op, struct nash_error *error)
{
    int64_t sequence = 0, version = 0;
    enum nash_status status = find_document(db, op, &op->document->id, &sequence, &version, error);
    if (status != NASH_OK || op->status != NASH_OK)
        return status;
    sqlite3_stmt *s = conn_statement(&db->writer, S_DELETE_DOCUMENT, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, sequence);
    return op_step_status(&db->writer, op, conn_step(s), error);
}

enum nash_status sqlite_apply_document(struct sqlite *db, struct store_op *op, struct nash_error *error)
{
    const struct store_document *row = op->document;
    if (row == NULL || (op->verb == STORE_DOCUMENT_ADD && (row->type[0] == '\0' || row->kind[0] == '\0')))
        return op_settle(op, NASH_INVALID);
    if (is_too_long(db, row->meta) || is_too_long(db, row->body))
        return op_settle(op, NASH_TOO_LARGE);
    switch (op->verb) {
    case STORE_DOCUMENT_ADD:
        return add_document(db, op, error);
    case STORE_DOCUMENT_CHANGE:
        return change_document(db, op, error);
    default:
        return remove_document(db, op, error);
    }
}

/* ---- tasks ---- */

static enum nash_status add_task(struct sqlite *db, struct store_op *op, struct nash_error *error)
{
    const struct store_task *row = op->task;
    int64_t sequence = 0, version = 0;
    enum nash_status status = find_document(db, op, &row->document, &sequence, &version, error);
    if (status != NASH_OK || op->status != NASH_OK)
        return status;
    sqlite3_stmt *s = conn_statement(&db->writer, S_INSERT_TASK, error);
    if (s == NULL)
        return error->status;
    bind_id(s, 1, &row->id);
    sqlite3_bind_int64(s, 2, sequence);
    bind_text(s, 3, row->verb);
    bind_text(s, 4, db->node);
    if (row->has_job)
        bind_id(s, 5, &row->job);
    sqlite3_bind_int64(s, 6, row->created_ms);
    if (row->idempotency[0] != '\0') {
        bind_text(s, 7, row->idempotency);
        sqlite3_bind_blob(s, 8, row->fingerprint.byte, sizeof row->fingerprint.byte, SQLITE_STATIC);
    }
    bind_bytes(s, 9, row->request);
    sqlite3_bind_int64(s, 10, row->base);
    return op_step_status(&db->writer, op, conn_step(s), error);
}

enum nash_status sqlite_apply_task(struct sqlite *db, struct store_op *op, struct nash_error *error)
{
    const struct store_task *row = op->task;
    if (row == NULL || (op->verb == STORE_TASK_ADD && (row->verb[0] == '\0' || row->state != TASK_WAITS)))
        return op_settle(op, NASH_INVALID);
    if (is_too_long(db, row->request) || is_too_long(db, row->error))
        return op_settle(op, NASH_TOO_LARGE);
    return op->verb == STORE_TASK_ADD ? add_task(db, op, error) : change_task(db, op, error);
}
