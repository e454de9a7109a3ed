/* /v1/models/{id}: shows a model, or its file or net; renames it, removes it. "default" is part of the program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <api/negotiation.h>
#include <base/clock.h>

#include "new.h"

/* Values of call->format. */
static const char form_json[] = "json", form_file[] = "checkpoint", form_net[] = "net";

/* ---- the parts of a model ---- */

static void part_close(void *part)
{
    bytes_unref(part);
}

/* Makes a copy of a part the outcome, unless the request has ended. */
static void answer_part(struct call *call, struct slice part)
{
    struct bytes *bytes = part.text != NULL ? bytes_copy(part.text, part.len) : NULL;
    if (part.text == NULL)
        call_fail(call, NASH_INTERNAL, "", "", "this server cannot read the stored model");
    else if (bytes == NULL)
        call_no_memory(call);
    if (bytes == NULL)
        return;
    api_etag(call->etag, bytes);
    pthread_mutex_lock(&call->room->lock);
    if (call->request != NULL) {
        call->own = bytes;
        call->close = part_close;
        bytes = NULL;
    }
    pthread_mutex_unlock(&call->room->lock);
    bytes_unref(bytes);
}

static void part_reply(struct http_request *request, struct call *call)
{
    char name[96], id[JOB_ID_TEXT];
    http_set_header(request, "ETag", call->etag);
    if (http_etag_match(request, call->etag)) {
        http_reply(request, 304, NULL, NULL, 0);
        return;
    }
    snprintf(name, sizeof name, "attachment; filename=\"%s-%.8s.%s\"", call->kind,
             call->has_id ? job_id_text(id, &call->id) : MODEL_DEFAULT, call->format);
    http_set_header(request, "Content-Disposition", name);
    http_reply_bytes(request, 200, "application/octet-stream", call->own);
}

/* ---- GET ---- */

static void json_work(struct call *call)
{
    struct store_document row;
    if (!document_of_call(call, false, &row))
        return;
    struct nash_jsonw json = NASH_JSONW(&call->json);
    model_document_write(&row, &json);
    store_document_release(&row);
}

static void part_work(struct call *call)
{
    struct store_document row;
    if (!document_of_call(call, true, &row))
        return;
    snprintf(call->kind, sizeof call->kind, "%s", row.kind);
    answer_part(call, strcmp(call->format, form_net) == 0 ? model_net_of(&row) : model_file_of(&row));
    store_document_release(&row);
}

static void default_json_work(struct call *call)
{
    struct nash_jsonw json = NASH_JSONW(&call->json);
    model_default_write(nash_find_kind(call->kind, strlen(call->kind)), false, &json, &call->error);
}

static void default_part_work(struct call *call)
{
    struct nash_buf about = NASH_BUF_INIT(0), net = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&about);
    nash_jsonw_object(&json);
    if (strcmp(call->format, form_file) == 0)
        call_fail(call, NASH_NOT_FOUND, "not-found", "", "the default model has no checkpoint: it is only a net");
    else if (nash_find_kind(call->kind, strlen(call->kind))->models->standard(&json, &net, &call->error) == NASH_OK)
        answer_part(call, net.failed ? (struct slice){0} : (struct slice){net.data, net.len});
    nash_buf_free(&about);
    nash_buf_free(&net);
}

/* Returns one of the forms; NULL after replying. */
static const char *choose_form(struct http_request *request)
{
    static const char *const forms[] = {form_json, form_file, form_net};
    const char *format = http_query(request, "format");
    for (size_t i = 0; format != NULL && i < 3; i++)
        if (strcmp(format, forms[i]) == 0)
            return forms[i];
    if (format != NULL) {
        http_problem_text(request, 400, "invalid-request",
                          "query parameter \"format\": expected json, checkpoint or net");
        return NULL;
    }
    if (api_accepts_named(request, "application/octet-stream"))
        return form_file;
    return api_accepts_or_406(request, "application/json") ? form_json : NULL;
}

/* Begins the call of a GET, with the format. Returns NULL after replying. */
static struct call *get_call(struct http_request *request, call_work *json, call_work *part)
{
    const char *form = choose_form(request);
    if (form == NULL)
        return NULL;
    bool is_json = strcmp(form, form_json) == 0;
    struct call *call = call_new(request, models_room(request), is_json ? json : part, is_json ? NULL : part_reply);
    if (call != NULL)
        snprintf(call->format, sizeof call->format, "%s", form);
    return call;
}

void api_model_get(struct http_request *request)
{
    struct call *call = NULL;
    if (api_query_only(request, (const char *const[]){"format", NULL}))
        call = get_call(request, json_work, part_work);
    if (call != NULL)
        call_start(request, call);
}

void api_model_default(struct http_request *request)
{
    const struct nash_solver *solver = model_kind();
    const char *kind = http_query(request, "kind");
    struct call *call = NULL;
    if (!api_query_only(request, (const char *const[]){"format", "kind", NULL}))
        return;
    if (kind != NULL)
        solver = nash_find_kind(kind, strlen(kind));
    if (solver == NULL || solver->models == NULL)
        http_problem_text(request, 404, "model-not-found", "there is no default model of this kind");
    else
        call = get_call(request, default_json_work, default_part_work);
    if (call == NULL)
        return;
    snprintf(call->kind, sizeof call->kind, "%s", solver->kind);
    call_start(request, call);
}

/* ---- PATCH ---- */

static bool read_name(struct call *call, char name[DOCUMENT_NAME_MAX])
{
    struct slice body = call_object(call);
    struct call_members members;
    if (body.text == NULL)
        return false;
    bool good = call_members_open(call, body, MODEL_BODY_MEMORY, &members);
    if (good) {
        struct reader *r = &members.reader;
        reader_only_listed(r, (const char *const[]){"name", NULL});
        reader_require(r, (const char *const[]){"name", NULL});
        model_name_read(r, name);
        good = reader_status(r) == NASH_OK;
    }
    call_members_close(&members);
    return good;
}

static void rename_work(struct call *call)
{
    char name[DOCUMENT_NAME_MAX];
    struct store_document row;
    if (!read_name(call, name) || !document_of_call(call, false, &row))
        return;
    snprintf(row.name, sizeof row.name, "%s", name);
    row.updated_ms = clock_wall_ms();
    struct store_op op = {.verb = STORE_DOCUMENT_CHANGE, .document = &row};
    enum nash_status status = document_write(call->room, &op);
    if (status == NASH_OK) {
        struct nash_jsonw json = NASH_JSONW(&call->json);
        row.version++;
        model_document_write(&row, &json);
    } else if (status == NASH_NOT_FOUND) {
        document_is_missing(call->room, &call->id, &call->error);
    } else if (status == NASH_CONFLICT) {
        call_fail(call, status, "", "", "another server has changed this model meanwhile; try again");
    } else {
        document_explain_write(status, &call->error);
    }
    store_document_release(&row);
}

void api_model_head(struct http_request *request)
{
    call_json_head(request, MODEL_BODY_BYTES);
}

void api_model_rename(struct http_request *request)
{
    if (!api_is_draining(request) && api_query_only(request, (const char *const[]){NULL}))
        call_simple(request, models_room(request), rename_work, NULL);
}

/* ---- DELETE ---- */

static void delete_work(struct call *call)
{
    call_remove_document(call);
}

void api_model_delete(struct http_request *request)
{
    if (api_query_only(request, (const char *const[]){NULL}))
        call_simple(request, models_room(request), delete_work, NULL);
}
