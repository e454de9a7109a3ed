/* Reads documents and tasks. Each call holds a reading connection until it returns. */
#include <string.h>

#include <store/sqlite/op.h>
#include <store/sqlite/sqlite.h>

#include "documents.h"

static enum nash_status fail_memory(struct nash_error *error)
{
    return nash_fail(error, NASH_NOMEM, NULL, "no memory for a row of the database");
}

static enum nash_status document_read(sqlite3_stmt *s, struct store_document *row, struct nash_error *error)
{
    int c = 0;
    *row = (struct store_document){0};
    row->sequence = sqlite3_column_int64(s, c++);
    sqlite_fixed_read(s, c++, row->id.byte, sizeof row->id.byte);
    sqlite_text_read(s, c++, row->type, sizeof row->type);
    sqlite_text_read(s, c++, row->owner, sizeof row->owner);
    sqlite_text_read(s, c++, row->kind, sizeof row->kind);
    sqlite_text_read(s, c++, row->name, sizeof row->name);
    row->version = sqlite3_column_int64(s, c++);
    row->created_ms = sqlite3_column_int64(s, c++);
    row->updated_ms = sqlite3_column_int64(s, c++);
    row->waiting = (unsigned)sqlite3_column_int64(s, c++);
    row->body_bytes = (uint64_t)sqlite3_column_int64(s, c++);
    if (sqlite_bytes_read(s, c, &row->meta) && sqlite_bytes_read(s, c + 1, &row->body))
        return NASH_OK;
    store_document_release(row);
    return fail_memory(error);
}

static enum nash_status task_read(sqlite3_stmt *s, struct store_task *row, struct nash_error *error)
{
    int c = 0;
    *row = (struct store_task){0};
    row->sequence = sqlite3_column_int64(s, c++);
    sqlite_fixed_read(s, c++, row->id.byte, sizeof row->id.byte);
    sqlite_fixed_read(s, c++, row->document.byte, sizeof row->document.byte);
    sqlite_text_read(s, c++, row->verb, sizeof row->verb);
    row->state = (enum task_state)sqlite3_column_int(s, c++);
    row->has_job = sqlite3_column_type(s, c) != SQLITE_NULL;
    sqlite_fixed_read(s, c++, row->job.byte, sizeof row->job.byte);
    row->base = sqlite3_column_int64(s, c++);
    row->created_ms = sqlite3_column_int64(s, c++);
    row->finished_ms = sqlite3_column_int64(s, c++);
    sqlite_text_read(s, c++, row->idempotency, sizeof row->idempotency);
    sqlite_fixed_read(s, c++, row->fingerprint.byte, sizeof row->fingerprint.byte);
    if (sqlite_bytes_read(s, c, &row->error) && sqlite_bytes_read(s, c + 1, &row->request))
        return NASH_OK;
    store_task_release(row);
    return fail_memory(error);
}

enum nash_status sqlite_documents_get(void *pointer, const struct job_id ids[], size_t n, bool want_bodies,
                                      struct store_document rows[], bool found[], struct nash_error *error)
{
    struct sqlite *db = pointer;
    memset(rows, 0, n * sizeof *rows);
    memset(found, 0, n * sizeof *found);
    struct conn *conn = reader_take(db);
    enum nash_status status = NASH_OK;
    for (size_t i = 0; i < n && status == NASH_OK; i++) {
        sqlite3_stmt *s = conn_statement(conn, want_bodies ? S_GET_DOCUMENT : S_GET_DOCUMENT_WITHOUT_BODY, error);
        if (s == NULL) {
            status = error->status;
            break;
        }
        bind_id(s, 1, &ids[i]);
        int code = sqlite3_step(s);
        if (code == SQLITE_ROW)
            status = document_read(s, &rows[i], error);
        else if (code != SQLITE_DONE)
            status = conn_fail(conn, code, "reading a document", error);
        found[i] = code == SQLITE_ROW;
        sqlite3_reset(s);
    }
    reader_give(db, conn);
    for (size_t i = 0; i < n && status != NASH_OK; i++) {
        store_document_release(&rows[i]);
        found[i] = false;
    }
    return status;
}

enum nash_status sqlite_documents_list(void *pointer, const struct store_document_filter *filter,
                                       struct nash_arena *arena, struct store_document **rows, size_t *count,
                                       struct nash_error *error)
{
    struct sqlite *db = pointer;
    int code = SQLITE_DONE;
    size_t n = 0;
    *count = 0;
    *rows = NASH_NEW(arena, struct store_document, filter->limit);
    if (*rows == NULL)
        return nash_fail(error, NASH_NOMEM, NULL, "no memory for a list of %u documents", filter->limit);
    struct conn *conn = reader_take(db);
    sqlite3_stmt *s = conn_statement(conn, filter->owner != NULL ? S_LIST_DOCUMENTS_OF_OWNER : S_LIST_DOCUMENTS, error);
    enum nash_status status = s != NULL ? NASH_OK : error->status;
    if (s != NULL) {
        bind_text(s, 1, filter->type);
        if (filter->owner != NULL)
            bind_text(s, 2, filter->owner);
        if (filter->kind != NULL)
            bind_text(s, 3, filter->kind);
        sqlite3_bind_int64(s, 4, filter->before != 0 ? filter->before : INT64_MAX);
        sqlite3_bind_int64(s, 5, filter->limit);
        while (status == NASH_OK && n < filter->limit && (code = sqlite3_step(s)) == SQLITE_ROW) {
            status = document_read(s, &(*rows)[n], error);
            n += status == NASH_OK;
        }
        if (status == NASH_OK && code != SQLITE_DONE && code != SQLITE_ROW)
            status = conn_fail(conn, code, "listing documents", error);
        sqlite3_reset(s);
    }
    reader_give(db, conn);
    for (size_t i = 0; status != NASH_OK && i < n; i++)
        store_document_release(&(*rows)[i]);
    *count = status == NASH_OK ? n : 0;
    return status;
}

/* Binds the filter to a statement that fits it. */
static sqlite3_stmt *task_statement(struct sqlite *db, struct conn *conn, const struct store_task_filter *filter,
                                    struct nash_error *error)
{
    enum statement which = filter->of_node      ? S_TASKS_OF_NODE
                           : filter->id != NULL ? S_GET_TASK
                           : filter->back > 0   ? S_TASK_BACK
                                                : S_TASKS_OF_DOCUMENT;
    sqlite3_stmt *s = conn_statement(conn, which, error);
    if (s == NULL)
        return NULL;
    const struct job_id *id = filter->id != NULL ? filter->id : filter->document;
    if (id != NULL)
        bind_id(s, 1, id);
    sqlite3_bind_int(s, 2, filter->waiting);
    if (filter->idempotency != NULL)
        bind_text(s, 3, filter->idempotency);
    sqlite3_bind_int64(s, 4, filter->limit);
    sqlite3_bind_int64(s, 5, filter->after);
    bind_text(s, 6, db->node);
    sqlite3_bind_int64(s, 7, filter->back);
    return s;
}

enum nash_status sqlite_tasks_list(void *pointer, const struct store_task_filter *filter, struct nash_arena *arena,
                                   struct store_task **rows, size_t *count, struct nash_error *error)
{
    struct sqlite *db = pointer;
    int code = SQLITE_DONE;
    size_t n = 0;
    *count = 0;
    *rows = NASH_NEW(arena, struct store_task, filter->limit);
    if (*rows == NULL)
        return nash_fail(error, NASH_NOMEM, NULL, "no memory for a list of %u tasks", filter->limit);
    struct conn *conn = reader_take(db);
    sqlite3_stmt *s = task_statement(db, conn, filter, error);
    enum nash_status status = s != NULL ? NASH_OK : error->status;
    while (s != NULL && status == NASH_OK && n < filter->limit && (code = sqlite3_step(s)) == SQLITE_ROW) {
        status = task_read(s, &(*rows)[n], error);
        n += status == NASH_OK;
    }
    if (s != NULL && status == NASH_OK && code != SQLITE_DONE && code != SQLITE_ROW)
        status = conn_fail(conn, code, "listing tasks", error);
    if (s != NULL)
        sqlite3_reset(s);
    reader_give(db, conn);
    for (size_t i = 0; status != NASH_OK && i < n; i++)
        store_task_release(&(*rows)[i]);
    *count = status == NASH_OK ? n : 0;
    return status;
}
