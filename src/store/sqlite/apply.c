/* Applies a batch of write operations in one durable transaction.
 *
 * A statement that violates a constraint is undone without ending the transaction, so a conflict is the outcome of its
 * operation alone. Any other error of SQLite (disk full, I/O error) rolls the batch back, and the writer retries its
 * operations one by one. */
#include <string.h>

#include <base/clock.h>
#include <store/sqlite/documents/documents.h>

#include "op.h"
#include "sqlite.h"

enum { ROW_BYTES = 4096 }; /* upper bound of a row without its bodies */

/* Finds a job's sequence number and whether it is finished. Sets op->status to NASH_NOT_FOUND if the job does not
 * exist. A FINISH also gets the key of the job. */
static enum nash_status find_job(struct conn *conn, struct store_op *op, int64_t *sequence, bool *finished,
                                 struct nash_error *error)
{
    sqlite3_stmt *statement = conn_statement(conn, S_FIND, error);
    if (statement == NULL)
        return error->status;
    sqlite3_bind_blob(statement, 1, op->row.id.byte, sizeof op->row.id.byte, SQLITE_STATIC);
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        *sequence = sqlite3_column_int64(statement, 0);
        *finished = sqlite3_column_int(statement, 1) >= JOB_SUCCEEDED;
        if (op->verb == STORE_FINISH && sqlite3_column_bytes(statement, 2) == NASH_HASH_BYTES)
            memcpy(op->row.key.byte, sqlite3_column_blob(statement, 2), NASH_HASH_BYTES);
        op_settle(op, NASH_OK);
    }
    sqlite3_reset(statement);
    if (code == SQLITE_ROW)
        return NASH_OK;
    return code == SQLITE_DONE ? op_settle(op, NASH_NOT_FOUND) : conn_fail(conn, code, "looking for a job", error);
}

/* Adds the key of a stored answer to the Bloom filter. Called before the commit, because a lookup may follow the commit
 * at once. */
static void add_answer_key(struct sqlite *db, const struct store_job *row)
{
    if (row->state == JOB_SUCCEEDED && row->final)
        bloom_filter_add(db->bloom_filter, &row->key);
}

/* Returns whether the bodies exceed the size of a row that SQLite accepts. Must be checked before binding, because
 * SQLite binds a value beyond its limit as NULL. */
static bool is_too_large(struct conn *conn, const struct store_job *row, bool problem_stored, bool result_stored,
                         const struct bytes *blob)
{
    const uint64_t bodies[] = {
        problem_stored ? 0 : op_problem_bytes(row), result_stored ? 0 : op_result_bytes(row),
        row->error != NULL ? row->error->len : 0,   row->progress != NULL ? row->progress->len : 0,
        row->tags != NULL ? row->tags->len : 0,     blob != NULL ? blob->len : 0};
    uint64_t left = (uint64_t)sqlite3_limit(conn->db, SQLITE_LIMIT_LENGTH, -1) - ROW_BYTES;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        uint64_t len = bodies[i];
        if (len > left)
            return true;
        left -= len;
    }
    return false;
}

/* ---- SUBMIT ---- */

static bool is_finished(enum job_state state)
{
    return state >= JOB_SUCCEEDED && state <= JOB_CANCELLED;
}

/* Returns the row to insert, with the outcome of a merged FINISH (finish, may be NULL). The result borrows all
 * references. */
static struct store_job row_with(const struct store_job *row, const struct store_job *finish)
{
    struct store_job whole = *row;
    if (finish == NULL)
        return whole;
    whole.state = finish->state;
    whole.final = finish->final;
    whole.verdict = finish->verdict;
    whole.started_ms = finish->started_ms;
    whole.finished_ms = finish->finished_ms;
    whole.last_event = finish->last_event;
    whole.result = finish->result;
    whole.large_result = finish->large_result;
    whole.error = finish->error;
    if (finish->progress != NULL)
        whole.progress = finish->progress;
    return whole;
}

/* Binds the columns of a body: length, number, checksum. */
static void bind_plan(sqlite3_stmt *s, int index, const struct body_plan *plan, bool checked, int64_t checksum)
{
    if (plan->length < 0)
        return;
    sqlite3_bind_int64(s, index, plan->length);
    if (plan->number != 0)
        sqlite3_bind_int64(s, index + 1, plan->number);
    if (checked)
        sqlite3_bind_int64(s, index + 2, checksum);
}

/* An unfinished row has no checksum of a result: its state and verdict will change. */
static void bind_result(sqlite3_stmt *s, int index, const struct store_job *row, const struct body_plan *plan)
{
    bool checked = plan->length >= 0 && is_finished(row->state);
    bind_plan(s, index, plan, checked, checked ? checksum_of_result(row, plan) : 0);
}

static int insert_job(sqlite3_stmt *s, const struct store_job *row, const struct body_plan *problem,
                      const struct body_plan *result)
{
    bool finished = is_finished(row->state), once = row->idempotency[0] != '\0';
    int i = 1;
    sqlite3_bind_blob(s, i++, row->id.byte, sizeof row->id.byte, SQLITE_STATIC);
    sqlite3_bind_blob(s, i++, row->key.byte, sizeof row->key.byte, SQLITE_STATIC);
    bind_text(s, i++, row->kind);
    bind_text(s, i++, row->owner);
    sqlite3_bind_int(s, i++, finished ? (int)row->state : 0);
    sqlite3_bind_int(s, i++, row->final);
    sqlite3_bind_int(s, i++, (int)row->verdict);
    sqlite3_bind_int(s, i++, row->format);
    sqlite3_bind_int(s, i++, row->priority);
    sqlite3_bind_int64(s, i++, row->timeout_ms);
    sqlite3_bind_int64(s, i++, (int64_t)row->seed);
    sqlite3_bind_int64(s, i++, row->created_ms);
    sqlite3_bind_int64(s, i++, row->started_ms);
    sqlite3_bind_int64(s, i++, row->finished_ms);
    sqlite3_bind_int64(s, i++, row->last_event);
    sqlite3_bind_int64(s, i++, row->attempts);
    if (once) {
        bind_text(s, i, row->idempotency);
        sqlite3_bind_blob(s, i + 1, row->fingerprint.byte, sizeof row->fingerprint.byte, SQLITE_STATIC);
    }
    i += 2;
    if (row->tags != NULL)
        sqlite3_bind_text64(s, i, row->tags->data, row->tags->len, SQLITE_STATIC, SQLITE_UTF8);
    bind_plan(s, i + 1, problem, true, problem->length >= 0 ? checksum_of_problem(&row->id, problem) : 0);
    bind_result(s, i + 4, row, result);
    i += 7;
    bind_bytes(s, i++, row->progress);
    bind_bytes(s, i++, row->error);
    bind_bytes(s, i++, result->in_row);
    bind_bytes(s, i++, problem->in_row);
    return conn_step(s);
}

static enum nash_status insert_run(struct sqlite *db, const struct store_job *row, int64_t sequence,
                                   struct nash_error *error)
{
    sqlite3_stmt *s = conn_statement(&db->writer, S_INSERT_RUN, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, sequence);
    sqlite3_bind_int(s, 2, row->priority);
    sqlite3_bind_int(s, 3, row->state == JOB_RUNNING);
    sqlite3_bind_int64(s, 4, row->started_ms);
    sqlite3_bind_int64(s, 5, row->attempts);
    bind_text(s, 6, db->node);
    sqlite3_bind_int64(s, 7, clock_wall_ms() + STORE_LEASE_MS);
    bind_bytes(s, 8, row->progress);
    int code = conn_step(s);
    return code == SQLITE_DONE ? NASH_OK : conn_fail(&db->writer, code, "writing", error);
}

/* Puts the operation's blob to a job. */
static enum nash_status put_blob(struct conn *conn, struct store_op *op, int64_t sequence, struct nash_error *error)
{
    sqlite3_stmt *s = conn_statement(conn, S_PUT_BLOB, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, sequence);
    bind_text(s, 2, op->blob_name);
    bind_bytes(s, 3, op->blob);
    return op_step_status(conn, op, conn_step(s), error);
}

/* Inserts what a job has only until it is finished. */
static enum nash_status insert_unfinished(struct sqlite *db, struct store_op *op, const struct store_job *row,
                                          struct nash_error *error)
{
    enum nash_status status = insert_run(db, row, op->row.sequence, error);
    return status == NASH_OK && op->blob != NULL ? put_blob(&db->writer, op, op->row.sequence, error) : status;
}

/* Sets op->row.id to the id of the older job with the same owner and idempotency key. Leaves it unchanged if there is
 * none, since then the id itself was the conflict. */
static enum nash_status find_older(struct conn *conn, struct store_op *op, struct nash_error *error)
{
    sqlite3_stmt *s = op->row.idempotency[0] != '\0' ? conn_statement(conn, S_FIND_IDEMPOTENT, error) : NULL;
    if (s == NULL)
        return NASH_OK;
    bind_text(s, 1, op->row.owner);
    bind_text(s, 2, op->row.idempotency);
    int code = sqlite3_step(s);
    if (code == SQLITE_ROW && sqlite3_column_bytes(s, 0) == JOB_ID_BYTES)
        memcpy(op->row.id.byte, sqlite3_column_blob(s, 0), JOB_ID_BYTES);
    sqlite3_reset(s);
    return code == SQLITE_ROW || code == SQLITE_DONE ? NASH_OK : conn_fail(conn, code, "looking for a key", error);
}

static bool is_storable(const struct store_op *op, const struct store_job *row)
{
    bool unread = (row->large_problem != NULL && op->problem.body == 0) ||
                  (row->large_result != NULL && op->result.body == 0 &&
                   (op->merged_finish == NULL || op->merged_finish->result.body == 0));
    return !unread && row->kind[0] != '\0' && row->state >= JOB_QUEUED && row->state <= JOB_CANCELLED &&
           (op->blob == NULL || (op->blob_name != NULL && is_blob_of_run(op->blob_name)));
}

/* Returns NASH_OK if a FINISH can become part of the row, else its outcome; the SUBMIT is then inserted without it. */
static enum nash_status check_merged_finish(struct conn *conn, const struct store_op *op,
                                            const struct store_op *merged_finish)
{
    if (!is_finished(merged_finish->row.state))
        return NASH_INVALID;
    struct store_job row = row_with(&op->row, &merged_finish->row);
    return is_too_large(conn, &row, op->problem.body != 0, merged_finish->result.body != 0, NULL) ? NASH_TOO_LARGE
                                                                                                  : NASH_OK;
}

static enum nash_status insert_tags(struct conn *conn, const struct store_job *row, int64_t sequence,
                                    struct nash_error *error)
{
    sqlite3_stmt *s = conn_statement(conn, S_INSERT_TAGS, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, sequence);
    sqlite3_bind_text64(s, 2, row->tags->data, row->tags->len, SQLITE_STATIC, SQLITE_UTF8);
    int code = conn_step(s);
    return code == SQLITE_DONE ? NASH_OK : conn_fail(conn, code, "writing tags", error);
}

/* Writes what belongs to an inserted row. */
static enum nash_status insert_rest(struct sqlite *db, struct store_op *op, const struct store_job *row,
                                    const struct body_plan *problem, const struct body_plan *result,
                                    struct nash_error *error)
{
    op->row.sequence = sqlite3_last_insert_rowid(db->writer.db);
    add_answer_key(db, row);
    tally_count(db, row->state, 1);
    enum nash_status status = tally_created(db, op->row.sequence, row->created_ms, error);
    if (status == NASH_OK)
        status = body_attach(&db->writer, problem, error);
    if (status == NASH_OK)
        status = body_attach(&db->writer, result, error);
    if (status == NASH_OK && row->tags != NULL)
        status = insert_tags(&db->writer, row, op->row.sequence, error);
    if (status == NASH_OK && row->webhook_url != NULL)
        status = sqlite_webhook_insert(db, row, op->row.sequence, error);
    return status != NASH_OK || is_finished(row->state) ? status : insert_unfinished(db, op, row, error);
}

/* Leaves loaded bodies that no row took to the sweep. */
static enum nash_status discard_loaded(struct conn *conn, const struct store_op *op, struct nash_error *error)
{
    enum nash_status status = NASH_OK;
    if (op->problem.body != 0)
        status = body_discard(conn, op->problem.body, error);
    if (status == NASH_OK && op->result.body != 0)
        status = body_discard(conn, op->result.body, error);
    return status;
}

/* Plans both bodies of a row. */
static enum nash_status plan_bodies(struct conn *conn, const struct store_job *row, const struct store_load *problem,
                                    const struct store_load *result, struct body_plan plans[2],
                                    struct nash_error *error)
{
    enum nash_status status =
        body_plan(conn, row->problem, problem->body, op_problem_bytes(row), PROBLEM_INLINE, 0, &plans[0], error);
    return status != NASH_OK ? status
                             : body_plan(conn, row->result, result->body, op_result_bytes(row), RESULT_INLINE,
                                         plans[0].in_part != NULL, &plans[1], error);
}

static enum nash_status apply_submit(struct sqlite *db, struct store_op *op, struct nash_error *error)
{
    struct store_op *merged_finish = op->merged_finish;
    if (merged_finish != NULL)
        merged_finish->status = check_merged_finish(&db->writer, op, merged_finish);
    bool merges = merged_finish != NULL && merged_finish->status == NASH_OK;
    struct store_job row = row_with(&op->row, merges ? &merged_finish->row : NULL);
    struct body_plan plans[2];
    enum nash_status status =
        plan_bodies(&db->writer, &row, &op->problem, merges ? &merged_finish->result : &op->result, plans, error);
    if (status != NASH_OK)
        return status;
    sqlite3_stmt *statement = conn_statement(&db->writer, S_INSERT_JOB, error);
    if (statement == NULL)
        return error->status;
    status = is_storable(op, &row)
                 ? op_step_status(&db->writer, op, insert_job(statement, &row, &plans[0], &plans[1]), error)
                 : op_settle(op, NASH_INVALID);
    if (status == NASH_OK && op->status == NASH_OK)
        return insert_rest(db, op, &row, &plans[0], &plans[1], error);
    if (status == NASH_OK && merged_finish != NULL && merged_finish->status == NASH_OK)
        merged_finish->status = NASH_NOT_FOUND;
    if (status == NASH_OK && op->status == NASH_CONFLICT)
        status = find_older(&db->writer, op, error);
    return status;
}

/* ---- the other verbs ---- */

/* Deletes what a job has only until it is finished: its row in the table run, and its blobs of the run. Updates the
 * number of jobs in its former state. */
static enum nash_status delete_run(struct sqlite *db, int64_t sequence, struct nash_error *error)
{
    sqlite3_stmt *s = conn_statement(&db->writer, S_DELETE_RUN, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, sequence);
    int code = sqlite3_step(s);
    if (code == SQLITE_ROW)
        tally_count(db, sqlite3_column_int(s, 0) == JOB_RUNNING ? JOB_RUNNING : JOB_QUEUED, -1);
    sqlite3_reset(s);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return conn_fail(&db->writer, code, "writing", error);
    s = conn_statement(&db->writer, S_DELETE_RUN_BLOBS, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, sequence);
    code = conn_step(s);
    return code == SQLITE_DONE ? NASH_OK : conn_fail(&db->writer, code, "writing", error);
}

static enum nash_status apply_finish(struct sqlite *db, struct store_op *op, struct nash_error *error)
{
    int64_t sequence = 0;
    bool finished = false;
    if (!is_finished(op->row.state) || (op->row.large_result != NULL && op->result.body == 0))
        return op_settle(op, NASH_INVALID);
    enum nash_status status = find_job(&db->writer, op, &sequence, &finished, error);
    if (status != NASH_OK || op->status != NASH_OK)
        return status;
    if (finished)
        return op_settle(op, NASH_CONFLICT);
    struct body_plan result;
    status = body_plan(&db->writer, op->row.result, op->result.body, op_result_bytes(&op->row), RESULT_INLINE, 0,
                       &result, error);
    sqlite3_stmt *s = status == NASH_OK ? conn_statement(&db->writer, S_FINISH, error) : NULL;
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, sequence);
    sqlite3_bind_int(s, 2, (int)op->row.state);
    sqlite3_bind_int(s, 3, op->row.final);
    sqlite3_bind_int64(s, 4, op->row.started_ms);
    sqlite3_bind_int64(s, 5, op->row.finished_ms);
    sqlite3_bind_int64(s, 6, op->row.last_event);
    bind_bytes(s, 7, result.in_row);
    bind_bytes(s, 8, op->row.error);
    bind_bytes(s, 9, op->row.progress);
    sqlite3_bind_int(s, 10, (int)op->row.verdict);
    bind_result(s, 11, &op->row, &result);
    status = op_step_status(&db->writer, op, conn_step(s), error);
    if (status != NASH_OK || op->status != NASH_OK)
        return status;
    status = body_attach(&db->writer, &result, error);
    if (status != NASH_OK)
        return status;
    add_answer_key(db, &op->row);
    tally_count(db, op->row.state, 1);
    status = sqlite_webhook_finish(db, sequence, op->row.finished_ms, error);
    return status == NASH_OK ? delete_run(db, sequence, error) : status;
}

static enum nash_status apply_heartbeat(struct sqlite *db, struct store_op *op, struct nash_error *error)
{
    int64_t sequence = 0;
    bool finished = false;
    enum nash_status status = find_job(&db->writer, op, &sequence, &finished, error);
    if (status != NASH_OK || op->status != NASH_OK)
        return status;
    sqlite3_stmt *s = conn_statement(&db->writer, S_HEARTBEAT, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, sequence);
    sqlite3_bind_int64(s, 2, op->row.started_ms);
    bind_bytes(s, 3, op->row.progress);
    bind_text(s, 4, db->node);
    sqlite3_bind_int64(s, 5, clock_wall_ms() + STORE_LEASE_MS);
    status = op_step_status(&db->writer, op, conn_step(s), error);
    if (status == NASH_OK && op->status == NASH_OK && sqlite3_changes(db->writer.db) == 0)
        op->status = NASH_CONFLICT;
    return status;
}

static enum nash_status apply_remove(struct sqlite *db, struct store_op *op, struct nash_error *error)
{
    int64_t sequence = 0;
    bool finished = false;
    enum nash_status status = find_job(&db->writer, op, &sequence, &finished, error);
    if (status != NASH_OK || op->status != NASH_OK)
        return status;
    if (!finished)
        return op_settle(op, NASH_CONFLICT);
    sqlite3_stmt *s = conn_statement(&db->writer, S_DELETE_JOB, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, sequence);
    return op_step_status(&db->writer, op, conn_step(s), error);
}

static enum nash_status apply_blob(struct sqlite *db, struct store_op *op, struct nash_error *error)
{
    int64_t sequence = 0;
    bool finished = false;
    if (op->blob_name == NULL || op->blob_name[0] == '\0' || op->blob == NULL)
        return op_settle(op, NASH_INVALID);
    enum nash_status status = find_job(&db->writer, op, &sequence, &finished, error);
    if (status != NASH_OK || op->status != NASH_OK)
        return status;
    if (finished && is_blob_of_run(op->blob_name))
        return op_settle(op, NASH_CONFLICT);
    return put_blob(&db->writer, op, sequence, error);
}

/* Reads the row of a REOPEN. *damaged: it is finished, and its result does not match its checksum. */
static enum nash_status read_damaged(struct conn *conn, const struct job_id *id, struct store_job *row,
                                     struct row_bodies *stored, bool *damaged, struct nash_error *error)
{
    sqlite3_stmt *s = conn_statement(conn, S_GET, error);
    if (s == NULL)
        return error->status;
    bind_id(s, 1, id);
    sqlite3_bind_int(s, 2, STORE_RESULT);
    int code = sqlite3_step(s);
    enum nash_status status = NASH_OK;
    if (code == SQLITE_ROW)
        status = sqlite_row_read(conn, s, STORE_RESULT, row, stored, error);
    else
        status = conn_fail(conn, code, "reading a job", error);
    sqlite3_reset(s);
    *damaged = status == NASH_OK && is_finished(row->state) && row->damaged;
    if (status == NASH_OK && is_finished(row->state) && !row->damaged && stored->result != 0)
        status = body_is_damaged(conn, stored->result, row->result_bytes, damaged, error);
    return status;
}

static enum nash_status reopen_row(struct sqlite *db, int64_t sequence, const struct store_job *old,
                                   const struct row_bodies *stored, struct nash_error *error)
{
    sqlite3_stmt *s = conn_statement(&db->writer, S_REOPEN, error);
    if (s == NULL)
        return error->status;
    sqlite3_bind_int64(s, 1, sequence);
    int code = conn_step(s);
    enum nash_status status = code == SQLITE_DONE ? NASH_OK : conn_fail(&db->writer, code, "writing", error);
    if (status == NASH_OK && stored->result != 0)
        status = body_discard(&db->writer, stored->result, error);
    tally_count(db, old->state, -1);
    tally_count(db, JOB_QUEUED, 1);
    const struct store_job row = {.state = JOB_QUEUED, .priority = old->priority, .attempts = old->attempts};
    return status == NASH_OK ? insert_run(db, &row, sequence, error) : status;
}

static enum nash_status apply_reopen(struct sqlite *db, struct store_op *op, struct nash_error *error)
{
    int64_t sequence = 0;
    bool finished = false, damaged = false;
    struct store_job old = {0};
    struct row_bodies stored = {0};
    enum nash_status status = find_job(&db->writer, op, &sequence, &finished, error);
    if (status != NASH_OK || op->status != NASH_OK)
        return status;
    status = read_damaged(&db->writer, &op->row.id, &old, &stored, &damaged, error);
    if (status == NASH_OK)
        status = damaged ? reopen_row(db, sequence, &old, &stored, error) : op_settle(op, NASH_CONFLICT);
    store_job_release(&old);
    return status;
}

/* Changes a counter and changes it back, so that its page is written: SQLite does not write a row that stays as it is.
 */
static enum nash_status apply_probe(struct sqlite *db, struct store_op *op, struct nash_error *error)
{
    enum nash_status status = NASH_OK;
    for (int change = 1; change >= -1 && status == NASH_OK; change -= 2) {
        sqlite3_stmt *s = conn_statement(&db->writer, S_TALLY, error);
        if (s == NULL)
            return error->status;
        sqlite3_bind_int64(s, 1, JOB_QUEUED);
        sqlite3_bind_int64(s, 2, change);
        status = op_step_status(&db->writer, op, conn_step(s), error);
    }
    return status;
}

static enum nash_status apply_verb(struct sqlite *db, struct store_op *op, struct nash_error *error)
{
    if (is_too_large(&db->writer, &op->row, op->problem.body != 0, op->result.body != 0, op->blob)) {
        if (op->merged_finish != NULL)
            op->merged_finish->status = NASH_NOT_FOUND;
        return op_settle(op, NASH_TOO_LARGE);
    }
    switch (op->verb) {
    case STORE_SUBMIT:
        return apply_submit(db, op, error);
    case STORE_FINISH:
        return apply_finish(db, op, error);
    case STORE_HEARTBEAT:
        return apply_heartbeat(db, op, error);
    case STORE_REMOVE:
        return apply_remove(db, op, error);
    case STORE_REOPEN:
        return apply_reopen(db, op, error);
    case STORE_BLOB:
        return apply_blob(db, op, error);
    case STORE_WEBHOOK:
        return sqlite_apply_webhook(db, op, error);
    case STORE_PART:
        return body_put_part(db, op, error);
    case STORE_DROP:
        return body_drop(db, op, error);
    case STORE_DOCUMENT_ADD:
    case STORE_DOCUMENT_CHANGE:
    case STORE_DOCUMENT_REMOVE:
        return sqlite_apply_document(db, op, error);
    case STORE_PROBE:
        return apply_probe(db, op, error);
    case STORE_TASK_ADD:
    case STORE_TASK_CHANGE:
        return sqlite_apply_task(db, op, error);
    }
    return op_settle(op, NASH_INVALID);
}

/* Applies an operation. Bodies that were stored for it, and that no row took, are left to the sweep. */
static enum nash_status apply_one(struct sqlite *db, struct store_op *op, struct nash_error *error)
{
    struct store_op *finish = op->merged_finish;
    enum nash_status status = apply_verb(db, op, error);
    if (status == NASH_OK && op->status != NASH_OK)
        status = discard_loaded(&db->writer, op, error);
    if (status == NASH_OK && finish != NULL && finish->status != NASH_OK)
        status = discard_loaded(&db->writer, finish, error);
    return status;
}

enum nash_status sqlite_apply(void *pointer, struct store_op *const ops[], size_t n, struct nash_error *error)
{
    struct sqlite *db = pointer;
    writer_take(db);
    enum nash_status status = conn_do(&db->writer, S_BEGIN, error);
    if (status == NASH_OK) {
        tally_begin(db);
        for (size_t i = 0; i < n && status == NASH_OK; i++)
            status = apply_one(db, ops[i], error);
        if (status == NASH_OK)
            status = tally_write(db, error);
        if (status == NASH_OK)
            status = conn_do(&db->writer, S_COMMIT, error);
        if (status != NASH_OK && !sqlite3_get_autocommit(db->writer.db))
            conn_do(&db->writer, S_ROLLBACK, &(struct nash_error){0});
    }
    writer_give(db);
    return status;
}
