/* Heads of requests with a body. */
#include <api/negotiation.h>

#include "record.h"

void api_opponent_json_head(struct http_request *request)
{
    call_json_head(request, OPPONENT_BODY_BYTES);
}

void api_opponent_observe_head(struct http_request *request)
{
    http_body_limit(request, OPPONENT_BODY_BYTES);
    if (http_header(request, "Content-Type") != NULL && !api_content_is(request, "application/json") &&
        !api_content_is(request, "text/plain"))
        http_problem_text(request, 415, "unsupported-media-type",
                          "unsupported Content-Type; expected text/plain, the text of hands, or application/json");
}
