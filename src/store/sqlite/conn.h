/* Connections to SQLite and their prepared statements. */
#ifndef STORE_SQLITE_CONN_H
#define STORE_SQLITE_CONN_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include <nash/status.h>

/* Every statement, prepared once per connection on first use. Their texts are in conn.c. */
enum statement {
    S_BEGIN,
    S_COMMIT,
    S_ROLLBACK,
    S_INSERT_JOB,
    S_INSERT_TAGS,
    S_INSERT_RUN,
    S_FIND,
    S_FIND_IDEMPOTENT,
    S_FINISH,
    S_DELETE_RUN,
    S_DELETE_RUN_BLOBS,
    S_REOPEN,
    S_TALLY,
    S_SPAN,
    S_HEARTBEAT,
    S_DELETE_JOB,
    S_PUT_BLOB,
    S_NEXT_BODY,
    S_PUT_PART,
    S_GET_PART,
    S_DELETE_PARTS,
    S_ADD_ORPHAN,
    S_FIND_ORPHAN,
    S_DELETE_ORPHAN,
    S_NEXT_ORPHAN,
    S_LEAVE_ORPHANS,
    S_CLAIMABLE,
    S_CLAIM,
    S_RELEASE_NODE,
    S_RENEW,
    S_EXPIRE,
    S_DELETE_FINISHED,
    S_USED_BYTES,
    S_FREE_PAGES,
    S_VACUUM,
    S_GET,
    S_GET_BY_SEQUENCE,
    S_CHECK_NEXT,
    S_SET_CHECKS,
    S_LOOKUP,
    S_KEYS,
    S_IDEMPOTENT,
    S_BLOB,
    S_BLOB_ROW,
    S_BLOB_SIZES,
    S_COUNT,
    S_INSERT_WEBHOOK,
    S_FINISH_WEBHOOK,
    S_CHANGE_WEBHOOK,
    S_WEBHOOKS_DUE,
    S_CLAIM_WEBHOOK,
    S_INSERT_DOCUMENT,
    S_FIND_DOCUMENT,
    S_COUNT_OF_OWNER,
    S_CHANGE_DOCUMENT,
    S_PUT_BODY,
    S_DELETE_DOCUMENT,
    S_DELETE_OLD_DOCUMENTS,
    S_INSERT_TASK,
    S_CHANGE_TASK,
    S_DELETE_OLD_TASKS,
    S_GET_DOCUMENT,
    S_GET_DOCUMENT_WITHOUT_BODY,
    S_LIST_DOCUMENTS,
    S_LIST_DOCUMENTS_OF_OWNER,
    S_TASKS_OF_DOCUMENT,
    S_TASKS_OF_NODE,
    S_TASK_BACK,
    S_GET_TASK,
    S_COUNT_DOCUMENTS,
    STATEMENTS
};

struct conn {
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
    sqlite3_stmt *list; /* statement of the last list query; kept, because the next query is often the same */
    struct conn *next;  /* in the list of idle reading connections */
};

enum { BUSY_MS = 10000 }; /* time to wait for a lock of the database, in ms */

enum nash_status conn_open(struct conn *conn, const char *path, bool writing, struct nash_error *error);
void conn_close(struct conn *conn);
/* Runs several statements without parameters or rows. */
enum nash_status conn_run(struct conn *conn, const char *sql, struct nash_error *error);
/* Returns a statement, reset and without bindings, or NULL with *error if it cannot be prepared. */
sqlite3_stmt *conn_statement(struct conn *conn, enum statement which, struct nash_error *error);
/* Steps a statement without rows and resets it. Returns SQLite's extended code, SQLITE_DONE on success. */
int conn_step(sqlite3_stmt *statement);
/* Runs a statement without parameters to its end and ignores its rows. */
enum nash_status conn_do(struct conn *conn, enum statement which, struct nash_error *error);
/* Reads the number that a statement without parameters returns. */
enum nash_status conn_number(struct conn *conn, enum statement which, int64_t *number, struct nash_error *error);
/* Maps a code of SQLite to a status of the store and sets *error. `doing` completes "the database failed ...". */
enum nash_status conn_fail(struct conn *conn, int code, const char *doing, struct nash_error *error);

#endif
