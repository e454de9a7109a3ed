/* Bodies: the problem and the result of a job. A small one is a value of its row; a larger one has a number and is
 * stored in parts, in the table part. */
#ifndef STORE_SQLITE_BODY_H
#define STORE_SQLITE_BODY_H

#include <sqlite3.h>

#include <store/operation.h>

struct conn;
struct sqlite;

enum {
    PROBLEM_INLINE = 4096,  /* longest problem that is a value of its row */
    RESULT_INLINE = 65536,  /* longest result */
    PARTS_OF_BODY = 4096,   /* ids of parts that a body has: part n of body b has the id b * PARTS_OF_BODY + n */
    ORPHAN_MS = 60 * 60000, /* a body that has been in writing for longer is removed: its node has crashed */
};

/* How a body is stored beside its row. */
struct body_plan {
    int64_t number;              /* 0: it is a value of the row */
    int64_t length;              /* bytes; -1: there is no body */
    const struct bytes *in_row;  /* the value of the row, or NULL */
    const struct bytes *in_part; /* the bytes of the parts, still to be written; NULL: they are written */
};

/* Plans how to store a body: `bytes`, or the `loaded` one, which has `length` bytes in parts. `ahead` is the number of
 * plans of this row that still have to write a part. */
enum nash_status body_plan(struct conn *conn, const struct bytes *bytes, int64_t loaded, uint64_t length,
                           size_t inline_max, unsigned ahead, struct body_plan *plan, struct nash_error *error);
/* Writes the parts of a body, or takes a loaded body from the orphans. Follows the write of its row. */
enum nash_status body_attach(struct conn *conn, const struct body_plan *plan, struct nash_error *error);

/* Apply STORE_PART and STORE_DROP within a transaction. */
enum nash_status body_put_part(struct sqlite *db, struct store_op *op, struct nash_error *error);
enum nash_status body_drop(struct sqlite *db, struct store_op *op, struct nash_error *error);
/* Leaves a body to the next sweep. */
enum nash_status body_discard(struct conn *conn, int64_t number, struct nash_error *error);
/* Leaves the bodies that this node was writing at its last exit to the sweep. */
enum nash_status bodies_leave(struct sqlite *db, struct nash_error *error);
/* Removes bodies that no job has, in small transactions. Adds their number to *removed. */
enum nash_status bodies_remove(struct sqlite *db, uint64_t *removed, struct nash_error *error);

/* Reads part n of a body into *bytes, with a reference for the caller. NULL if it is absent or damaged. */
enum nash_status body_read_part(struct conn *conn, int64_t number, int64_t n, struct bytes **bytes,
                                struct nash_error *error);
/* Reads all parts of a body. *damaged: one is absent, has another length or does not match its checksum. */
enum nash_status body_is_damaged(struct conn *conn, int64_t number, uint64_t length, bool *damaged,
                                 struct nash_error *error);
/* The call of the engine. */
enum nash_status sqlite_read_body(void *db, const struct job_id *id, enum store_body which, uint64_t from, void *out,
                                  size_t room, size_t *got, struct nash_error *error);

/* ---- checksum.c ---- */

/* Return checksums: 64 bits of a SHA-256. That of a result covers what makes the row an answer (id, key, state, final,
 * verdict) and the result, or the number and the length of its body. */
int64_t checksum_of_part(int64_t id, const void *data, size_t len);
int64_t checksum_of_problem(const struct job_id *id, const struct body_plan *plan);
int64_t checksum_of_result(const struct store_job *row, const struct body_plan *plan);

#endif
