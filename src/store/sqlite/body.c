/* Bodies in parts.
 *
 * A body of up to STORE_MEMORY_BYTES is written with its row, in one transaction. A larger one is written before its
 * row, one part at a time (STORE_PART), so that no transaction is large; until then it is an orphan, which the
 * transaction of its row takes away. A node that starts has no orphans of its own to finish, so it leaves them to the
 * sweep. */
#include "body.h"

#include <string.h>

#include <base/clock.h>

#include "op.h"
#include "sqlite.h"

enum { REMOVED_PARTS = 8 }; /* parts that one transaction removes */

static enum nash_status next_number(struct conn *conn, int64_t *number, struct nash_error *error)
{
    return conn_number(conn, S_NEXT_BODY, number, error);
}

enum nash_status body_plan(struct conn *conn, const struct bytes *bytes, int64_t loaded, uint64_t length,
                           size_t inline_max, unsigned ahead, struct body_plan *plan, struct nash_error *error)
{
    *plan = (struct body_plan){.length = -1};
    if (loaded != 0) {
        plan->number = loaded;
        plan->length = (int64_t)length;
        return NASH_OK;
    }
    if (bytes == NULL)
        return NASH_OK;
    plan->length = (int64_t)bytes->len;
    if (bytes->len <= inline_max) {
        plan->in_row = bytes;
        return NASH_OK;
    }
    plan->in_part = bytes;
    enum nash_status status = next_number(conn, &plan->number, error);
    plan->number += ahead;
    return status;
}

static enum nash_status insert_part(struct conn *conn, int64_t id, const char *data, size_t len,
                                    struct nash_error *error)
{
    sqlite3_stmt *s = conn_statement(conn, S_PUT_PART, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, id);
    sqlite3_bind_int64(s, 2, checksum_of_part(id, data, len));
    sqlite3_bind_blob64(s, 3, data, len, SQLITE_STATIC);
    int code = conn_step(s);
    return code == SQLITE_DONE ? NASH_OK : conn_fail(conn, code, "writing a body", error);
}

/* Writes bytes as parts, the first of which has this id. */
static enum nash_status insert_parts(struct conn *conn, int64_t id, const struct bytes *bytes, struct nash_error *error)
{
    enum nash_status status = NASH_OK;
    for (size_t done = 0; status == NASH_OK && done < bytes->len; done += STORE_PART_BYTES, id++) {
        size_t left = bytes->len - done, len = left < STORE_PART_BYTES ? left : STORE_PART_BYTES;
        status = insert_part(conn, id, bytes->data + done, len, error);
    }
    return status;
}

/* Runs a statement about one body. */
static enum nash_status run_for_body(struct conn *conn, enum statement which, int64_t number, const char *node,
                                     int64_t since_ms, struct nash_error *error)
{
    sqlite3_stmt *s = conn_statement(conn, which, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, number);
    if (node != NULL) {
        bind_text(s, 2, node);
        sqlite3_bind_int64(s, 3, since_ms);
    }
    int code = conn_step(s);
    return code == SQLITE_DONE ? NASH_OK : conn_fail(conn, code, "writing a body", error);
}

enum nash_status body_attach(struct conn *conn, const struct body_plan *plan, struct nash_error *error)
{
    if (plan->in_part != NULL)
        return insert_parts(conn, plan->number * PARTS_OF_BODY, plan->in_part, error);
    if (plan->number == 0)
        return NASH_OK;
    enum nash_status status = run_for_body(conn, S_DELETE_ORPHAN, plan->number, NULL, 0, error);
    if (status == NASH_OK && sqlite3_changes(conn->db) == 0)
        status = nash_fail(error, NASH_INTERNAL, NULL, "the database no longer has the parts of a body");
    return status;
}

enum nash_status body_discard(struct conn *conn, int64_t number, struct nash_error *error)
{
    return run_for_body(conn, S_ADD_ORPHAN, number, "", 0, error);
}

/* Returns whether this node is writing the body. */
static enum nash_status is_own_orphan(struct sqlite *db, int64_t number, bool *own, struct nash_error *error)
{
    sqlite3_stmt *s = conn_statement(&db->writer, S_FIND_ORPHAN, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, number);
    bind_text(s, 2, db->node);
    int code = sqlite3_step(s);
    *own = code == SQLITE_ROW;
    sqlite3_reset(s);
    return code == SQLITE_ROW || code == SQLITE_DONE ? NASH_OK
                                                     : conn_fail(&db->writer, code, "looking for a body", error);
}

enum nash_status body_put_part(struct sqlite *db, struct store_op *op, struct nash_error *error)
{
    bool own = true;
    int64_t number = op->body;
    if (op->part + op->blob->len / STORE_PART_BYTES >= PARTS_OF_BODY)
        return op_settle(op, NASH_TOO_LARGE);
    enum nash_status status = NASH_OK;
    if (number == 0) {
        status = next_number(&db->writer, &number, error);
        if (status == NASH_OK)
            status = run_for_body(&db->writer, S_ADD_ORPHAN, number, db->node, clock_wall_ms(), error);
    } else {
        status = is_own_orphan(db, number, &own, error);
    }
    if (status == NASH_OK && !own)
        return op_settle(op, NASH_NOT_FOUND);
    if (status == NASH_OK)
        status = insert_parts(&db->writer, number * PARTS_OF_BODY + op->part, op->blob, error);
    op->body = number; /* the writer restores it if the transaction fails */
    return status == NASH_OK ? op_settle(op, NASH_OK) : status;
}

enum nash_status body_drop(struct sqlite *db, struct store_op *op, struct nash_error *error)
{
    enum nash_status status = body_discard(&db->writer, op->body, error);
    return status == NASH_OK ? op_settle(op, NASH_OK) : status;
}

/* ---- removal ---- */

/* Removes the last parts of an orphan, and the orphan when it has none left. Within a transaction. */
static enum nash_status remove_parts(struct sqlite *db, int64_t number, struct nash_error *error)
{
    sqlite3_stmt *s = conn_statement(&db->writer, S_DELETE_PARTS, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, number * PARTS_OF_BODY);
    sqlite3_bind_int(s, 2, REMOVED_PARTS);
    int code = conn_step(s);
    if (code != SQLITE_DONE)
        return conn_fail(&db->writer, code, "removing a body", error);
    return sqlite3_changes(db->writer.db) == REMOVED_PARTS
               ? NASH_OK
               : run_for_body(&db->writer, S_DELETE_ORPHAN, number, NULL, 0, error);
}

/* Finds a body to remove. *number: 0 if there is none. */
static enum nash_status next_orphan(struct sqlite *db, int64_t *number, struct nash_error *error)
{
    sqlite3_stmt *s = conn_statement(&db->writer, S_NEXT_ORPHAN, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, clock_wall_ms() - ORPHAN_MS);
    int code = sqlite3_step(s);
    *number = code == SQLITE_ROW ? sqlite3_column_int64(s, 0) : 0;
    sqlite3_reset(s);
    return code == SQLITE_ROW || code == SQLITE_DONE ? NASH_OK
                                                     : conn_fail(&db->writer, code, "looking for a body", error);
}

enum nash_status bodies_leave(struct sqlite *db, struct nash_error *error)
{
    sqlite3_stmt *s = conn_statement(&db->writer, S_LEAVE_ORPHANS, error);
    if (s == NULL)
        return error->status;
    bind_text(s, 1, db->node);
    int code = conn_step(s);
    return code == SQLITE_DONE ? NASH_OK : conn_fail(&db->writer, code, "looking for bodies", error);
}

enum nash_status bodies_remove(struct sqlite *db, uint64_t *removed, struct nash_error *error)
{
    int64_t number = 1;
    enum nash_status status = NASH_OK;
    while (status == NASH_OK && number != 0) {
        writer_take(db);
        status = conn_do(&db->writer, S_BEGIN, error);
        if (status == NASH_OK)
            status = next_orphan(db, &number, error);
        if (status == NASH_OK && number != 0)
            status = remove_parts(db, number, error);
        status = transaction_end(db, status, error);
        writer_give(db);
        *removed += status == NASH_OK && number != 0;
    }
    return status;
}

/* ---- reading ---- */

enum nash_status body_read_part(struct conn *conn, int64_t number, int64_t n, struct bytes **bytes,
                                struct nash_error *error)
{
    int64_t id = number * PARTS_OF_BODY + n;
    *bytes = NULL;
    sqlite3_stmt *s = conn_statement(conn, S_GET_PART, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, id);
    int code = sqlite3_step(s);
    enum nash_status status =
        code == SQLITE_ROW || code == SQLITE_DONE ? NASH_OK : conn_fail(conn, code, "reading a body", error);
    if (code == SQLITE_ROW && !sqlite_bytes_read(s, 1, bytes))
        status = nash_fail(error, NASH_NOMEM, NULL, "no memory for a body");
    bool checked = code == SQLITE_ROW && sqlite3_column_type(s, 0) != SQLITE_NULL;
    if (*bytes != NULL && checked &&
        checksum_of_part(id, (*bytes)->data, (*bytes)->len) != sqlite3_column_int64(s, 0)) {
        bytes_unref(*bytes);
        *bytes = NULL;
    }
    sqlite3_reset(s);
    return status;
}

enum nash_status body_is_damaged(struct conn *conn, int64_t number, uint64_t length, bool *damaged,
                                 struct nash_error *error)
{
    enum nash_status status = NASH_OK;
    *damaged = false;
    for (uint64_t done = 0; status == NASH_OK && done < length && !*damaged; done += STORE_PART_BYTES) {
        struct bytes *part;
        uint64_t rest = length - done, len = rest < STORE_PART_BYTES ? rest : STORE_PART_BYTES;
        status = body_read_part(conn, number, (int64_t)(done / STORE_PART_BYTES), &part, error);
        *damaged = status == NASH_OK && (part == NULL || part->len != len);
        bytes_unref(part);
    }
    return status;
}

/* Reads a piece of a body in parts. The checksum of a part is compared when its first byte is read. */
static enum nash_status read_piece(struct conn *conn, int64_t number, uint64_t from, void *out, size_t room,
                                   size_t *got, struct nash_error *error)
{
    size_t at = from % STORE_PART_BYTES, len = room < STORE_PART_BYTES - at ? room : STORE_PART_BYTES - at;
    int64_t n = (int64_t)(from / STORE_PART_BYTES);
    if (at == 0) {
        struct bytes *part;
        enum nash_status status = body_read_part(conn, number, n, &part, error);
        if (status == NASH_OK && (part == NULL || part->len < len))
            status = nash_fail(error, NASH_INTERNAL, NULL, "a stored body is damaged");
        if (status == NASH_OK)
            memcpy(out, part->data, *got = len);
        bytes_unref(part);
        return status;
    }
    sqlite3_blob *blob = NULL;
    int code = sqlite3_blob_open(conn->db, "main", "part", "bytes", number * PARTS_OF_BODY + n, 0, &blob);
    if (code == SQLITE_OK)
        code = sqlite3_blob_read(blob, out, (int)len, (int)at);
    sqlite3_blob_close(blob);
    *got = code == SQLITE_OK ? len : 0;
    return code == SQLITE_OK ? NASH_OK : conn_fail(conn, code, "reading a body", error);
}

static enum nash_status read_found(struct conn *conn, const struct store_job *row, const struct row_bodies *stored,
                                   enum store_body which, uint64_t from, void *out, size_t room, size_t *got,
                                   struct nash_error *error)
{
    const struct bytes *here = which == STORE_PROBLEM ? row->problem : row->result;
    uint64_t len = which == STORE_PROBLEM ? row->problem_bytes : row->result_bytes;
    int64_t number = which == STORE_PROBLEM ? stored->problem : stored->result;
    if (which == STORE_RESULT && row->damaged)
        return nash_fail(error, NASH_INTERNAL, NULL, "a stored result is damaged");
    if (from >= len)
        return NASH_OK;
    room = room < len - from ? room : (size_t)(len - from);
    if (number != 0 && len > STORE_MEMORY_BYTES)
        return read_piece(conn, number, from, out, room, got, error);
    if (here == NULL)
        return nash_fail(error, NASH_INTERNAL, NULL, "a stored body is damaged");
    memcpy(out, here->data + from, *got = room);
    return NASH_OK;
}

enum nash_status sqlite_read_body(void *pointer, const struct job_id *id, enum store_body which, uint64_t from,
                                  void *out, size_t room, size_t *got, struct nash_error *error)
{
    struct sqlite *db = pointer;
    struct store_job row = {0};
    struct row_bodies stored = {0};
    *got = 0;
    struct conn *conn = reader_take(db);
    sqlite3_stmt *s = conn_statement(conn, S_GET, error);
    enum nash_status status = s != NULL ? NASH_OK : error->status;
    if (s != NULL) {
        bind_id(s, 1, id);
        sqlite3_bind_int(s, 2, (int)which);
        int code = sqlite3_step(s);
        if (code == SQLITE_ROW)
            status = sqlite_row_read(conn, s, which, &row, &stored, error);
        else
            status = code == SQLITE_DONE ? nash_fail(error, NASH_NOT_FOUND, NULL, "the job does not exist")
                                         : conn_fail(conn, code, "reading a body", error);
        bool absent = status == NASH_OK && !(which == STORE_PROBLEM ? stored.has_problem : stored.has_result);
        if (absent)
            status = nash_fail(error, NASH_NOT_FOUND, NULL, "the job has no such body");
        sqlite3_reset(s);
    }
    if (status == NASH_OK)
        status = read_found(conn, &row, &stored, which, from, out, room, got, error);
    reader_give(db, conn);
    store_job_release(&row);
    return status;
}
