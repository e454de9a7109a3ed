/* /v1/opponents/{id}/export and /v1/opponents/import: an opponent as a document that another server can read. */
#include <api/negotiation.h>

#include "new.h"

static void export_work(struct call *call)
{
    struct store_document row;
    if (!document_of_call(call, true, &row))
        return;
    struct nash_jsonw json = NASH_JSONW(&call->json);
    struct opponent_meta meta = opponent_meta_of(&row);
    nash_jsonw_object(&json);
    nash_jsonw_kstring(&json, "kind", row.kind);
    nash_jsonw_kstring(&json, "name", row.name);
    if (meta.settings.text != NULL)
        nash_jsonw_kraw(&json, "settings", meta.settings.text, meta.settings.len);
    nash_jsonw_kint(&json, "hands", meta.hands);
    if (row.body != NULL)
        nash_jsonw_kraw(&json, "model", row.body->data, row.body->len);
    nash_jsonw_object_end(&json);
    store_document_release(&row);
}

void api_opponent_export(struct http_request *request)
{
    if (api_query_only(request, (const char *const[]){NULL}) && api_accepts_or_406(request, "application/json"))
        call_simple(request, opponents_room(request), export_work, NULL);
}

static void import_work(struct call *call)
{
    static const char *const names[] = {"kind", "name", "settings", "hands", NULL};
    opponent_create(call, names);
}

void api_opponents_import(struct http_request *request)
{
    if (!api_is_draining(request) && api_query_only(request, (const char *const[]){NULL}))
        call_simple(request, opponents_room(request), import_work, NULL);
}
