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
    struct store_document row;
    if (!document_of_call(call, false, &row))
        return;
    struct store_op op = {.verb = STORE_DOCUMENT_REMOVE, .document = &row};
    enum nash_status status = document_write(call->room, &op);
    if (status == NASH_OK || status == NASH_NOT_FOUND)
        learner_forget(opponents_of(call), &row.id);
    else
        document_explain_write(status, &call->error);
    store_document_release(&row);
    call->status = 204;
}

void api_opponent_delete(struct http_request *request)
{
    if (api_query_only(request, (const char *const[]){NULL}))
        call_simple(request, opponents_room(request), delete_work, NULL);
}
