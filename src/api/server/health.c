/* GET /healthz (the process runs) and /readyz (the server accepts jobs). */
#include <api/common.h>

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

void api_readyz(struct http_request *request)
{
    struct api *api = api_of(request);
    struct jobs_stats stats;
    if (atomic_load(&api->draining)) {
        http_problem_text(request, 503, "draining", "the server is shutting down");
        return;
    }
    jobs_stats(api->jobs, &stats);
    if (stats.workers == 0)
        http_problem_text(request, 503, "unavailable", "no worker process is running");
    else
        reply_status(request, "ready");
}
