#include "learner.h"

#include <string.h>

#include <base/clock.h>
#include <base/log.h>
#include <base/secret.h>

#include "learning.h"

static void begin_next(struct opponents *opponents, const struct job_id *document, bool resume);

static void begin_again(struct document_room *room, const struct job_id *document)
{
    begin_next((struct opponents *)room, document, false);
}

/* Tries again after a pause. Without memory the next call for this opponent, or the next start, takes the task up. */
static void begin_later(struct opponents *opponents, const struct job_id *document)
{
    document_run_later(&opponents->room, document, begin_again);
}

static void count(struct opponents *opponents, uint64_t *counter)
{
    pthread_mutex_lock(&opponents->room.lock);
    ++*counter;
    pthread_mutex_unlock(&opponents->room.lock);
}

/* ---- the end of a task ---- */

static struct bytes *problem_bytes(const struct nash_error *error)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    http_problem_write(&buf, http_problem_status(error), error, NULL);
    struct bytes *bytes = buf.failed ? NULL : bytes_copy(buf.data, buf.len);
    nash_buf_free(&buf);
    return bytes;
}

/* Writes that a task has failed, with problem details (NULL: out of memory). Returns false if the database takes no
 * writes. */
static bool write_failure(struct opponents *opponents, const struct store_task *task, struct bytes *problem)
{
    struct store_task row = *task;
    row.state = TASK_FAILED;
    row.finished_ms = clock_wall_ms();
    row.error = problem;
    enum nash_status status =
        document_write(&opponents->room, &(struct store_op){.verb = STORE_TASK_CHANGE, .task = &row});
    if (status != NASH_OK && status != NASH_NOT_FOUND)
        return false;
    count(opponents, &opponents->stats.failed);
    return true;
}

/* Ends a task with an error. Returns false if that must be tried again. */
static bool fail_task(struct opponents *opponents, const struct store_task *task, const struct nash_error *error)
{
    struct bytes *problem = problem_bytes(error);
    bool written = write_failure(opponents, task, problem);
    bytes_unref(problem);
    if (written)
        tasks_settle(opponents, &task->id, NULL, NULL, error);
    return written;
}

/* Takes over what a job has learnt. Returns NASH_OK, NASH_CONFLICT if the opponent has changed meanwhile, another
 * status if the database takes no writes; or NASH_INVALID with *error if the task has failed. */
static enum nash_status adopt(struct opponents *opponents, const struct store_task *task,
                              const struct store_document *row, const struct bytes *result, struct nash_error *error)
{
    struct learnt learnt = result_learnt(result);
    struct opponent_meta meta = opponent_meta_of(row);
    struct store_task done = *task;
    if (learnt.model.text == NULL) {
        nash_fail(error, NASH_INTERNAL, "", "%s has answered without a model", row->kind);
        return NASH_INVALID;
    }
    if (learnt.model.len > OPPONENT_MODEL_BYTES) {
        nash_fail(error, NASH_TOO_LARGE, "", "the model would have %zu bytes; an opponent has at most %d",
                  learnt.model.len, OPPONENT_MODEL_BYTES);
        return NASH_INVALID;
    }
    if (row->version != task->base)
        return NASH_CONFLICT;
    done.state = TASK_DONE;
    done.finished_ms = clock_wall_ms();
    if (row->body != NULL && row->body->len == learnt.model.len &&
        memcmp(row->body->data, learnt.model.text, learnt.model.len) == 0) /* nothing new */
        return document_write(&opponents->room, &(struct store_op){.verb = STORE_TASK_CHANGE, .task = &done});
    meta.hands = model_hands(learnt.model, meta.hands + learnt.hands);
    struct store_document changed = *row;
    changed.updated_ms = done.finished_ms;
    changed.meta = opponent_meta_bytes(&meta);
    changed.body = bytes_copy(learnt.model.text, learnt.model.len);
    enum nash_status status = NASH_NOMEM;
    if (changed.meta != NULL && changed.body != NULL)
        status = document_write(&opponents->room,
                                &(struct store_op){.verb = STORE_DOCUMENT_CHANGE, .document = &changed, .task = &done});
    store_document_release(&changed);
    return status;
}

/* Forgets the job of an observation that was finished long ago. Problem and result of each have the model, so that all
 * of them would fill the database. */
static void forget_old_job(struct opponents *opponents, const struct job_id *document)
{
    const struct store_task_filter filter = {.document = document, .back = OPPONENT_JOBS_KEPT, .limit = 1};
    struct nash_arena *arena = nash_arena_new(64 << 10);
    struct nash_error error = {0};
    struct store_task *old = NULL;
    size_t found = 0;
    if (arena == NULL || store_tasks_list(opponents->room.api->store, &filter, arena, &old, &found, &error) != NASH_OK)
        log_error("store read failed", "reason=%s", error.detail);
    struct job *job = found > 0 && old->has_job ? jobs_find(opponents->room.api->jobs, &old->job, "") : NULL;
    if (job != NULL && jobs_forget(opponents->room.api->jobs, job, &error) != NASH_OK)
        log_warn("job not forgotten", "reason=%s", error.detail);
    job_unref(job);
    if (found > 0)
        store_task_release(old);
    nash_arena_free(arena);
}

/* Ends a task whose job failed or was cancelled. Returns false if that must be tried again. */
static bool settle_failure(struct opponents *opponents, const struct store_task *task, struct job *job,
                           const struct job_view *view)
{
    struct nash_error error;
    nash_fail_type(&error, NASH_CONFLICT, "cancelled", "", "the job was cancelled");
    struct bytes *problem = view->row.error != NULL ? bytes_ref(view->row.error) : problem_bytes(&error);
    bool written = write_failure(opponents, task, problem);
    bytes_unref(problem);
    if (written)
        tasks_settle(opponents, &task->id, NULL, job, NULL);
    return written;
}

/* Ends a task as its job has ended. Returns false if that must be tried again. */
static bool settle_task(struct opponents *opponents, const struct store_task *task, struct job *job,
                        const struct job_view *view)
{
    struct store_document row;
    struct nash_error error = {0};
    if (!view->durable)
        return false;
    if (view->row.state != JOB_SUCCEEDED)
        return settle_failure(opponents, task, job, view);
    if (!document_read(&opponents->room, &task->document, "", true, &row, &error)) {
        if (error.status == NASH_NOT_FOUND)
            tasks_settle(opponents, &task->id, NULL, NULL, &error);
        return error.status == NASH_NOT_FOUND;
    }
    enum nash_status status = adopt(opponents, task, &row, view->row.result, &error);
    store_document_release(&row);
    switch (status) {
    case NASH_OK:
    case NASH_NOT_FOUND: /* another server has finished it */
        count(opponents, &opponents->stats.done);
        tasks_settle(opponents, &task->id, NULL, job, NULL);
        forget_old_job(opponents, &task->document);
        return true;
    case NASH_CONFLICT: /* it still waits, and begins again */
        count(opponents, &opponents->stats.resubmitted);
        return true;
    case NASH_INVALID:
        return error.status != NASH_OK && fail_task(opponents, task, &error);
    default:
        return false;
    }
}

/* Called when the job of a learning is done; ends the learning. */
static void job_ended(struct opponents *opponents, struct learning *learning)
{
    struct job_view view;
    const struct store_task task = learning->task;
    job_view(opponents->room.api->jobs, learning_job(learning), &view);
    bool ended = settle_task(opponents, &task, learning_job(learning), &view);
    job_view_release(&view);
    learning_remove(opponents, learning);
    if (ended)
        begin_next(opponents, &task.document, false);
    else
        begin_later(opponents, &task.document);
}

/* ---- the beginning of a task ---- */

static void task_set_job(struct opponents *opponents, struct store_task *task, const struct store_document *row,
                         struct job *job)
{
    struct job_view view;
    job_view(opponents->room.api->jobs, job, &view);
    task->has_job = true;
    task->job = view.id;
    task->base = row->version;
    job_view_release(&view);
}

/* Returns the job that worked for a task before this server ended, or NULL. */
static struct job *job_before(struct opponents *opponents, const struct store_task *task)
{
    return task->has_job ? jobs_find(opponents->room.api->jobs, &task->job, "") : NULL;
}

/* Submits the job of a stored task. Returns NULL with *error. */
static struct job *submit_task(struct opponents *opponents, const struct store_document *row, struct store_task *task,
                               struct nash_error *error)
{
    const struct nash_solver *solver = nash_find_kind(row->kind, strlen(row->kind));
    if (solver == NULL) {
        nash_fail(error, NASH_INTERNAL, "", "this server can no longer solve problems of the kind %s", row->kind);
        return NULL;
    }
    struct nash_buf request = NASH_BUF_INIT(0);
    task_compose(&request, row, task);
    struct job *job = request_submit(&opponents->room, solver, row->owner, NULL, &request, error);
    nash_buf_free(&request);
    if (job == NULL) {
        request_relocate(error, row->body != NULL);
        return NULL;
    }
    task_set_job(opponents, task, row, job);
    document_write(&opponents->room, &(struct store_op){.verb = STORE_TASK_CHANGE, .task = task});
    return job;
}

static bool is_passing(const struct nash_error *error)
{
    return error->status == NASH_BUSY || error->status == NASH_NOMEM;
}

/* Begins a task of an opponent. Returns false if the task has failed. */
static bool begin_task(struct opponents *opponents, const struct store_document *row, struct store_task *task,
                       bool resume)
{
    struct nash_error error = {0};
    struct job *job = resume ? job_before(opponents, task) : NULL;
    if (job == NULL)
        job = submit_task(opponents, row, task, &error);
    if (job != NULL) {
        tasks_tell_job(opponents, &task->id, job);
        if (!learning_add(opponents, task, job, job_ended))
            begin_later(opponents, &task->document);
        return true;
    }
    if (strcmp(error.type, "draining") == 0) /* the next start takes it up */
        return true;
    if (is_passing(&error)) {
        begin_later(opponents, &task->document);
        return true;
    }
    if (fail_task(opponents, task, &error))
        return false;
    begin_later(opponents, &task->document);
    return true;
}

/* Reads the oldest task that waits. Returns false if there is none. */
static bool read_next(struct opponents *opponents, const struct job_id *document, struct store_task *task)
{
    struct nash_arena *arena = nash_arena_new(64 << 10);
    struct nash_error error = {0};
    struct store_task *rows = NULL;
    size_t found = 0;
    const struct store_task_filter filter = {.document = document, .waiting = true, .limit = 1};
    if (arena == NULL || store_tasks_list(opponents->room.api->store, &filter, arena, &rows, &found, &error) != NASH_OK)
        log_error("store read failed", "reason=%s", error.detail);
    if (found > 0)
        *task = rows[0];
    nash_arena_free(arena);
    return found > 0;
}

/* Begins the oldest task of an opponent that waits, unless one is being carried out. resume: a job of it may be there
 * already. */
static void begin_next(struct opponents *opponents, const struct job_id *document, bool resume)
{
    struct store_document row;
    struct store_task task;
    struct nash_error error = {0};
    bool failed = true;
    while (failed && learning_find(opponents, document) == NULL && read_next(opponents, document, &task)) {
        if (document_read(&opponents->room, document, "", true, &row, &error)) {
            failed = !begin_task(opponents, &row, &task, resume);
            store_document_release(&row);
        } else {
            failed = false;
            if (error.status != NASH_NOT_FOUND)
                begin_later(opponents, document);
        }
        store_task_release(&task);
    }
}

/* ---- the calls ---- */

/* Stores a task and waits for the commit. */
static bool store_task(struct opponents *opponents, struct store_task *task, struct nash_error *error)
{
    struct store_op op = {.verb = STORE_TASK_ADD, .task = task};
    enum nash_status status = document_write(&opponents->room, &op);
    if (status == NASH_NOT_FOUND)
        nash_fail_type(error, status, "opponent-not-found", "", "the opponent was removed");
    else if (status != NASH_OK)
        document_explain_write(status, error);
    return status == NASH_OK;
}

bool learner_add(struct opponents *opponents, const struct store_document *row, struct store_task *task,
                 struct job **job, struct nash_error *error)
{
    const struct nash_solver *solver = nash_find_kind(row->kind, strlen(row->kind));
    struct nash_buf request = NASH_BUF_INIT(0);
    bool first = row->waiting == 0 && learning_find(opponents, &row->id) == NULL;
    *job = NULL;
    if (solver == NULL) {
        nash_fail(error, NASH_UNPROCESSABLE, "", "this server cannot solve problems of the kind %s", row->kind);
        return false;
    }
    secret_random(task->id.byte, sizeof task->id.byte);
    task->document = row->id;
    task->created_ms = clock_wall_ms();
    task_compose(&request, row, task);
    if (first)
        *job = request_submit(&opponents->room, solver, row->owner, NULL, &request, error);
    bool good = first ? *job != NULL : request_check(&opponents->room, solver, row->owner, &request, error) == NASH_OK;
    nash_buf_free(&request);
    if (!good) {
        request_relocate(error, row->body != NULL);
        return false;
    }
    if (first)
        task_set_job(opponents, task, row, *job);
    if (!store_task(opponents, task, error)) {
        if (first)
            jobs_cancel(opponents->room.api->jobs, *job, &(struct nash_error){0});
        job_unref(*job);
        *job = NULL;
        return false;
    }
    if (first && !learning_add(opponents, task, job_ref(*job), job_ended))
        begin_later(opponents, &row->id);
    if (!first)
        begin_next(opponents, &row->id, true); /* nothing, unless a task was left waiting */
    return true;
}

void learner_forget(struct opponents *opponents, const struct job_id *document)
{
    struct learning *learning = learning_find(opponents, document);
    struct nash_error error = {0};
    if (learning != NULL) {
        jobs_cancel(opponents->room.api->jobs, learning_job(learning), &error);
        learning_remove(opponents, learning);
    }
    nash_fail_type(&error, NASH_NOT_FOUND, "opponent-not-found", "", "the opponent was removed while it learnt");
    tasks_settle(opponents, NULL, document, NULL, &error);
}

void learner_resume(struct opponents *opponents)
{
    enum { PAGE = 256 };
    struct store_task_filter filter = {.of_node = true, .limit = PAGE};
    size_t found = PAGE, all = 0;
    while (found == PAGE) {
        struct nash_arena *arena = nash_arena_new(1 << 20);
        struct store_task *rows = NULL;
        struct nash_error error = {0};
        found = 0;
        if (arena == NULL ||
            store_tasks_list(opponents->room.api->store, &filter, arena, &rows, &found, &error) != NASH_OK)
            log_error("store read failed", "reason=%s", error.detail);
        for (size_t i = 0; i < found; i++) {
            filter.after = rows[i].sequence;
            begin_next(opponents, &rows[i].document, true);
            store_task_release(&rows[i]);
        }
        all += found;
        nash_arena_free(arena);
    }
    if (all > 0)
        log_info("observations taken up again", "count=%zu", all);
}
