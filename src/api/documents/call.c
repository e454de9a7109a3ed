#include "call.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <api/access.h>
#include <api/negotiation.h>
#include <base/secret.h>

bool call_document_id(const struct call *call, const char *domain, struct job_id *id)
{
    struct nash_sha256 sha;
    if (call->idempotency == NULL) {
        secret_random(id->byte, sizeof id->byte);
        return false;
    }
    nash_sha256_init(&sha);
    nash_sha256_string(&sha, domain);
    nash_sha256_string(&sha, call->owner);
    nash_sha256_string(&sha, call->idempotency);
    struct nash_hash hash = nash_sha256_end(&sha);
    memcpy(id->byte, hash.byte, sizeof id->byte);
    return true;
}

bool call_fail(struct call *call, enum nash_status status, const char *type, const char *pointer, const char *format,
               ...)
{
    char detail[sizeof call->error.detail];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(detail, sizeof detail, format, arguments);
    va_end(arguments);
    nash_fail_type(&call->error, status, type, pointer, "%s", detail);
    return false;
}

bool call_no_memory(struct call *call)
{
    return call_fail(call, NASH_BUSY, "out-of-memory", "",
                     "the server has no memory for this request; try again later");
}

/* ---- the ends of a call ---- */

static void call_release(struct body_reading *reading)
{
    struct call *call = (struct call *)reading;
    http_held_body_release(&call->body);
    nash_buf_free(&call->json);
    job_unref(call->job);
    free(call->idempotency);
    free(call->accept);
    free(call);
}

void call_unlink(struct call *call)
{
    if (call->link == NULL)
        return;
    *call->link = call->next_waiting;
    if (call->next_waiting != NULL)
        call->next_waiting->link = call->link;
    call->link = NULL;
}

/* Called when the request is over. */
static void call_request_close(void *user)
{
    struct call_request *own = user;
    struct call *call = own->call;
    struct document_room *room = call->room;
    pthread_mutex_lock(&room->lock);
    call->request = NULL;
    call_unlink(call);
    if (call->own != NULL)
        call->close(call->own);
    call->own = NULL;
    pthread_mutex_unlock(&room->lock);
    if (call->added)
        body_reading_end(room->thread, &call->reading);
    else
        call_release(&call->reading);
    api_wait_close(&own->wait);
}

/* ---- the way of a call ---- */

static void call_read(struct body_reading *reading)
{
    struct call *call = (struct call *)reading;
    call->error = (struct nash_error){0};
    call->work(call);
    http_held_body_release(&call->body); /* what waits for a job holds no body */
    if (call->error.status == NASH_OK && call->json.failed)
        call_no_memory(call);
}

static void reply_outcome(struct http_request *request, struct call *call)
{
    if (call->error.status != NASH_OK) {
        http_problem(request, 0, &call->error);
    } else if (call->reply != NULL) {
        call->reply(request, call);
    } else {
        if (call->location[0] != '\0')
            http_set_header(request, "Location", call->location);
        if (call->json.len > 0)
            api_reply_json(request, call->status, &call->json);
        else
            http_reply(request, call->status, NULL, NULL, 0);
    }
}

/* Called when the work is done, and without a cause while the server stops. */
static void call_woken(struct http_request *request, bool timed_out)
{
    struct call_request *own = http_user(request);
    (void)timed_out;
    if (body_reading_is_done(own->call->room->thread, &own->call->reading))
        reply_outcome(request, own->call);
    else
        http_wait(request, 0, call_woken);
}

/* Reads the ids of the path. Returns false if one is malformed. */
static bool read_path(struct http_request *request, struct call *call)
{
    const char *id = http_param(request, "id"), *other = http_param(request, "observation");
    call->has_id = id[0] != '\0';
    call->has_other_id = other[0] != '\0';
    return (!call->has_id || job_id_read(id, strlen(id), &call->id)) &&
           (!call->has_other_id || job_id_read(other, strlen(other), &call->other_id));
}

/* Reads Idempotency-Key. Returns false after replying. */
static bool read_idempotency(struct http_request *request, struct call *call)
{
    const char *key = http_header(request, "Idempotency-Key");
    if (key == NULL)
        return true;
    size_t len = strlen(key);
    bool good = len > 0 && len <= JOB_IDEMPOTENCY_MAX;
    for (size_t i = 0; i < len && good; i++)
        good = key[i] >= ' ' && key[i] <= '~';
    if (!good) {
        http_problem_text(request, 400, "invalid-request",
                          "Idempotency-Key must have 1 to %d printable ASCII characters.", JOB_IDEMPOTENCY_MAX);
        return false;
    }
    call->idempotency = strdup(key);
    if (call->idempotency == NULL)
        api_reply_no_memory(request, "this request");
    return call->idempotency != NULL;
}

struct call *call_new(struct http_request *request, struct document_room *room, call_work *work, call_reply *reply)
{
    struct call *call = calloc(1, sizeof *call);
    struct call_request *own = calloc(1, sizeof *own);
    if (call == NULL || own == NULL) {
        free(call);
        free(own);
        api_reply_no_memory(request, "this request");
        return NULL;
    }
    *call = (struct call){.reading = {.read = call_read, .release = call_release},
                          .room = room,
                          .work = work,
                          .reply = reply,
                          .owner = http_owner(request),
                          .scope = api_scope(request),
                          .status = 200,
                          .json = NASH_BUF_INIT(0)};
    call->request = request;
    if (!read_path(request, call)) {
        http_problem_text(request, 404, room->missing, "there is no such %s", room->type);
    } else if (read_idempotency(request, call)) {
        call_fail(call, NASH_BUSY, "draining", "", "the server is shutting down; send the request again later");
        own->call = call;
        api_wait_own(&own->wait, request);
        http_set_user(request, own, call_request_close);
        return call;
    }
    call_release(&call->reading);
    free(own);
    return NULL;
}

void call_start(struct http_request *request, struct call *call)
{
    http_body_hold(request, &call->body);
    call->added = body_reader_add(call->room->thread, &call->reading, request);
    if (call->added)
        http_wait(request, 0, call_woken);
    else
        reply_outcome(request, call);
}

void call_simple(struct http_request *request, struct document_room *room, call_work *work, call_reply *reply)
{
    struct call *call = call_new(request, room, work, reply);
    if (call != NULL)
        call_start(request, call);
}

void call_json_head(struct http_request *request, size_t limit)
{
    http_body_limit(request, limit);
    if (http_header(request, "Content-Type") != NULL && !api_content_is(request, "application/json"))
        http_problem_text(request, 415, "unsupported-media-type",
                          "unsupported Content-Type; expected application/json (with curl: --json '{…}')");
}

/* ---- in the thread ---- */

bool document_of_call(struct call *call, bool with_body, struct store_document *row)
{
    return document_read(call->room, &call->id, call->scope, with_body, row, &call->error);
}

static bool is_object(struct slice text)
{
    struct json_members members;
    json_members_begin(&members, text.text, text.len);
    return members.is_object;
}

struct slice call_object(struct call *call)
{
    const struct slice body = {call->body.data, call->body.len};
    if (body.len == 0)
        call_fail(call, NASH_INVALID, "", "", "the body is empty; a JSON object is expected");
    else if (nash_json_check(body.text, body.len, &call->error) == NASH_OK && !is_object(body))
        call_fail(call, NASH_INVALID, "", "", "the body must be a JSON object");
    return call->error.status == NASH_OK ? body : (struct slice){0};
}

static bool is_named(struct slice key, const char *const names[])
{
    for (size_t i = 0; names[i] != NULL; i++)
        if (slice_is(key, names[i]))
            return true;
    return false;
}

bool call_members_only(struct call *call, struct slice body, const char *const names[])
{
    struct json_members members;
    struct json_member member;
    char name[64], pointer[160], known[160];
    json_members_begin(&members, body.text, body.len);
    while (json_members_next(&members, &member)) {
        if (is_named(member.key, names))
            continue;
        snprintf(name, sizeof name, "%.*s", (int)(member.key.len < 63 ? member.key.len : 63), member.key.text);
        return call_fail(call, NASH_INVALID, "unknown-member", nash_pointer(pointer, sizeof pointer, "", name),
                         "no such member is known here; known: %s", nash_join_words(known, sizeof known, names));
    }
    return true;
}

bool call_remove_document(struct call *call)
{
    struct store_document row;
    if (!document_of_call(call, false, &row))
        return false;
    struct store_op op = {.verb = STORE_DOCUMENT_REMOVE, .document = &row};
    enum nash_status status = document_write(call->room, &op);
    store_document_release(&row);
    call->status = 204;
    if (status == NASH_OK || status == NASH_NOT_FOUND) /* removed now, or by another server */
        return true;
    document_explain_write(status, &call->error);
    return false;
}
