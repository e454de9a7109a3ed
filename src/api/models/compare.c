/* /v1/models/compare. GET: two models side by side, and where they differ. POST: a match between them, as a job of
 * their kind. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <api/documents/request.h>
#include <api/jobs/job_reply.h>
#include <api/negotiation.h>

#include "source.h"

enum { DIFFERENCES_MAX = 200 };

/* ---- GET ---- */

/* The search for differences. */
struct comparison {
    struct nash_jsonw *json;
    char pointer[256];
    unsigned count;
};

static void compare_values(struct comparison *comparison, const cJSON *a, const cJSON *b);

static void write_value(struct nash_jsonw *json, const char *key, const cJSON *value)
{
    char *text = value != NULL ? cJSON_PrintUnformatted(value) : NULL;
    nash_jsonw_key(json, key);
    if (text != NULL)
        nash_jsonw_raw(json, text, strlen(text));
    else
        nash_jsonw_null(json);
    cJSON_free(text);
}

static void write_difference(struct comparison *comparison, const cJSON *a, const cJSON *b)
{
    if (comparison->count++ >= DIFFERENCES_MAX)
        return;
    nash_jsonw_object(comparison->json);
    nash_jsonw_kstring(comparison->json, "pointer", comparison->pointer);
    write_value(comparison->json, "a", a);
    write_value(comparison->json, "b", b);
    nash_jsonw_object_end(comparison->json);
}

static void compare_member(struct comparison *comparison, const char *name, const cJSON *a, const cJSON *b)
{
    size_t used = strlen(comparison->pointer);
    snprintf(comparison->pointer + used, sizeof comparison->pointer - used, "/%s", name);
    compare_values(comparison, a, b);
    comparison->pointer[used] = '\0';
}

static void compare_values(struct comparison *comparison, const cJSON *a, const cJSON *b)
{
    if (!cJSON_IsObject(a) || !cJSON_IsObject(b)) {
        /* A series, such as the curve of a training, stands in both models. */
        bool series = cJSON_IsObject(cJSON_GetArrayItem(a, 0)) || cJSON_IsObject(cJSON_GetArrayItem(b, 0));
        if (!series && !cJSON_Compare(a, b, true))
            write_difference(comparison, a, b);
        return;
    }
    for (const cJSON *item = a->child; item != NULL; item = item->next)
        compare_member(comparison, item->string, item, cJSON_GetObjectItemCaseSensitive(b, item->string));
    for (const cJSON *item = b->child; item != NULL; item = item->next)
        if (cJSON_GetObjectItemCaseSensitive(a, item->string) == NULL)
            compare_member(comparison, item->string, NULL, item);
}

/* Writes the model of an id. Returns false after call_fail(). */
static bool write_named(struct call *call, const char *text, const char *name, struct nash_buf *out)
{
    struct nash_jsonw json = NASH_JSONW(out);
    struct store_document row;
    struct job_id id;
    if (strcmp(text, MODEL_DEFAULT) == 0)
        return model_default_write(model_kind(), false, &json, &call->error);
    if (!job_id_read(text, strlen(text), &id) ||
        !document_read(call->room, &id, call->scope, false, &row, &call->error)) {
        if (call->error.status != NASH_BUSY || strcmp(call->error.type, "draining") == 0)
            call_fail(call, NASH_NOT_FOUND, call->room->missing, "", "%s: there is no model %.64s", name, text);
        return false;
    }
    model_document_write(&row, &json);
    store_document_release(&row);
    return true;
}

/* Writes the differences of two objects, but for those that every two models have. */
static void write_differences(struct nash_jsonw *json, const struct nash_buf *a, const struct nash_buf *b)
{
    static const char *const always[] = {"id", "name", "version", "created_at", "updated_at", "job"};
    struct comparison comparison = {.json = json};
    cJSON *first = cJSON_ParseWithLength(a->data, a->len), *second = cJSON_ParseWithLength(b->data, b->len);
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++) {
        cJSON_DeleteItemFromObjectCaseSensitive(first, always[i]);
        cJSON_DeleteItemFromObjectCaseSensitive(second, always[i]);
    }
    nash_jsonw_karray(json, "differences");
    if (first != NULL && second != NULL)
        compare_values(&comparison, first, second);
    else
        json->out->failed = true;
    nash_jsonw_array_end(json);
    cJSON_Delete(first);
    cJSON_Delete(second);
}

static void compare_work(struct call *call)
{
    struct nash_buf a = NASH_BUF_INIT(0), b = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&call->json);
    if (write_named(call, call->secret, "a", &a) && write_named(call, call->player, "b", &b)) {
        if (a.failed || b.failed) {
            call_no_memory(call);
        } else {
            nash_jsonw_object(&json);
            nash_jsonw_kraw(&json, "a", a.data, a.len);
            nash_jsonw_kraw(&json, "b", b.data, b.len);
            write_differences(&json, &a, &b);
            nash_jsonw_object_end(&json);
        }
    }
    nash_buf_free(&a);
    nash_buf_free(&b);
}

void api_models_compare(struct http_request *request)
{
    const char *a = http_query(request, "a"), *b = http_query(request, "b");
    struct call *call = NULL;
    if (!api_query_only(request, (const char *const[]){"a", "b", NULL}) ||
        !api_accepts_or_406(request, "application/json"))
        return;
    if (a == NULL || b == NULL)
        http_problem_text(request, 400, "invalid-request", "expected the query parameters a and b, ids of two models");
    else
        call = call_new(request, models_room(request), compare_work, NULL);
    if (call == NULL)
        return;
    snprintf(call->secret, sizeof call->secret, "%s", a);
    snprintf(call->player, sizeof call->player, "%s", b);
    call_start(request, call);
}

/* ---- POST ---- */

/* Copies the members of an object, but for those in the NULL-terminated list. */
static void copy_members(struct nash_jsonw *json, struct slice object, const char *const but[])
{
    struct json_members members;
    struct json_member member;
    if (!slice_is_object(object))
        return;
    json_members_begin(&members, object.text, object.len);
    while (json_members_next(&members, &member)) {
        bool copied = true;
        for (size_t i = 0; but[i] != NULL; i++)
            copied = copied && !slice_is(member.key, but[i]);
        if (copied)
            json_member_write(&member, json);
    }
}

/* Writes a player: the id of a model alone plays as the kind proposes. Returns false after call_fail(). */
static bool write_player(struct call *call, const struct nash_solver *solver, const char *name, struct slice player,
                         struct nash_jsonw *json)
{
    char pointer[8];
    struct slice id = player.text != NULL ? slice_string(player) : player;
    snprintf(pointer, sizeof pointer, "/%s", name);
    if (id.text == NULL && (!slice_is_object(player) || json_member_of(player, "model").text == NULL))
        return call_fail(call, NASH_INVALID, "", pointer,
                         "expected the id of a model, or an object such as {\"model\": \"ID\", \"engine\": …}");
    nash_jsonw_kobject(json, name);
    if (id.text != NULL || json_member_of(player, "engine").text == NULL)
        solver->models->write_engine(json);
    if (id.text != NULL) {
        nash_jsonw_key(json, "model");
        nash_jsonw_raw(json, player.text, player.len);
    }
    copy_members(json, player, (const char *const[]){NULL});
    nash_jsonw_object_end(json);
    return true;
}

/* Writes the problem of the match, with ids of models. Returns false after call_fail(). */
static bool write_match(struct call *call, const struct nash_solver *solver, struct slice body, struct nash_buf *out)
{
    struct nash_jsonw json = NASH_JSONW(out);
    struct slice match = json_member_of(body, "match");
    if (match.text != NULL && !slice_is_object(match))
        return call_fail(call, NASH_INVALID, "", "/match", "expected an object, such as {\"games\": 100}");
    nash_jsonw_object(&json);
    copy_members(&json, body, (const char *const[]){"a", "b", "kind", "match", NULL});
    nash_jsonw_kobject(&json, "match");
    if (!write_player(call, solver, "a", json_member_of(body, "a"), &json) ||
        !write_player(call, solver, "b", json_member_of(body, "b"), &json))
        return false;
    copy_members(&json, match, (const char *const[]){"a", "b", NULL});
    nash_jsonw_object_end(&json);
    nash_jsonw_object_end(&json);
    return true;
}

/* Moves the pointer of an error from the problem to the body that the client sent. */
static void relocate(struct nash_error *error, struct slice body)
{
    static const char *const players[] = {"/match/a", "/match/b"};
    for (size_t i = 0; i < 2; i++) {
        size_t len = strlen(players[i]);
        if (strncmp(error->pointer, players[i], len) != 0 ||
            (error->pointer[len] != '\0' && error->pointer[len] != '/'))
            continue;
        struct slice player = json_member_of(body, i == 0 ? "a" : "b");
        size_t skipped = strlen("/match");
        memmove(error->pointer, error->pointer + skipped, strlen(error->pointer + skipped) + 1);
        if (slice_string(player).text != NULL)
            error->pointer[2] = '\0';
        return;
    }
}

static void match_work(struct call *call)
{
    struct nash_buf problem = NASH_BUF_INIT(0);
    struct slice body = call_object(call), kind;
    const struct nash_solver *solver = model_kind();
    if (body.text == NULL)
        return;
    if ((kind = json_member_of(body, "kind")).text != NULL) {
        struct slice name = slice_string(kind);
        solver = name.text != NULL ? nash_find_kind(name.text, name.len) : NULL;
    }
    if (solver == NULL || solver->models == NULL) {
        call_fail(call, NASH_UNPROCESSABLE, "", "/kind", "no kind of this name has models");
    } else if (write_match(call, solver, body, &problem)) {
        call->job = request_submit(call->room, solver, call->owner, call->idempotency, &problem, &call->error);
        if (call->job == NULL) {
            model_filling.relocate(solver, &call->error);
            relocate(&call->error, body);
        }
    }
    nash_buf_free(&problem);
}

static void match_accepted(struct http_request *request, bool timed_out)
{
    struct api_wait *wait = http_user(request);
    (void)timed_out;
    api_reply_accepted(request, wait->job);
}

static void match_woken(struct http_request *request, bool timed_out)
{
    struct api_wait *wait = http_user(request);
    if (timed_out || http_stopping(request))
        api_wait_for(wait, JOB_IS_DURABLE, 0, match_accepted);
    else if (!api_reply_lost(request, wait->job))
        api_reply_finished(request, wait->job, false);
}

static void match_reply(struct http_request *request, struct call *call)
{
    struct api_wait *wait = http_user(request);
    wait->job = job_ref(call->job);
    uint32_t wait_s = api_read_wait_s(request, 0);
    if (wait_s == 0)
        api_wait_for(wait, JOB_IS_DURABLE, 0, match_accepted);
    else
        api_wait_for(wait, JOB_IS_DONE, wait_s * 1000, match_woken);
}

void api_models_match(struct http_request *request)
{
    if (!api_is_draining(request) && api_query_only(request, (const char *const[]){NULL}))
        call_simple(request, models_room(request), match_work, match_reply);
}
