/* GET /v1/shards: the members and games of the cluster. */
#include <api/access.h>
#include <api/negotiation.h>

void api_shards(struct http_request *request)
{
    if (!api_query_only(request, (const char *const[]){NULL}) || !api_accepts_or_406(request, "application/json"))
        return;
    struct nash_buf page = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&page);
    cluster_write_status(api_of(request)->cluster, api_scope(request), &json);
    api_reply_json(request, 200, &page);
    nash_buf_free(&page);
}
