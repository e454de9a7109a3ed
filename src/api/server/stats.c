/* GET /v1/stats: the counters of /metrics as JSON, for web pages. The event `stats` of the feed has the same members
 * except `http`, because each request changes its counters. */
#include <stdlib.h>

#include <api/access.h>
#include <api/negotiation.h>
#include <api/readers/offload.h>
#include <http/stats.h>

static void write_workers(struct nash_jsonw *json, const struct jobs_stats *stats)
{
    nash_jsonw_kobject(json, "workers");
    nash_jsonw_kuint(json, "count", stats->workers);
    nash_jsonw_kuint(json, "busy", stats->workers_busy);
    nash_jsonw_kuint(json, "replaced", stats->workers_replaced);
    nash_jsonw_kuint(json, "crashes", stats->crashes);
    nash_jsonw_kuint(json, "killed", stats->killed);
    nash_jsonw_kuint(json, "out_of_memory", stats->out_of_memory);
    nash_jsonw_kuint(json, "runaways", stats->runaways);
    nash_jsonw_kuint(json, "sandbox_violations", stats->sandbox_violations);
    nash_jsonw_object_end(json);
}

/* Unfinished jobs are those of this server, finished jobs those of the store. */
static void write_jobs(struct nash_jsonw *json, const struct jobs_stats *stats, const struct store_stats *store)
{
    nash_jsonw_kobject(json, "jobs");
    nash_jsonw_kuint(json, "queued", stats->queued);
    nash_jsonw_kuint(json, "running", stats->running);
    for (int state = JOB_SUCCEEDED; state <= JOB_CANCELLED; state++)
        nash_jsonw_kuint(json, job_state_name((enum job_state)state), store->jobs[state]);
    nash_jsonw_object_end(json);
}

static void write_kind(struct nash_jsonw *json, const struct jobs_kind_stats *kind)
{
    nash_jsonw_object(json);
    nash_jsonw_kstring(json, "kind", kind->solver->kind);
    nash_jsonw_kuint(json, "submitted", kind->submitted);
    nash_jsonw_kuint(json, "cached", kind->cached);
    nash_jsonw_kuint(json, "shared", kind->shared);
    nash_jsonw_kuint(json, "succeeded", kind->succeeded);
    nash_jsonw_kuint(json, "failed", kind->failed);
    nash_jsonw_kuint(json, "cancelled", kind->cancelled);
    nash_jsonw_kuint(json, "batch_lines", kind->batch_lines);
    nash_jsonw_kdouble(json, "run_seconds", kind->seconds_sum);
    nash_jsonw_karray(json, "run_buckets");
    for (size_t i = 0; i <= JOBS_BUCKETS; i++)
        nash_jsonw_uint(json, kind->seconds_bucket[i]);
    nash_jsonw_array_end(json);
    nash_jsonw_object_end(json);
}

static void write_kinds(struct nash_jsonw *json, const struct jobs_stats *stats)
{
    nash_jsonw_karray(json, "bucket_seconds");
    for (size_t i = 0; i < JOBS_BUCKETS; i++)
        nash_jsonw_double(json, jobs_bucket_seconds[i]);
    nash_jsonw_array_end(json);
    nash_jsonw_karray(json, "kinds");
    for (size_t i = 0; i < stats->kinds; i++)
        write_kind(json, &stats->kind[i]);
    nash_jsonw_array_end(json);
}

static void write_store(struct nash_jsonw *json, const struct store_stats *store)
{
    nash_jsonw_kobject(json, "store");
    nash_jsonw_kuint(json, "bytes", store->bytes);
    nash_jsonw_kuint(json, "commits", store->commits);
    nash_jsonw_kuint(json, "operations", store->operations);
    nash_jsonw_kuint(json, "lookups", store->lookups);
    nash_jsonw_kuint(json, "hits", store->hits);
    nash_jsonw_object_end(json);
}

/* used, limit: bytes; refused: demands that the budget could not meet */
static void write_budgets(struct nash_jsonw *json, const struct api *api)
{
    nash_jsonw_kobject(json, "budgets");
    for (unsigned i = 0; i < api->budgets; i++) {
        nash_jsonw_kobject(json, api->budget[i].name);
        nash_jsonw_kuint(json, "used", atomic_load(&api->budget[i].budget->used));
        nash_jsonw_kuint(json, "limit", atomic_load(&api->budget[i].budget->max));
        nash_jsonw_kuint(json, "refused", atomic_load(&api->budget[i].budget->refused));
        nash_jsonw_object_end(json);
    }
    nash_jsonw_object_end(json);
}

static void write_http(struct nash_jsonw *json, struct http *http)
{
    struct http_stats *stats = calloc(1, sizeof *stats);
    if (stats == NULL)
        return;
    http_stats(http, stats);
    uint64_t by_class[6] = {0};
    for (size_t i = 0; i < stats->routes; i++)
        for (int class = 1; class <= 5; class ++)
            by_class[class] += stats->route[i].by_class[class];
    nash_jsonw_kobject(json, "http");
    nash_jsonw_kuint(json, "connections", stats->connections);
    nash_jsonw_kuint(json, "waiting", stats->waiting);
    nash_jsonw_kuint(json, "streams", stats->streams);
    nash_jsonw_kuint(json, "accepted", stats->accepted);
    nash_jsonw_kuint(json, "refused_keys", stats->refused_auth);
    nash_jsonw_kuint(json, "malformed", stats->malformed);
    nash_jsonw_key(json, "replies"); /* number of replies of each class, 1xx to 5xx */
    nash_jsonw_array(json);
    for (int class = 1; class <= 5; class ++)
        nash_jsonw_uint(json, by_class[class]);
    nash_jsonw_array_end(json);
    nash_jsonw_object_end(json);
    free(stats);
}

/* What a key sees that may not see the work of others: the server, and how much it can do at once. */
static void write_capacity(const struct api *api, struct nash_buf *out)
{
    struct nash_jsonw json = NASH_JSONW(out);
    struct jobs_stats jobs;
    jobs_stats(api->jobs, &jobs);
    nash_jsonw_object(&json);
    nash_jsonw_kstring(&json, "version", nash_version());
    nash_jsonw_kint(&json, "started_ms", api->started_ms);
    nash_jsonw_kbool(&json, "draining", atomic_load(&api->draining));
    nash_jsonw_kobject(&json, "workers");
    nash_jsonw_kuint(&json, "count", jobs.workers);
    nash_jsonw_object_end(&json);
    nash_jsonw_object_end(&json);
}

static void write_stats(struct api *api, struct http *http, struct nash_buf *out)
{
    struct nash_jsonw json = NASH_JSONW(out);
    struct store_stats store = {0};
    struct jobs_stats jobs;
    jobs_stats(api->jobs, &jobs);
    if (store_stats(api->store, &store, NULL) != NASH_OK)
        store = (struct store_stats){0};
    nash_jsonw_object(&json);
    nash_jsonw_kstring(&json, "version", nash_version());
    nash_jsonw_kint(&json, "started_ms", api->started_ms);
    nash_jsonw_kbool(&json, "draining", atomic_load(&api->draining));
    write_workers(&json, &jobs);
    write_jobs(&json, &jobs, &store);
    write_kinds(&json, &jobs);
    write_store(&json, &store);
    write_budgets(&json, api);
    if (http != NULL)
        write_http(&json, http);
    nash_jsonw_object_end(&json);
}

void api_stats_write(void *api, struct nash_buf *json)
{
    write_stats(api, NULL, json);
}

/* The text of the counters, which a reader thread writes, since some of them are in the store. */
struct stats_page {
    struct offload offload; /* first */
    struct http *http;
    bool whole; /* of the whole server; else only what it can do */
    struct nash_buf json;
};

static void stats_work(struct offload *offload)
{
    struct stats_page *page = (struct stats_page *)offload;
    if (page->whole)
        write_stats(offload->api, page->http, &page->json);
    else
        write_capacity(offload->api, &page->json);
}

static void reply_stats(struct http_request *request, struct offload *offload)
{
    api_reply_json(request, 200, &((struct stats_page *)offload)->json);
}

static void release_stats(struct offload *offload)
{
    nash_buf_free(&((struct stats_page *)offload)->json);
}

void api_stats(struct http_request *request)
{
    struct stats_page *page;
    if (!api_query_only(request, (const char *const[]){NULL}) || !api_accepts_or_406(request, "application/json") ||
        (page = offload_new(request, sizeof *page, stats_work, reply_stats, release_stats)) == NULL)
        return;
    page->http = http_server(request);
    page->whole = api_sees_server(request);
    page->json = NASH_BUF_INIT(0);
    offload_start(request, &page->offload);
}
