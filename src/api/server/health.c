/* GET /healthz (the process runs) and /readyz (the server accepts jobs). */
#include <api/common.h>
#include <jobs/health/health.h>

static void reply_status(struct http_request *request, const char *status)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&buf);
    nash_jsonw_object(&json);
    nash_jsonw_kstring(&json, "status", status);
    nash_jsonw_object_end(&json);
    api_reply_json(request, 200, &buf);
    nash_buf_free(&buf);
}

void api_healthz(struct http_request *request)
{
    reply_status(request, "ok");
}

/* Appends a reason to the members of a problem, unless it is empty. */
static void write_reason(struct nash_jsonw *json, const char *part, const char *detail)
{
    if (detail[0] == '\0')
        return;
    nash_jsonw_object(json);
    nash_jsonw_kstring(json, "part", part);
    nash_jsonw_kstring(json, "detail", detail);
    nash_jsonw_object_end(json);
}

static void reply_not_ready(struct http_request *request, const struct jobs_health *health)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&buf);
    const struct http_problem_type *type = http_problem_find("unavailable");
    nash_jsonw_object(&json);
    nash_jsonw_kstring(&json, "type", "/problems/unavailable");
    nash_jsonw_kstring(&json, "title", type->title);
    nash_jsonw_kuint(&json, "status", type->status);
    nash_jsonw_kstring(&json, "detail", "The server cannot take new work now; the reasons say why.");
    nash_jsonw_kstring(&json, "instance", "/readyz");
    nash_jsonw_karray(&json, "reasons");
    write_reason(&json, "store", health->store);
    write_reason(&json, "disk", health->disk);
    write_reason(&json, "workers", health->workers);
    nash_jsonw_array_end(&json);
    nash_jsonw_object_end(&json);
    if (buf.failed) {
        api_reply_no_memory(request, "this reply");
    } else {
        http_set_header(request, "Retry-After", "1");
        http_reply(request, type->status, "application/problem+json", buf.data, buf.len);
    }
    nash_buf_free(&buf);
}

void api_readyz(struct http_request *request)
{
    struct api *api = api_of(request);
    struct jobs_health health;
    if (atomic_load(&api->draining)) {
        http_problem_text(request, 503, "draining", "the server is shutting down");
        return;
    }
    jobs_health(api->jobs, &health);
    if (health.store[0] == '\0' && health.disk[0] == '\0' && health.workers[0] == '\0')
        reply_status(request, "ready");
    else
        reply_not_ready(request, &health);
}
