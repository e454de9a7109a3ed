/* /v1/models: makes a model, of a file or of a job's checkpoint; lists those that the caller may see. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <api/documents/list.h>
#include <api/negotiation.h>
#include <base/secret.h>
#include <base/utf8.h>

#include "new.h"
#include "source.h"

/* What a JSON body says. */
struct wanted {
    struct job_id job;
    const char *checkpoint; /* MODEL_PLAYER: none was given */
    char name[DOCUMENT_NAME_MAX];
};

/* ---- the outcome ---- */

/* Sets the id of the model, and what its request was if it has an Idempotency-Key, else "". */
static void set_id(const struct call *call, struct job_id *id, char request[2 * NASH_HASH_BYTES + 1])
{
    struct nash_sha256 sha;
    request[0] = '\0';
    if (!call_document_id(call, "nashd-model-1", id))
        return;
    nash_sha256_init(&sha);
    nash_sha256_string(&sha, call->player); /* the name */
    nash_sha256_add(&sha, call->body.data, call->body.len);
    struct nash_hash hash = nash_sha256_end(&sha);
    hex_encode(request, hash.byte, sizeof hash.byte);
}

static void answer(struct call *call, unsigned status, const struct store_document *row)
{
    struct nash_jsonw json = NASH_JSONW(&call->json);
    model_document_write(row, &json);
    document_path(call->location, "/v1/models", &row->id, "");
    call->status = status;
}

/* Makes the model that has this Idempotency-Key the outcome. Returns false if there is none. */
static bool use_older(struct call *call, const struct job_id *id, const char *request)
{
    struct store_document row;
    struct nash_error error = {0};
    if (call->idempotency == NULL)
        return false;
    if (!document_read(call->room, id, call->owner, false, &row, &error)) {
        if (error.status != NASH_NOT_FOUND)
            call->error = error;
        return error.status != NASH_NOT_FOUND;
    }
    if (slice_is(model_meta_of(&row).request, request))
        answer(call, 200, &row);
    else
        call_fail(call, NASH_UNPROCESSABLE, "idempotency-mismatch", "",
                  "This Idempotency-Key came with another model before. Use a new key for each new request.");
    store_document_release(&row);
    return true;
}

/* Adds the model, unless its Idempotency-Key has one. */
static void add(struct call *call, struct new_model *new)
{
    char request[2 * NASH_HASH_BYTES + 1];
    struct store_document row = {0};
    set_id(call, &new->id, request);
    if (use_older(call, &new->id, request))
        return;
    new->owner = call->owner;
    new->request = request[0] != '\0' ? request : NULL;
    if (model_document_add(models_of(call), new, &row, &call->error)) {
        answer(call, 201, &row);
    } else if (call->error.status == NASH_CONFLICT) { /* another server with the same database was first */
        struct nash_error conflict = call->error;
        call->error = (struct nash_error){0};
        if (!use_older(call, &new->id, request))
            call->error = conflict;
    }
    store_document_release(&row);
}

/* ---- a file ---- */

static void upload_work(struct call *call)
{
    struct new_model new = {.solver = nash_find_kind(call->kind, strlen(call->kind)),
                            .file = {call->body.data, call->body.len}};
    snprintf(new.name, sizeof new.name, "%s", call->player);
    if (call->body.len == 0)
        call_fail(call, NASH_INVALID, "", "", "the body is empty; the file of a model is expected");
    else
        add(call, &new);
}

/* Reads the query. Returns false after replying 400. */
static bool read_query(struct http_request *request, struct call *call)
{
    const struct nash_solver *solver = model_kind();
    const char *kind = http_query(request, "kind"), *name = http_query(request, "name");
    char kinds[128];
    if (kind != NULL)
        solver = nash_find_kind(kind, strlen(kind));
    model_kinds(kinds, sizeof kinds);
    if (solver == NULL || solver->models == NULL) {
        http_problem_text(request, 400, "invalid-request", "query parameter \"kind\": kinds with models: %s", kinds);
        return false;
    }
    if (name != NULL &&
        (name[0] == '\0' || strlen(name) > MODEL_NAME_BYTES || utf8_span(name, strlen(name)) < strlen(name))) {
        http_problem_text(request, 400, "invalid-request",
                          "query parameter \"name\": a name has 1 to %d bytes of UTF-8", MODEL_NAME_BYTES);
        return false;
    }
    snprintf(call->kind, sizeof call->kind, "%s", solver->kind);
    snprintf(call->player, sizeof call->player, "%s", name != NULL ? name : "");
    return true;
}

/* ---- a checkpoint of a job ---- */

static void read_members(struct reader *r, struct wanted *wanted)
{
    static const char *const words[] = {MODEL_BEST, MODEL_LATEST, NULL};
    reader_only_listed(r, (const char *const[]){"job", "checkpoint", "name", NULL});
    reader_require(r, (const char *const[]){"job", NULL});
    const char *job = reader_string(r, "job", 64);
    wanted->checkpoint = reader_has(r, "checkpoint") ? words[reader_enum(r, "checkpoint", words, 0)] : MODEL_PLAYER;
    model_name_read(r, wanted->name);
    if (job != NULL && !job_id_read(job, strlen(job), &wanted->job))
        reader_fail(r, NASH_UNPROCESSABLE, "job", "there is no such job, or it is no training");
}

static bool read_wanted(struct call *call, struct slice body, struct wanted *wanted)
{
    struct call_members members;
    *wanted = (struct wanted){0};
    bool good = call_members_open(call, body, MODEL_BODY_MEMORY, &members);
    if (good) {
        read_members(&members.reader, wanted);
        good = reader_status(&members.reader) == NASH_OK;
    }
    call_members_close(&members);
    return good;
}

static void of_job_work(struct call *call)
{
    struct wanted wanted;
    struct bytes *blob = NULL;
    struct slice body = call_object(call);
    if (body.text == NULL || !read_wanted(call, body, &wanted))
        return;
    struct new_model new = {.job = &wanted.job};
    new.checkpoint = model_of_job(models_of(call), call->owner, &wanted.job, wanted.checkpoint, NULL, &new.solver,
                                  &blob, &call->error);
    if (new.checkpoint == NULL)
        return;
    snprintf(new.name, sizeof new.name, "%s", wanted.name);
    new.file = slice_of(blob);
    add(call, &new);
    bytes_unref(blob);
}

/* ---- requests ---- */

void api_models_head(struct http_request *request)
{
    const struct nash_solver *solver = model_kind();
    if (api_content_is(request, "application/octet-stream"))
        http_body_limit(request, solver != NULL ? solver->models->file_bytes : MODEL_BODY_BYTES);
    else if (http_header(request, "Content-Type") == NULL || api_content_is(request, "application/json"))
        http_body_limit(request, MODEL_BODY_BYTES);
    else
        http_problem_text(
            request, 415, "unsupported-media-type",
            "unsupported Content-Type; expected application/octet-stream, the file of a model (with curl: "
            "-H 'Content-Type: application/octet-stream' --data-binary @FILE), or application/json");
}

void api_models_post(struct http_request *request)
{
    static const char *const beside_file[] = {"kind", "name", NULL}, *const none[] = {NULL};
    bool is_file = api_content_is(request, "application/octet-stream");
    if (api_is_draining(request) || !api_query_only(request, is_file ? beside_file : none))
        return;
    struct call *call = call_new(request, models_room(request), is_file ? upload_work : of_job_work, NULL);
    if (call != NULL && (!is_file || read_query(request, call)))
        call_start(request, call);
}

/* ---- the list ---- */

static bool has_models(const char *kind)
{
    const struct nash_solver *solver = nash_find_kind(kind, strlen(kind));
    return solver != NULL && solver->models != NULL;
}

/* Writes the models that are part of the program, before the first page. */
static void write_defaults(const struct store_document_filter *filter, struct nash_jsonw *json)
{
    size_t count;
    const struct nash_solver *const *kinds = nash_kinds(&count);
    struct nash_error error = {0};
    for (size_t i = 0; i < count; i++)
        if (kinds[i]->models != NULL && (filter->kind == NULL || strcmp(filter->kind, kinds[i]->kind) == 0))
            model_default_write(kinds[i], true, json, &error);
}

void api_models_list(struct http_request *request)
{
    static const struct document_collection collection = {.path = "/v1/models",
                                                          .member = "models",
                                                          .filter = "kind",
                                                          .is_known = has_models,
                                                          .write_first = write_defaults,
                                                          .write = model_document_write_brief};
    documents_list(request, models_room(request), &collection);
}
