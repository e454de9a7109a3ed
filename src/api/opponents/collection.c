/* /v1/opponents: makes an opponent, lists those that the caller may see. */
#include <string.h>

#include <api/documents/list.h>

#include "new.h"

static void post_work(struct call *call)
{
    static const char *const names[] = {"kind", "name", "settings", NULL};
    opponent_create(call, names);
}

void api_opponents_post(struct http_request *request)
{
    if (!api_is_draining(request) && api_query_only(request, (const char *const[]){NULL}))
        call_simple(request, opponents_room(request), post_work, NULL);
}

static bool is_kind(const char *kind)
{
    return nash_find_kind(kind, strlen(kind)) != NULL;
}

void api_opponents_list(struct http_request *request)
{
    static const struct document_collection collection = {
        .path = "/v1/opponents", .member = "opponents", .filter = "kind", .is_known = is_kind, .write = opponent_write};
    documents_list(request, opponents_room(request), &collection);
}
