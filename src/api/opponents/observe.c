/* POST /v1/opponents/{id}/observe: learns hands; POST .../merge: adds another model; GET .../observations/{id}.
 *
 * Both POSTs are tasks (learner.h). The reply is the finished job, 200, once its model is stored; else 202 with the
 * address of the job or, while other observations come first, of the observation. */
#include <stdio.h>
#include <string.h>

#include <api/jobs/job_reply.h>
#include <api/negotiation.h>
#include <api/opponents/learn/learner.h>
#include <base/utf8.h>

enum { TASK_ARENA = 64 << 10 };

/* ---- replies ---- */

static void set_status_link(struct http_request *request, const struct call *call)
{
    const struct store_task task = {.id = call->task, .document = call->document};
    char path[64 + 2 * JOB_ID_TEXT], link[sizeof path + 32];
    snprintf(link, sizeof link, "<%s>; rel=\"status\"", task_path(path, &task));
    http_set_header(request, "Link", link);
}

/* Replies 202 while the observation waits: with its job, or with the observation as it was stored. */
static void reply_accepted(struct http_request *request, struct call *call)
{
    struct job *job = call_give_up(call);
    set_status_link(request, call);
    if (job != NULL) {
        api_reply_accepted(request, job);
    } else {
        http_set_header(request, "Location", call->location);
        http_set_header(request, "Retry-After", "1");
        api_reply_json(request, 202, &call->json);
    }
    job_unref(job);
}

static void reply_settled(struct http_request *request, struct call *call)
{
    if (call->error.status != NASH_OK) {
        http_problem(request, 0, &call->error);
        return;
    }
    set_status_link(request, call);
    if (call->job != NULL)
        api_reply_finished(request, call->job, false);
    else /* it was finished before, and its job is no longer stored */
        api_reply_json(request, 200, &call->json);
}

static void observe_woken(struct http_request *request, bool timed_out)
{
    struct call *call = ((struct call_request *)http_user(request))->call;
    if (call_is_settled(call))
        reply_settled(request, call);
    else if (timed_out || http_stopping(request))
        reply_accepted(request, call);
    else
        http_wait(request, call->wait_ms, observe_woken);
}

/* A client that does not wait gets 202 for a new observation, even if that is learnt by now: the reply does not depend
 * on how fast this thread was. */
static void observe_reply(struct http_request *request, struct call *call)
{
    call->wait_ms = api_read_wait_s(request, WAIT_DEFAULT_S) * 1000;
    if (call->wait_ms == 0 && !call->is_old)
        reply_accepted(request, call);
    else if (call_is_settled(call))
        reply_settled(request, call);
    else
        http_wait(request, call->wait_ms, observe_woken);
}

/* ---- a new task ---- */

static struct nash_hash fingerprint_of(const struct store_task *task)
{
    struct nash_sha256 sha;
    nash_sha256_init(&sha);
    nash_sha256_string(&sha, "nashd-observation-1");
    nash_sha256_string(&sha, task->verb);
    nash_sha256_add(&sha, task->request->data, task->request->len);
    return nash_sha256_end(&sha);
}

static void set_outcome(struct call *call, const struct store_task *task)
{
    struct nash_jsonw json = NASH_JSONW(&call->json);
    task_write(task, &json);
    task_path(call->location, task);
}

/* Returns whether a job, which may be NULL, has failed itself: it then says why its observation failed. */
static bool has_failed(struct opponents *opponents, struct job *job)
{
    struct job_view view;
    if (job == NULL)
        return false;
    job_view(opponents->room.api->jobs, job, &view);
    bool failed = view.row.state == JOB_FAILED || view.row.state == JOB_CANCELLED;
    job_view_release(&view);
    return failed;
}

/* Makes an older task with the same Idempotency-Key the outcome. */
static void use_older(struct call *call, const struct store_task *older, const struct store_task *task)
{
    if (memcmp(&older->fingerprint, &task->fingerprint, sizeof older->fingerprint) != 0) {
        call_fail(call, NASH_UNPROCESSABLE, "idempotency-mismatch", "",
                  "This Idempotency-Key came with another observation before. Use a new key for each new request.");
        return;
    }
    set_outcome(call, older);
    call->task = older->id;
    call->document = older->document;
    call->job = older->has_job ? jobs_find(call->room->api->jobs, &older->job, call->scope) : NULL;
    if (older->state == TASK_WAITS)
        tasks_wait(call, older);
    else
        call->settled = call->is_old = true;
    if (older->state == TASK_FAILED && !has_failed(opponents_of(call), call->job))
        api_read_error(older->error, &call->error);
}

/* Returns true if the key is known; then the outcome is set. */
static bool find_older(struct call *call, const struct store_document *row, const struct store_task *task)
{
    const struct store_task_filter filter = {.document = &row->id, .idempotency = call->idempotency, .limit = 1};
    struct nash_arena *arena = nash_arena_new(TASK_ARENA);
    struct store_task *older = NULL;
    size_t count = 0;
    if (arena == NULL ||
        store_tasks_list(call->room->api->store, &filter, arena, &older, &count, &call->error) != NASH_OK) {
        call_fail(call, NASH_BUSY, "unavailable", "", "the database cannot be read now; try again later");
        count = 0;
    } else if (count > 0) {
        use_older(call, older, task);
        store_task_release(older);
    }
    nash_arena_free(arena);
    return count > 0 || call->error.status != NASH_OK;
}

/* Adds a task with this request, which it frees, to the opponent. */
static void add_task(struct call *call, const struct store_document *row, const char *verb, struct nash_buf *request)
{
    struct store_task task = {0};
    struct job *job = NULL;
    snprintf(task.verb, sizeof task.verb, "%s", verb);
    task.request = request->failed ? NULL : bytes_copy(request->data, request->len);
    nash_buf_free(request);
    if (task.request == NULL) {
        call_no_memory(call);
        return;
    }
    task.fingerprint = fingerprint_of(&task);
    if (call->idempotency != NULL)
        snprintf(task.idempotency, sizeof task.idempotency, "%s", call->idempotency);
    if (call->idempotency != NULL && find_older(call, row, &task)) {
        store_task_release(&task);
        return;
    }
    if (row->waiting >= OPPONENT_WAITING_MAX) {
        call_fail(call, NASH_BUSY, "too-many-requests", "",
                  "%u observations of this opponent wait already; send this one again later", row->waiting);
    } else if (learner_add(opponents_of(call), row, &task, &job, &call->error)) {
        set_outcome(call, &task);
        call->job = job;
        tasks_wait(call, &task);
    }
    store_task_release(&task);
}

/* ---- observe ---- */

/* Writes {"learn": {...}} from a text and the query. */
static bool write_text_request(struct call *call, struct nash_buf *request)
{
    const struct slice body = {call->body.data, call->body.len};
    struct nash_jsonw json = NASH_JSONW(request);
    if (body.len == 0)
        return call_fail(call, NASH_INVALID, "", "", "the body is empty; the text of hands is expected");
    if (utf8_span(body.text, body.len) != body.len || memchr(body.text, '\0', body.len) != NULL)
        return call_fail(call, NASH_INVALID, "", "", "the text of hands must be UTF-8 without NUL bytes");
    nash_jsonw_object(&json);
    nash_jsonw_kobject(&json, "learn");
    nash_jsonw_key(&json, "hands");
    nash_jsonw_string_n(&json, body.text, body.len);
    if (call->format[0] != '\0')
        nash_jsonw_kstring(&json, "format", call->format);
    if (call->player[0] != '\0')
        nash_jsonw_kstring(&json, "player", call->player);
    nash_jsonw_object_end(&json);
    nash_jsonw_object_end(&json);
    return true;
}

/* Writes {"learn": {...}, "job": {...}} from a JSON body. */
static bool write_json_request(struct call *call, struct nash_buf *request)
{
    struct slice body = call_object(call);
    struct slice job = json_member_of(body, "job");
    if (body.text == NULL)
        return false;
    if (json_member_of(body, "models").text != NULL)
        return call_fail(call, NASH_INVALID, "unknown-member", "/models", "models are added by POST .../merge");
    nash_buf_puts(request, "{\"learn\":");
    json_members_without(body, "job", request);
    if (job.text != NULL) {
        nash_buf_puts(request, ",\"job\":");
        nash_buf_add(request, job.text, job.len);
    }
    nash_buf_putc(request, '}');
    return true;
}

static void observe_work(struct call *call)
{
    struct store_document row;
    struct nash_buf request = NASH_BUF_INIT(0);
    if (!document_of_call(call, true, &row))
        return;
    if (call->is_text ? write_text_request(call, &request) : write_json_request(call, &request))
        add_task(call, &row, verb_observe, &request);
    nash_buf_free(&request);
    store_document_release(&row);
}

static bool read_query(struct http_request *request, struct call *call)
{
    const char *format = http_query(request, "format"), *player = http_query(request, "player");
    if (format != NULL && strlen(format) >= sizeof call->format) {
        http_problem_text(request, 400, "invalid-request", "query parameter \"format\" is too long");
        return false;
    }
    if (player != NULL && strlen(player) >= sizeof call->player) {
        http_problem_text(request, 400, "invalid-request", "query parameter \"player\" is too long");
        return false;
    }
    snprintf(call->format, sizeof call->format, "%s", format != NULL ? format : "");
    snprintf(call->player, sizeof call->player, "%s", player != NULL ? player : "");
    return true;
}

void api_opponent_observe(struct http_request *request)
{
    static const char *const beside_text[] = {"format", "player", NULL}, *const none[] = {NULL};
    bool is_text = api_content_is(request, "text/plain");
    if (api_is_draining(request) || !api_query_only(request, is_text ? beside_text : none))
        return;
    struct call *call = call_new(request, opponents_room(request), observe_work, observe_reply);
    if (call == NULL || !read_query(request, call))
        return;
    call->is_text = is_text;
    call_start(request, call);
}

/* ---- merge ---- */

/* Sets *model to that of the opponent that /from names, which is read into *other. */
static bool read_from(struct call *call, const struct store_document *row, struct slice from,
                      struct store_document *other, struct slice *model)
{
    struct slice text = slice_string(from);
    struct job_id id;
    struct nash_error error = {0};
    if (text.text == NULL)
        return call_fail(call, NASH_INVALID, "", "/from", "expected the id of an opponent");
    if (!job_id_read(text.text, text.len, &id) || !document_read(call->room, &id, call->owner, true, other, &error))
        return call_fail(call, error.status == NASH_BUSY ? NASH_BUSY : NASH_UNPROCESSABLE, "", "/from",
                         "there is no opponent %.*s", (int)(text.len < 64 ? text.len : 64), text.text);
    if (strcmp(other->kind, row->kind) != 0)
        return call_fail(call, NASH_UNPROCESSABLE, "", "/from", "it is an opponent of the kind %s, not %s", other->kind,
                         row->kind);
    if (other->body == NULL)
        return call_fail(call, NASH_UNPROCESSABLE, "", "/from", "it has learnt nothing yet");
    *model = slice_of(other->body);
    return true;
}

static bool read_merge(struct call *call, const struct store_document *row, struct store_document *other,
                       struct slice *model)
{
    struct slice body = call_object(call);
    if (body.text == NULL || !call_members_only(call, body, (const char *const[]){"from", "model", NULL}))
        return false;
    struct slice from = json_member_of(body, "from");
    *model = json_member_of(body, "model");
    if ((from.text != NULL) == (model->text != NULL))
        return call_fail(call, NASH_INVALID, "", "", "expected one of the members from and model");
    if (from.text != NULL)
        return read_from(call, row, from, other, model);
    if (!slice_is_object(*model))
        return call_fail(call, NASH_INVALID, "", "/model", "the model must be an object");
    if (model->len > OPPONENT_MODEL_BYTES)
        return call_fail(call, NASH_TOO_LARGE, "", "/model", "the model has %zu bytes; an opponent has at most %d",
                         model->len, OPPONENT_MODEL_BYTES);
    return true;
}

static void merge_work(struct call *call)
{
    struct store_document row, other = {0};
    struct slice model;
    struct nash_buf request = NASH_BUF_INIT(0);
    if (!document_of_call(call, true, &row))
        return;
    if (read_merge(call, &row, &other, &model)) {
        struct nash_jsonw json = NASH_JSONW(&request);
        nash_jsonw_object(&json);
        nash_jsonw_kraw(&json, "model", model.text, model.len);
        nash_jsonw_object_end(&json);
        add_task(call, &row, verb_merge, &request);
    }
    nash_buf_free(&request);
    store_document_release(&other);
    store_document_release(&row);
}

void api_opponent_merge(struct http_request *request)
{
    if (!api_is_draining(request) && api_query_only(request, (const char *const[]){NULL}))
        call_simple(request, opponents_room(request), merge_work, observe_reply);
}

/* ---- one observation ---- */

static void observation_work(struct call *call)
{
    struct store_document row;
    struct nash_arena *arena = nash_arena_new(TASK_ARENA);
    struct store_task *task = NULL;
    size_t count = 0;
    const struct store_task_filter filter = {.id = &call->other_id, .limit = 1};
    if (document_of_call(call, false, &row)) {
        if (arena == NULL ||
            store_tasks_list(call->room->api->store, &filter, arena, &task, &count, &call->error) != NASH_OK)
            call_fail(call, NASH_BUSY, "unavailable", "", "the database cannot be read now; try again later");
        else if (count == 0 || memcmp(&task->document, &row.id, sizeof row.id) != 0)
            call_fail(call, NASH_NOT_FOUND, "not-found", "", "this opponent has no such observation");
        else
            set_outcome(call, task);
        call->location[0] = '\0';
        if (count > 0)
            store_task_release(task);
        store_document_release(&row);
    }
    nash_arena_free(arena);
}

void api_observation(struct http_request *request)
{
    if (api_query_only(request, (const char *const[]){NULL}) && api_accepts_or_406(request, "application/json"))
        call_simple(request, opponents_room(request), observation_work, NULL);
}
