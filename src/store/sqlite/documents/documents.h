/* Documents and tasks in SQLite. */
#ifndef STORE_SQLITE_DOCUMENTS_H
#define STORE_SQLITE_DOCUMENTS_H

#include <store/documents.h>

struct sqlite;

/* The columns of every SELECT of a document; `body` is an SQL expression, "NULL" to leave the body out. length() of a
 * column does not read its value. */
#define SQLITE_DOCUMENT_COLUMNS(body)                                                                                  \
    "SELECT d.sequence, d.id, d.type, d.owner, d.kind, d.name, d.version, d.created_ms, d.updated_ms, "                \
    "(SELECT count(*) FROM task t WHERE t.document = d.sequence AND t.state = 0), coalesce(length(b.bytes), 0), "      \
    "d.meta, " body " FROM document d LEFT JOIN document_body b ON b.document = d.sequence "
#define SQLITE_TASK_COLUMNS(request)                                                                                   \
    "SELECT t.sequence, t.id, d.id, t.verb, t.state, t.job, t.base, t.created_ms, t.finished_ms, t.idempotency, "      \
    "t.fingerprint, t.error, " request " FROM task t JOIN document d ON d.sequence = t.document "

/* documents_write.c: apply one operation within a transaction. */
enum nash_status sqlite_apply_document(struct sqlite *db, struct store_op *op, struct nash_error *error);
enum nash_status sqlite_apply_task(struct sqlite *db, struct store_op *op, struct nash_error *error);

/* documents_read.c: the calls of the engine. */
enum nash_status sqlite_documents_get(void *db, const struct job_id ids[], size_t n, bool want_bodies,
                                      struct store_document rows[], bool found[], struct nash_error *error);
enum nash_status sqlite_documents_list(void *db, const struct store_document_filter *filter, struct nash_arena *arena,
                                       struct store_document **rows, size_t *count, struct nash_error *error);
enum nash_status sqlite_tasks_list(void *db, const struct store_task_filter *filter, struct nash_arena *arena,
                                   struct store_task **rows, size_t *count, struct nash_error *error);

#endif
