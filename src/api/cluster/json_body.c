#include "json_body.h"

#include <api/negotiation.h>

enum { JSON_BODY_MEMORY = 64 << 10 };

bool api_refuse(struct http_request *request, const struct nash_error *error)
{
    http_problem(request, 0, error);
    return false;
}

bool api_json_open(struct http_request *request, struct api_json *json, const char *const names[])
{
    struct nash_error *error = &json->error;
    size_t len;
    const char *text = http_body(request, &len);
    *json = (struct api_json){0};
    if (len > 0 && !api_content_is(request, "application/json")) {
        http_problem_text(request, 415, "unsupported-media-type",
                          "unsupported Content-Type; expected application/json (with curl: --json '{…}')");
        return false;
    }
    json->arena = nash_arena_new(JSON_BODY_MEMORY);
    if (json->arena == NULL) {
        api_reply_no_memory(request, "this request");
        return false;
    }
    if (nash_json_parse(&json->doc, len > 0 ? text : "{}", len > 0 ? len : 2, json->arena, error) != NASH_OK) {
        api_json_close(json);
        return api_refuse(request, error);
    }
    reader_root(&json->members, &json->doc, json->arena, error);
    reader_only_listed(&json->members, names);
    return true;
}

void api_json_close(struct api_json *json)
{
    nash_json_free(&json->doc);
    nash_arena_free(json->arena);
    json->arena = NULL;
}

bool api_json_good(struct http_request *request, const struct api_json *json)
{
    return reader_status(&json->members) == NASH_OK || api_refuse(request, &json->error);
}
