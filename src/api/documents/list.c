#include "list.h"

#include <stdio.h>
#include <string.h>

#include <api/access.h>
#include <api/cursor.h>
#include <api/negotiation.h>

enum { LIST_DEFAULT = 50, LIST_MAX = 500, LIST_ARENA = 4 << 20 };

static void list_work(struct call *call)
{
    struct store_document_filter filter = call->filter;
    struct nash_arena *arena = nash_arena_new(LIST_ARENA);
    struct store_document *rows = NULL;
    size_t count = 0;
    filter.limit++; /* one more row shows whether there is a next page */
    if (arena == NULL ||
        store_documents_list(call->room->api->store, &filter, arena, &rows, &count, &call->error) != NASH_OK) {
        nash_arena_free(arena);
        call_fail(call, NASH_BUSY, "unavailable", "", "the list cannot be read now; try again later");
        return;
    }
    struct nash_jsonw json = NASH_JSONW(&call->json);
    size_t shown = count > call->filter.limit ? call->filter.limit : count;
    call->next = shown < count ? cursor_of_sequence(call->room->api, rows[shown - 1].sequence) : 0;
    nash_jsonw_object(&json);
    nash_jsonw_karray(&json, call->collection->member);
    if (call->collection->write_first != NULL && call->filter.before == 0)
        call->collection->write_first(&call->filter, &json);
    for (size_t i = 0; i < shown; i++)
        call->collection->write(&rows[i], &json);
    nash_jsonw_array_end(&json);
    nash_jsonw_key(&json, "next");
    char cursor[24];
    snprintf(cursor, sizeof cursor, "%lld", (long long)call->next);
    nash_jsonw_string(&json, call->next != 0 ? cursor : NULL);
    nash_jsonw_object_end(&json);
    for (size_t i = 0; i < count; i++)
        store_document_release(&rows[i]);
    nash_arena_free(arena);
}

static void list_reply(struct http_request *request, struct call *call)
{
    const struct document_collection *collection = call->collection;
    char link[192], filter[80 + JOB_OWNER_MAX] = "";
    if (call->filter.kind != NULL && collection->is_known(call->kind))
        snprintf(filter, sizeof filter, "&%s=%s", collection->filter, call->kind);
    if (api_names_owner(request))
        snprintf(filter + strlen(filter), sizeof filter - strlen(filter), "&owner=%s", http_query(request, "owner"));
    snprintf(link, sizeof link, "<%s?limit=%u&cursor=%lld%s>; rel=\"next\"", collection->path, call->filter.limit,
             (long long)call->next, filter);
    if (call->next != 0)
        http_set_header(request, "Link", link);
    api_reply_json(request, 200, &call->json);
}

void documents_list(struct http_request *request, struct document_room *room,
                    const struct document_collection *collection)
{
    int64_t limit = LIST_DEFAULT, before = 0;
    if (!api_accepts_or_406(request, "application/json") ||
        !api_query_only(request, (const char *const[]){collection->filter, "limit", "cursor", "owner", NULL}) ||
        !api_query_int(request, "limit", 1, LIST_MAX, &limit) ||
        !api_query_int(request, "cursor", 1, INT64_MAX, &before))
        return;
    struct call *call = call_new(request, room, list_work, list_reply);
    if (call == NULL)
        return;
    const char *kind = http_query(request, collection->filter);
    if (kind != NULL)
        snprintf(call->kind, sizeof call->kind, "%s", kind);
    const char *owner = api_list_owner(request);
    if (owner != NULL)
        snprintf(call->list_owner, sizeof call->list_owner, "%s", owner);
    call->collection = collection;
    call->filter = (struct store_document_filter){.type = room->type,
                                                  .owner = owner != NULL ? call->list_owner : NULL,
                                                  .kind = kind != NULL ? call->kind : NULL,
                                                  .before = cursor_to_sequence(api_of(request), before),
                                                  .limit = (unsigned)limit};
    call_start(request, call);
}
