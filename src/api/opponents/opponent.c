/* /v1/opponents/{id}: shows an opponent, removes it. */
#include <api/negotiation.h>
#include <api/opponents/learn/learner.h>

static void get_work(struct call *call)
{
    struct store_document row;
    if (!document_of_call(call, false, &row))
        return;
    struct nash_jsonw json = NASH_JSONW(&call->json);
    opponent_write(&row, &json);
    store_document_release(&row);
}

void api_opponent_get(struct http_request *request)
{
    if (api_query_only(request, (const char *const[]){NULL}) && api_accepts_or_406(request, "application/json"))
        call_simple(request, opponents_room(request), get_work, NULL);
}

static void delete_work(struct call *call)
{
    if (call_remove_document(call))
        learner_forget(opponents_of(call), &call->id);
}

void api_opponent_delete(struct http_request *request)
{
    if (api_query_only(request, (const char *const[]){NULL}))
        call_simple(request, opponents_room(request), delete_work, NULL);
}
