#include <api/json_body.h>

enum { JSON_BODY_MEMORY = 64 << 10 };

bool api_refuse(struct http_request *request, const struct nash_error *error)
{
    http_problem(request, 0, error);
    return false;
}

bool api_json_open(struct http_request *request, struct api_json *json, const char *const names[])
{
    struct nash_error error = {0};
    size_t len;
    const char *text = http_body(request, &len);
    *json = (struct api_json){0};
    if (len > 0 && !api_content_is(request, "application/json")) {
        http_problem_text(request, 415, "unsupported-media-type",
                          "Send the body as Content-Type: application/json (with curl: --json '{…}').");
        return false;
    }
    json->arena = nash_arena_new(JSON_BODY_MEMORY);
    if (json->arena == NULL) {
        http_problem_text(request, 503, "out-of-memory", "The server has no memory for this request now.");
        return false;
    }
    enum nash_status status =
        nash_json_parse(&json->doc, len > 0 ? text : "{}", len > 0 ? len : 2, json->arena, &error);
    if (status == NASH_OK && !cJSON_IsObject(json->doc.root))
        status = nash_fail(&error, NASH_INVALID, "", "The body must be a JSON object.");
    if (status == NASH_OK)
        status = nash_json_only(json->doc.root, "", names, &error);
    if (status == NASH_OK && nash_json_get(json->doc.root, "job") != NULL) /* reserved, where a problem is posted */
        status = nash_fail_type(&error, NASH_INVALID, "unknown-member", "/job", "There is no member \"job\" here.");
    if (status == NASH_OK)
        return true;
    api_json_close(json);
    return api_refuse(request, &error);
}

void api_json_close(struct api_json *json)
{
    nash_json_free(&json->doc);
    nash_arena_free(json->arena);
    json->arena = NULL;
}

bool api_json_text(struct http_request *request, const struct api_json *json, const char *name, size_t max,
                   const char **text)
{
    struct nash_error error = {0};
    return nash_json_string(json->doc.root, "", name, max, text, &error) == NASH_OK || api_refuse(request, &error);
}
