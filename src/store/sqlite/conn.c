/* Connections: opening, statements, errors. */
#include <base/clock.h>
#include <store/sqlite/documents/documents.h>

#include "sqlite.h"

/* SELECT of a job with its bodies, and without problem and result. */
#define WHOLE   SQLITE_ROW_COLUMNS("j.problem", "j.result") SQLITE_ROW_FROM
#define OUTSIDE SQLITE_ROW_COLUMNS("NULL", "NULL") SQLITE_ROW_FROM
/* ?2 is enum store_body. SQLite reads a column only when its branch of the CASE is taken. */
#define CHOSEN                                                                                                         \
    SQLITE_ROW_COLUMNS("CASE WHEN ?2 & 1 THEN j.problem END", "CASE WHEN ?2 & 2 THEN j.result END") SQLITE_ROW_FROM

static const char *const texts[STATEMENTS] = {
    [S_BEGIN] = "BEGIN IMMEDIATE",
    [S_COMMIT] = "COMMIT",
    [S_ROLLBACK] = "ROLLBACK",
    [S_INSERT_JOB] =
        "INSERT INTO job (id, key, kind, owner, state, final, verdict, format, priority, timeout_ms, seed, created_ms, "
        "started_ms, finished_ms, last_event, attempts, idempotency, fingerprint, tags, problem_bytes, problem_body, "
        "problem_check, result_bytes, result_body, result_check, progress, error, result, problem) VALUES (?1,?2,?3,"
        "?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,?19,?20,?21,?22,?23,?24,?25,?26,?27,?28,?29)",
    [S_INSERT_TAGS] = "INSERT OR IGNORE INTO tag SELECT value, ?1 FROM json_each(?2) WHERE type = 'text'",
    [S_INSERT_RUN] = "INSERT INTO run (job, priority, state, started_ms, attempts, node, lease_until_ms, progress) "
                     "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [S_FIND] = "SELECT sequence, state, key FROM job WHERE id = ?1",
    [S_FIND_IDEMPOTENT] = "SELECT id FROM job WHERE owner = ?1 AND idempotency = ?2",
    [S_FINISH] =
        "UPDATE job SET state = ?2, final = ?3, started_ms = ?4, finished_ms = ?5, last_event = ?6, result = ?7, "
        "error = ?8, verdict = ?10, result_bytes = ?11, result_body = ?12, result_check = ?13, progress = coalesce(?9, "
        "(SELECT progress FROM run WHERE run.job = ?1)), "
        "attempts = coalesce((SELECT attempts FROM run WHERE run.job = ?1), attempts) WHERE sequence = ?1",
    [S_DELETE_RUN] = "DELETE FROM run WHERE job = ?1 RETURNING state",
    [S_DELETE_RUN_BLOBS] = "DELETE FROM blob WHERE job = ?1 AND name >= '.' AND name < '/'", /* is_blob_of_run() */
    [S_REOPEN] = "UPDATE job SET state = 0, final = 0, verdict = 0, finished_ms = 0, error = NULL, result = NULL, "
                 "result_bytes = NULL, result_body = NULL, result_check = NULL WHERE sequence = ?1",
    [S_TALLY] = "UPDATE tally SET jobs = jobs + ?2 WHERE state = ?1",
    [S_SPAN] = "INSERT INTO span VALUES (?1, ?2, ?3) ON CONFLICT (block) DO UPDATE SET "
               "first_ms = min(first_ms, ?2), last_ms = max(last_ms, ?3)",
    [S_HEARTBEAT] = "UPDATE run SET state = 1, started_ms = CASE WHEN ?2 = 0 THEN started_ms ELSE ?2 END, "
                    "progress = coalesce(?3, progress), node = ?4, lease_until_ms = ?5 "
                    "WHERE job = ?1 AND (node IS NULL OR node = ?4)",
    [S_DELETE_JOB] = "DELETE FROM job WHERE sequence = ?1",
    [S_PUT_BLOB] = "INSERT OR REPLACE INTO blob (job, name, bytes) VALUES (?1, ?2, ?3)",
    [S_NEXT_BODY] = "SELECT coalesce(max(id), 0) / 4096 + 1 FROM part",
    [S_PUT_PART] = "INSERT INTO part (id, checksum, bytes) VALUES (?1, ?2, ?3)",
    [S_GET_PART] = "SELECT checksum, bytes FROM part WHERE id = ?1",
    [S_DELETE_PARTS] = "DELETE FROM part WHERE id IN (SELECT id FROM part WHERE id BETWEEN ?1 AND ?1 + 4095 "
                       "ORDER BY id DESC LIMIT ?2)",
    [S_ADD_ORPHAN] = "INSERT INTO orphan VALUES (?1, ?2, ?3) ON CONFLICT (body) DO UPDATE SET node = ?2, since_ms = ?3",
    [S_FIND_ORPHAN] = "SELECT 1 FROM orphan WHERE body = ?1 AND node = ?2",
    [S_DELETE_ORPHAN] = "DELETE FROM orphan WHERE body = ?1",
    [S_LEAVE_ORPHANS] = "UPDATE orphan SET node = '' WHERE node = ?1",
    [S_NEXT_ORPHAN] = "SELECT body FROM orphan WHERE node = '' OR since_ms < ?1 LIMIT 1",
    [S_CLAIMABLE] = "SELECT job FROM run WHERE node IS NULL ORDER BY priority DESC, job LIMIT ?1",
    [S_CLAIM] = "UPDATE run SET node = ?2, lease_until_ms = ?3, attempts = attempts + 1 WHERE job = ?1",
    [S_RELEASE_NODE] = "UPDATE run SET node = NULL, lease_until_ms = 0, state = 0 WHERE node = ?1",
    [S_RENEW] = "UPDATE run SET lease_until_ms = ?2 WHERE node = ?1 AND lease_until_ms < ?2",
    [S_EXPIRE] = "UPDATE run SET node = NULL, lease_until_ms = 0, state = 0 WHERE node <> ?1 AND lease_until_ms < ?2",
    /* Deletes the oldest jobs that finished by ?1: at most ?2 rows, of about ?3 bytes together. The size of a row is
     * estimated as its bodies and 400 bytes, or 4500 if it has overflow pages, the last of which is not full. */
    [S_DELETE_FINISHED] =
        "DELETE FROM job WHERE sequence IN (SELECT sequence FROM (SELECT sequence, "
        "sum(bytes) OVER (ORDER BY finished_ms, sequence) - bytes AS before FROM (SELECT sequence, finished_ms, "
        "body + blobs + CASE WHEN body > 4000 THEN 4500 ELSE 400 END AS bytes FROM (SELECT sequence, finished_ms, "
        "coalesce(problem_bytes, 0) + coalesce(result_bytes, 0) + coalesce(length(error), 0) + "
        "coalesce(length(progress), 0) AS body, "
        "(SELECT coalesce(sum(length(bytes) + 4200), 0) FROM blob WHERE blob.job = sequence) AS blobs "
        "FROM job WHERE state >= 2 AND finished_ms <= ?1 ORDER BY finished_ms, sequence LIMIT ?2))) "
        "WHERE before < ?3)",
    [S_USED_BYTES] = "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, "
                     "pragma_page_size",
    [S_FREE_PAGES] = "PRAGMA freelist_count",
    [S_VACUUM] = "PRAGMA incremental_vacuum(2048)",
    [S_GET] = CHOSEN "WHERE j.id = ?1",
    [S_GET_BY_SEQUENCE] = WHOLE "WHERE j.sequence = ?1",
    [S_CHECK_NEXT] = WHOLE "WHERE j.sequence > ?1 ORDER BY j.sequence LIMIT 1",
    [S_SET_CHECKS] = "UPDATE job SET problem_check = coalesce(problem_check, ?2), "
                     "result_check = coalesce(result_check, ?3) WHERE sequence = ?1",
    [S_LOOKUP] = WHOLE "WHERE j.key = ?1 AND j.final = 1 AND j.state = 2 ORDER BY j.sequence DESC",
    [S_KEYS] = "SELECT key FROM job WHERE final = 1 AND state = 2 AND key > ?1 ORDER BY key LIMIT 4096",
    [S_IDEMPOTENT] = OUTSIDE "WHERE j.owner = ?1 AND j.idempotency = ?2",
    [S_BLOB] = "SELECT b.bytes FROM blob b JOIN job j ON j.sequence = b.job WHERE j.id = ?1 AND b.name = ?2",
    [S_BLOB_ROW] = "SELECT b.rowid FROM blob b JOIN job j ON j.sequence = b.job WHERE j.id = ?1 AND b.name = ?2",
    [S_BLOB_SIZES] = "SELECT b.name, length(b.bytes) FROM blob b JOIN job j ON j.sequence = b.job WHERE j.id = ?1 "
                     "AND NOT (b.name >= '.' AND b.name < '/') ORDER BY b.name",
    [S_COUNT] = "SELECT state, jobs FROM tally",
    [S_INSERT_WEBHOOK] = "INSERT INTO webhook (job, url, state, attempts, next_ms, status, error) "
                         "VALUES (?1, ?2, ?3, 0, ?4, 0, '')",
    [S_FINISH_WEBHOOK] = "UPDATE webhook SET state = 1, next_ms = ?2 WHERE job = ?1 AND state = 0",
    [S_CHANGE_WEBHOOK] = "UPDATE webhook SET state = ?2, attempts = ?3, next_ms = ?4, status = ?5, error = ?6 "
                         "WHERE job = (SELECT sequence FROM job WHERE id = ?1)",
    [S_WEBHOOKS_DUE] = "SELECT w.job, j.id, w.url, w.attempts FROM webhook w JOIN job j ON j.sequence = w.job "
                       "WHERE w.state = 1 AND w.next_ms <= ?1 ORDER BY w.next_ms LIMIT ?2",
    [S_CLAIM_WEBHOOK] = "UPDATE webhook SET next_ms = ?2 WHERE job = ?1",
    [S_INSERT_DOCUMENT] = "INSERT INTO document (id, type, owner, kind, name, version, created_ms, updated_ms, meta) "
                          "VALUES (?1, ?2, ?3, ?4, ?5, 1, ?6, ?7, ?8)",
    [S_FIND_DOCUMENT] = "SELECT sequence, version FROM document WHERE id = ?1",
    [S_COUNT_OF_OWNER] = "SELECT count(*) FROM document WHERE type = ?1 AND owner = ?2",
    [S_CHANGE_DOCUMENT] = "UPDATE document SET name = ?2, meta = ?3, updated_ms = ?4, version = version + 1 "
                          "WHERE sequence = ?1",
    [S_PUT_BODY] = "INSERT OR REPLACE INTO document_body (document, bytes) VALUES (?1, ?2)",
    [S_DELETE_DOCUMENT] = "DELETE FROM document WHERE sequence = ?1",
    [S_DELETE_OLD_DOCUMENTS] = "DELETE FROM document WHERE sequence IN (SELECT sequence FROM document "
                               "WHERE type = ?1 AND updated_ms <= ?2 LIMIT ?3)",
    [S_INSERT_TASK] = "INSERT INTO task (id, document, verb, node, state, job, created_ms, finished_ms, idempotency, "
                      "fingerprint, error, request, base) "
                      "VALUES (?1, ?2, ?3, ?4, 0, ?5, ?6, 0, ?7, ?8, NULL, ?9, ?10)",
    [S_CHANGE_TASK] = "UPDATE task SET state = ?2, job = coalesce(?3, job), base = ?6, finished_ms = ?4, error = ?5, "
                      "request = CASE WHEN ?2 = 0 THEN request END WHERE id = ?1 AND state = 0 RETURNING document",
    [S_DELETE_OLD_TASKS] = "DELETE FROM task WHERE document = ?1 AND state <> 0 AND sequence <= (SELECT sequence FROM "
                           "task WHERE document = ?1 AND state <> 0 ORDER BY sequence DESC LIMIT 1 OFFSET ?2)",
    [S_GET_DOCUMENT] = SQLITE_DOCUMENT_COLUMNS("b.bytes") "WHERE d.id = ?1",
    [S_GET_DOCUMENT_WITHOUT_BODY] = SQLITE_DOCUMENT_COLUMNS("NULL") "WHERE d.id = ?1",
    [S_LIST_DOCUMENTS] = SQLITE_DOCUMENT_COLUMNS("NULL") "WHERE d.type = ?1 AND d.sequence < ?4 "
                                                         "AND (?3 IS NULL OR d.kind = ?3) "
                                                         "ORDER BY d.sequence DESC LIMIT ?5",
    [S_LIST_DOCUMENTS_OF_OWNER] = SQLITE_DOCUMENT_COLUMNS("NULL") "WHERE d.type = ?1 AND d.owner = ?2 "
                                                                  "AND d.sequence < ?4 AND (?3 IS NULL OR d.kind = ?3) "
                                                                  "ORDER BY d.sequence DESC LIMIT ?5",
    [S_TASKS_OF_DOCUMENT] =
        SQLITE_TASK_COLUMNS("t.request") "WHERE d.id = ?1 AND (?2 = 0 OR (t.state = 0 AND t.node = ?6)) "
                                         "AND (?3 IS NULL OR t.idempotency = ?3) ORDER BY t.sequence LIMIT ?4",
    [S_TASKS_OF_NODE] = SQLITE_TASK_COLUMNS("NULL") "WHERE t.node = ?6 AND t.state = 0 AND t.sequence > ?5 "
                                                    "ORDER BY t.sequence LIMIT ?4",
    [S_TASK_BACK] = SQLITE_TASK_COLUMNS("NULL") "WHERE d.id = ?1 AND t.state <> 0 "
                                                "ORDER BY t.sequence DESC LIMIT min(1, ?4) OFFSET ?7",
    [S_GET_TASK] = SQLITE_TASK_COLUMNS("t.request") "WHERE t.id = ?1 LIMIT ?4",
    [S_COUNT_DOCUMENTS] = "SELECT count(*) FROM document",
};

enum nash_status conn_fail(struct conn *conn, int code, const char *doing, struct nash_error *error)
{
    enum nash_status status = NASH_INTERNAL;
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_FULL:
        status = NASH_BUSY;
        break;
    case SQLITE_NOMEM:
        status = NASH_NOMEM;
        break;
    case SQLITE_TOOBIG:
        status = NASH_TOO_LARGE;
        break;
    default:
        break;
    }
    const char *words = conn->db != NULL && sqlite3_extended_errcode(conn->db) == code ? sqlite3_errmsg(conn->db)
                                                                                       : sqlite3_errstr(code);
    return nash_fail(error, status, NULL, "the database failed %s: %s (%d)", doing, words, code);
}

enum nash_status conn_run(struct conn *conn, const char *sql, struct nash_error *error)
{
    int code = sqlite3_exec(conn->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? NASH_OK : conn_fail(conn, sqlite3_extended_errcode(conn->db), "setting up", error);
}

/* auto_vacuum must be set before the first table is created, and the journal mode before the first transaction. Readers
 * open an existing file and set neither. */
static const char writer_setup[] =
    "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; "
    "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8000; PRAGMA journal_size_limit = 16777216";
static const char reader_setup[] = "PRAGMA query_only = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -2000";

/* Sets the options of a connection. Retries, because switching to WAL ignores the busy timeout while another process
 * does the same. */
static enum nash_status conn_configure(struct conn *conn, const char *sql, struct nash_error *error)
{
    int64_t give_up_ns = clock_mono_ns() + INT64_C(1000000) * BUSY_MS;
    enum nash_status status;
    while ((status = conn_run(conn, sql, error)) == NASH_BUSY && clock_mono_ns() < give_up_ns &&
           (sqlite3_errcode(conn->db) & 0xff) == SQLITE_BUSY)
        sqlite3_sleep(5);
    return status;
}

enum nash_status conn_open(struct conn *conn, const char *path, bool writing, struct nash_error *error)
{
    int flags = SQLITE_OPEN_NOMUTEX | (writing ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READWRITE);
    int code = sqlite3_open_v2(path, &conn->db, flags, writing ? write_buffer_vfs() : NULL);
    enum nash_status status = NASH_OK;
    if (code == SQLITE_OK) {
        sqlite3_extended_result_codes(conn->db, 1);
        sqlite3_busy_timeout(conn->db, BUSY_MS);
        status = conn_configure(conn, writing ? writer_setup : reader_setup, error);
    } else {
        status = conn_fail(conn, code, "opening", error);
    }
    if (status != NASH_OK)
        conn_close(conn);
    return status;
}

void conn_close(struct conn *conn)
{
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(conn->statement[i]);
    sqlite3_finalize(conn->list);
    sqlite3_close(conn->db);
    *conn = (struct conn){0};
}

sqlite3_stmt *conn_statement(struct conn *conn, enum statement which, struct nash_error *error)
{
    sqlite3_stmt **statement = &conn->statement[which];
    if (*statement == NULL) {
        int code = sqlite3_prepare_v3(conn->db, texts[which], -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
        if (code != SQLITE_OK) {
            conn_fail(conn, code, "preparing", error);
            return NULL;
        }
    }
    sqlite3_reset(*statement);
    sqlite3_clear_bindings(*statement);
    return *statement;
}

int conn_step(sqlite3_stmt *statement)
{
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code;
}

enum nash_status conn_do(struct conn *conn, enum statement which, struct nash_error *error)
{
    sqlite3_stmt *statement = conn_statement(conn, which, error);
    if (statement == NULL)
        return error->status;
    int code;
    do
        code = sqlite3_step(statement);
    while (code == SQLITE_ROW);
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? NASH_OK : conn_fail(conn, code, texts[which], error);
}

enum nash_status conn_number(struct conn *conn, enum statement which, int64_t *number, struct nash_error *error)
{
    sqlite3_stmt *statement = conn_statement(conn, which, error);
    if (statement == NULL)
        return error->status;
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        *number = sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
    return code == SQLITE_ROW ? NASH_OK : conn_fail(conn, code, "measuring", error);
}

/* ---- readers ---- */

struct conn *reader_take(struct sqlite *db)
{
    if (db->in_memory) {
        pthread_mutex_lock(&db->write_lock);
        return &db->writer;
    }
    pthread_mutex_lock(&db->read_lock);
    while (db->idle == NULL || db->hold)
        pthread_cond_wait(&db->reader_free, &db->read_lock);
    struct conn *conn = db->idle;
    db->idle = conn->next;
    db->reading++;
    pthread_mutex_unlock(&db->read_lock);
    return conn;
}

void reader_give(struct sqlite *db, struct conn *conn)
{
    if (db->in_memory) {
        pthread_mutex_unlock(&db->write_lock);
        return;
    }
    pthread_mutex_lock(&db->read_lock);
    conn->next = db->idle;
    db->idle = conn;
    db->reading--;
    if (db->hold)
        pthread_cond_broadcast(&db->reader_free);
    else
        pthread_cond_signal(&db->reader_free);
    pthread_mutex_unlock(&db->read_lock);
}

void readers_hold(struct sqlite *db, bool hold)
{
    pthread_mutex_lock(&db->read_lock);
    db->hold = hold;
    while (hold && db->reading > 0)
        pthread_cond_wait(&db->reader_free, &db->read_lock);
    if (!hold)
        pthread_cond_broadcast(&db->reader_free);
    pthread_mutex_unlock(&db->read_lock);
}
