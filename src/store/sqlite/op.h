/* What all write operations share: their outcomes, and binding their values. */
#ifndef STORE_SQLITE_OP_H
#define STORE_SQLITE_OP_H

#include <store/operation.h>

#include "conn.h"

/* Sets the outcome of one operation. Returns NASH_OK, because the transaction continues: only a failure of the whole
 * transaction is returned as a status. */
static inline enum nash_status op_settle(struct store_op *op, enum nash_status status)
{
    op->status = status;
    return NASH_OK;
}

/* Maps the code of a step: a violated constraint or a value that is too large is the outcome of the operation. */
static inline enum nash_status op_step_status(struct conn *conn, struct store_op *op, int code,
                                              struct nash_error *error)
{
    if (code == SQLITE_DONE)
        return op_settle(op, NASH_OK);
    if ((code & 0xff) == SQLITE_CONSTRAINT)
        return op_settle(op, code == SQLITE_CONSTRAINT_UNIQUE ? NASH_CONFLICT : NASH_INVALID);
    if ((code & 0xff) == SQLITE_TOOBIG)
        return op_settle(op, NASH_TOO_LARGE);
    return conn_fail(conn, code, "writing", error);
}

/* Bind values that live until the statement is reset; bytes NULL: SQL NULL. */
static inline void bind_bytes(sqlite3_stmt *statement, int index, const struct bytes *bytes)
{
    if (bytes != NULL)
        sqlite3_bind_blob64(statement, index, bytes->data, bytes->len, SQLITE_STATIC);
}

static inline void bind_text(sqlite3_stmt *statement, int index, const char *text)
{
    sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);
}

static inline void bind_id(sqlite3_stmt *statement, int index, const struct job_id *id)
{
    sqlite3_bind_blob(statement, index, id->byte, sizeof id->byte, SQLITE_STATIC);
}

#endif
