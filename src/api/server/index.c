/* GET / as JSON: name, version and links. */
#include <api/common.h>

void api_index(struct http_request *request)
{
    static const char *const links[][2] = {
        {"kinds", "/v1/kinds"},   {"jobs", "/v1/jobs"},    {"contract", "/v1/openapi.json"},
        {"events", "/v1/events"}, {"stats", "/v1/stats"},  {"health", "/healthz"},
        {"ready", "/readyz"},     {"metrics", "/metrics"}, {"docs", "/docs"},
    };
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&buf);
    nash_jsonw_object(&json);
    nash_jsonw_kstring(&json, "name", "nashd");
    nash_jsonw_kstring(&json, "version", nash_version());
    nash_jsonw_kobject(&json, "links");
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++)
        nash_jsonw_kstring(&json, links[i][0], links[i][1]);
    nash_jsonw_object_end(&json);
    nash_jsonw_object_end(&json);
    api_reply_json(request, 200, &buf);
    nash_buf_free(&buf);
}
