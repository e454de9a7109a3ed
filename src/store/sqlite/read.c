/* The reading calls of the engine. Each holds a reading connection until it returns. */
#include <stdlib.h>
#include <string.h>

#include "sqlite.h"

/* Steps to the row, if there is one, and reads it. */
static enum nash_status read_one(struct conn *conn, sqlite3_stmt *s, enum store_body bodies, struct store_job *row,
                                 bool *found, struct nash_error *error)
{
    int code = sqlite3_step(s);
    *found = code == SQLITE_ROW;
    enum nash_status status = NASH_OK;
    if (*found)
        status = sqlite_row_read(conn, s, bodies, row, NULL, error);
    else if (code != SQLITE_DONE)
        status = conn_fail(conn, code, "reading a job", error);
    sqlite3_reset(s);
    return status;
}

/* Reads the first row whose result is not damaged. */
static enum nash_status read_answer(struct conn *conn, sqlite3_stmt *s, struct store_job *row, bool *found,
                                    struct nash_error *error)
{
    int code;
    enum nash_status status = NASH_OK;
    *found = false;
    while (status == NASH_OK && !*found && (code = sqlite3_step(s)) != SQLITE_DONE) {
        status = code == SQLITE_ROW ? sqlite_row_read(conn, s, STORE_BODIES, row, NULL, error)
                                    : conn_fail(conn, code, "reading an answer", error);
        *found = status == NASH_OK && !row->damaged;
        if (status == NASH_OK && !*found) {
            store_job_release(row);
            *row = (struct store_job){0};
        }
    }
    sqlite3_reset(s);
    return status;
}

static void release_rows(struct store_job rows[], bool found[], size_t n)
{
    for (size_t i = 0; i < n; i++) {
        store_job_release(&rows[i]);
        found[i] = false;
    }
}

/* Reads n jobs. keys holds n blobs of `size` bytes, each the parameter of one search. */
static enum nash_status read_many(struct sqlite *db, enum statement which, enum store_body bodies, const void *keys,
                                  size_t size, size_t n, struct store_job rows[], bool found[],
                                  struct nash_error *error)
{
    memset(rows, 0, n * sizeof *rows);
    memset(found, 0, n * sizeof *found);
    struct conn *conn = reader_take(db);
    enum nash_status status = NASH_OK;
    for (size_t i = 0; i < n && status == NASH_OK; i++) {
        sqlite3_stmt *s = conn_statement(conn, which, error);
        if (s == NULL) {
            status = error->status;
            break;
        }
        sqlite3_bind_blob(s, 1, (const char *)keys + i * size, (int)size, SQLITE_STATIC);
        if (which == S_GET)
            sqlite3_bind_int(s, 2, (int)bodies);
        status = which == S_LOOKUP ? read_answer(conn, s, &rows[i], &found[i], error)
                                   : read_one(conn, s, bodies, &rows[i], &found[i], error);
    }
    reader_give(db, conn);
    if (status != NASH_OK)
        release_rows(rows, found, n);
    return status;
}

enum nash_status sqlite_get(void *db, const struct job_id ids[], size_t n, enum store_body bodies,
                            struct store_job rows[], bool found[], struct nash_error *error)
{
    return read_many(db, S_GET, bodies, ids, sizeof *ids, n, rows, found, error);
}

bool sqlite_may_answer(void *pointer, const struct nash_hash *key)
{
    return bloom_filter_may_have(((struct sqlite *)pointer)->bloom_filter, key);
}

/* Searches the database only if the Bloom filter may have one of the keys. All keys are then searched, since n is
 * usually 1. */
enum nash_status sqlite_lookup(void *pointer, const struct nash_hash keys[], size_t n, struct store_job rows[],
                               bool found[], struct nash_error *error)
{
    struct sqlite *db = pointer;
    bool any = false;
    for (size_t i = 0; i < n && !any; i++)
        any = bloom_filter_may_have(db->bloom_filter, &keys[i]);
    if (any)
        return read_many(db, S_LOOKUP, STORE_BODIES, keys, sizeof *keys, n, rows, found, error);
    memset(rows, 0, n * sizeof *rows);
    memset(found, 0, n * sizeof *found);
    return NASH_OK;
}

enum nash_status sqlite_idempotent(void *pointer, const char *owner, const char *key, struct store_job *row,
                                   bool *found, struct nash_error *error)
{
    struct sqlite *db = pointer;
    *row = (struct store_job){0};
    *found = false;
    struct conn *conn = reader_take(db);
    sqlite3_stmt *s = conn_statement(conn, S_IDEMPOTENT, error);
    enum nash_status status = s != NULL ? NASH_OK : error->status;
    if (s != NULL) {
        sqlite3_bind_text(s, 1, owner, -1, SQLITE_STATIC);
        sqlite3_bind_text(s, 2, key, -1, SQLITE_STATIC);
        status = read_one(conn, s, STORE_NO_BODIES, row, found, error);
    }
    reader_give(db, conn);
    return status;
}

/* ---- blobs and counts ---- */

enum nash_status sqlite_blob(void *pointer, const struct job_id *id, const char *name, struct bytes **blob,
                             struct nash_error *error)
{
    struct sqlite *db = pointer;
    *blob = NULL;
    struct conn *conn = reader_take(db);
    sqlite3_stmt *s = conn_statement(conn, S_BLOB, error);
    enum nash_status status = s != NULL ? NASH_OK : error->status;
    if (s != NULL) {
        sqlite3_bind_blob(s, 1, id->byte, sizeof id->byte, SQLITE_STATIC);
        sqlite3_bind_text(s, 2, name, -1, SQLITE_STATIC);
        int code = sqlite3_step(s);
        if (code == SQLITE_ROW) {
            if (!sqlite_bytes_read(s, 0, blob))
                status = nash_fail(error, NASH_NOMEM, NULL, "no memory for a blob");
        } else if (code != SQLITE_DONE) {
            status = conn_fail(conn, code, "reading a blob", error);
        }
        sqlite3_reset(s);
    }
    reader_give(db, conn);
    return status;
}

/* Passes a blob on. The row has been selected and its statement is not reset, so that all parts are of one state of the
 * database. */
static enum nash_status read_blob_row(struct conn *conn, sqlite3_int64 row, store_take *take, void *context,
                                      struct nash_error *error)
{
    enum { PART = 64 << 10 };
    sqlite3_blob *blob = NULL;
    enum nash_status status = NASH_OK;
    char *part = malloc(PART);
    if (part == NULL)
        return nash_fail(error, NASH_NOMEM, NULL, "no memory for a part of a blob");
    int code = sqlite3_blob_open(conn->db, "main", "blob", "bytes", row, 0, &blob);
    int len = code == SQLITE_OK ? sqlite3_blob_bytes(blob) : 0;
    for (int at = 0; at < len && code == SQLITE_OK && status == NASH_OK; at += PART) {
        int count = len - at < PART ? len - at : PART;
        code = sqlite3_blob_read(blob, part, count, at);
        if (code == SQLITE_OK)
            status = take(context, part, (size_t)count, error);
    }
    if (code != SQLITE_OK)
        status = conn_fail(conn, code, "reading a blob", error);
    sqlite3_blob_close(blob);
    free(part);
    return status;
}

enum nash_status sqlite_read_blob(void *pointer, const struct job_id *id, const char *name, store_take *take,
                                  void *context, struct nash_error *error)
{
    struct sqlite *db = pointer;
    struct conn *conn = reader_take(db);
    sqlite3_stmt *s = conn_statement(conn, S_BLOB_ROW, error);
    enum nash_status status = s != NULL ? NASH_OK : error->status;
    if (s != NULL) {
        sqlite3_bind_blob(s, 1, id->byte, sizeof id->byte, SQLITE_STATIC);
        sqlite3_bind_text(s, 2, name, -1, SQLITE_STATIC);
        int code = sqlite3_step(s);
        if (code == SQLITE_ROW)
            status = read_blob_row(conn, sqlite3_column_int64(s, 0), take, context, error);
        else if (code == SQLITE_DONE)
            status = nash_fail(error, NASH_NOT_FOUND, NULL, "there is no such blob");
        else
            status = conn_fail(conn, code, "reading a blob", error);
        sqlite3_reset(s);
    }
    reader_give(db, conn);
    return status;
}

/* Reads the rows of a list of blobs. An array that is full is copied to one twice as long. */
static enum nash_status read_blob_sizes(struct conn *conn, sqlite3_stmt *s, struct nash_arena *arena,
                                        struct store_blob_size **blobs, size_t *count, struct nash_error *error)
{
    size_t room = 0;
    int code;
    while ((code = sqlite3_step(s)) == SQLITE_ROW) {
        if (*count == room) {
            struct store_blob_size *more = NASH_NEW(arena, struct store_blob_size, room = room > 0 ? 2 * room : 8);
            if (more == NULL)
                return nash_fail(error, NASH_NOMEM, NULL, "no memory for a list of blobs");
            if (*count > 0)
                memcpy(more, *blobs, *count * sizeof *more);
            *blobs = more;
        }
        struct store_blob_size *blob = &(*blobs)[(*count)++];
        blob->name =
            nash_arena_strndup(arena, (const char *)sqlite3_column_text(s, 0), (size_t)sqlite3_column_bytes(s, 0));
        blob->bytes = (uint64_t)sqlite3_column_int64(s, 1);
        if (blob->name == NULL)
            return nash_fail(error, NASH_NOMEM, NULL, "no memory for a list of blobs");
    }
    return code == SQLITE_DONE ? NASH_OK : conn_fail(conn, code, "listing blobs", error);
}

enum nash_status sqlite_blob_sizes(void *pointer, const struct job_id *id, struct nash_arena *arena,
                                   struct store_blob_size **blobs, size_t *count, struct nash_error *error)
{
    struct sqlite *db = pointer;
    *blobs = NULL;
    *count = 0;
    struct conn *conn = reader_take(db);
    sqlite3_stmt *s = conn_statement(conn, S_BLOB_SIZES, error);
    enum nash_status status = s != NULL ? NASH_OK : error->status;
    if (s != NULL) {
        sqlite3_bind_blob(s, 1, id->byte, sizeof id->byte, SQLITE_STATIC);
        status = read_blob_sizes(conn, s, arena, blobs, count, error);
        sqlite3_reset(s);
    }
    reader_give(db, conn);
    if (status != NASH_OK)
        *count = 0;
    return status;
}

static enum nash_status count_states(struct conn *conn, uint64_t jobs[5], struct nash_error *error)
{
    sqlite3_stmt *s = conn_statement(conn, S_COUNT, error);
    int code = SQLITE_DONE;
    if (s == NULL)
        return error->status;
    while ((code = sqlite3_step(s)) == SQLITE_ROW)
        jobs[sqlite3_column_int(s, 0)] = (uint64_t)sqlite3_column_int64(s, 1); /* 0..4 by a constraint of the table */
    sqlite3_reset(s);
    return code == SQLITE_DONE ? NASH_OK : conn_fail(conn, code, "counting", error);
}

enum nash_status sqlite_stats(void *pointer, struct store_stats *stats, struct nash_error *error)
{
    struct sqlite *db = pointer;
    int64_t bytes = 0, documents = 0;
    struct conn *conn = reader_take(db);
    enum nash_status status = count_states(conn, stats->jobs, error);
    if (status == NASH_OK)
        status = conn_number(conn, S_USED_BYTES, &bytes, error);
    if (status == NASH_OK)
        status = conn_number(conn, S_COUNT_DOCUMENTS, &documents, error);
    reader_give(db, conn);
    stats->bytes = (uint64_t)bytes;
    stats->documents = (uint64_t)documents;
    return status;
}
