/* GET /metrics: counters in the Prometheus text format (exposition format 0.0.4). Names follow the conventions of
 * prometheus.io: a unit, _total for counters, cumulative buckets. */
#include <stdio.h>
#include <stdlib.h>

#include <api/common.h>

/* The lines before a metric's samples. */
static void about(struct nash_buf *page, const char *name, const char *type, const char *help)
{
    nash_buf_printf(page, "# HELP nashd_%s %s\n# TYPE nashd_%s %s\n", name, help, name, type);
}

static void one(struct nash_buf *page, const char *name, const char *type, const char *help, double value)
{
    about(page, name, type, help);
    nash_buf_printf(page, "nashd_%s %.17g\n", name, value);
}

static void labelled(struct nash_buf *page, const char *name, const char *label, const char *text, uint64_t value)
{
    nash_buf_printf(page, "nashd_%s{%s=\"%s\"} %llu\n", name, label, text, (unsigned long long)value);
}

/* Cumulative buckets, sum and count of one histogram; labels such as `kind="sudoku"`. */
static void histogram(struct nash_buf *page, const char *name, const char *labels, const double bounds[], size_t n,
                      const uint64_t bucket[], double sum)
{
    uint64_t total = 0;
    for (size_t i = 0; i < n; i++) {
        total += bucket[i];
        nash_buf_printf(page, "nashd_%s_bucket{%s,le=\"%g\"} %llu\n", name, labels, bounds[i],
                        (unsigned long long)total);
    }
    total += bucket[n];
    nash_buf_printf(page, "nashd_%s_bucket{%s,le=\"+Inf\"} %llu\n", name, labels, (unsigned long long)total);
    nash_buf_printf(page, "nashd_%s_sum{%s} %.9g\n", name, labels, sum);
    nash_buf_printf(page, "nashd_%s_count{%s} %llu\n", name, labels, (unsigned long long)total);
}

static void write_server(struct nash_buf *page, const struct api *api)
{
    about(page, "build_info", "gauge", "The version that runs.");
    nash_buf_printf(page, "nashd_build_info{version=\"%s\"} 1\n", nash_version());
    one(page, "start_time_seconds", "gauge", "When the server started, in seconds since 1970.",
        (double)api->started_ms / 1000);
    one(page, "draining", "gauge", "1 while the server is shutting down.", atomic_load(&api->draining));
}

static void write_workers(struct nash_buf *page, const struct jobs_stats *stats)
{
    one(page, "workers", "gauge", "Worker processes.", stats->workers);
    one(page, "workers_busy", "gauge", "Worker processes that are solving.", stats->workers_busy);
    one(page, "workers_replaced_total", "counter", "Worker processes that were replaced.",
        (double)stats->workers_replaced);
    about(page, "worker_faults_total", "counter", "Runs that ended with their worker process.");
    labelled(page, "worker_faults_total", "fault", "crash", stats->crashes);
    labelled(page, "worker_faults_total", "fault", "out_of_memory", stats->out_of_memory);
    labelled(page, "worker_faults_total", "fault", "runaway", stats->runaways);
    labelled(page, "worker_faults_total", "fault", "sandbox_violation", stats->sandbox_violations);
}

static void write_kind_counters(struct nash_buf *page, const struct jobs_stats *stats)
{
    about(page, "jobs_submitted_total", "counter", "Jobs accepted.");
    for (size_t i = 0; i < stats->kinds; i++)
        labelled(page, "jobs_submitted_total", "kind", stats->kind[i].solver->kind, stats->kind[i].submitted);
    about(page, "jobs_cached_total", "counter", "Jobs answered from the stored answers.");
    for (size_t i = 0; i < stats->kinds; i++)
        labelled(page, "jobs_cached_total", "kind", stats->kind[i].solver->kind, stats->kind[i].cached);
    about(page, "jobs_shared_total", "counter", "Jobs that joined a run under way.");
    for (size_t i = 0; i < stats->kinds; i++)
        labelled(page, "jobs_shared_total", "kind", stats->kind[i].solver->kind, stats->kind[i].shared);
    about(page, "jobs_finished_total", "counter", "Jobs that ended, by how.");
    for (size_t i = 0; i < stats->kinds; i++) {
        const struct jobs_kind_stats *kind = &stats->kind[i];
        const struct {
            const char *state;
            uint64_t count;
        } ends[] = {{"succeeded", kind->succeeded}, {"failed", kind->failed}, {"cancelled", kind->cancelled}};
        for (size_t j = 0; j < sizeof ends / sizeof ends[0]; j++)
            nash_buf_printf(page, "nashd_jobs_finished_total{kind=\"%s\",status=\"%s\"} %llu\n", kind->solver->kind,
                            ends[j].state, (unsigned long long)ends[j].count);
    }
    about(page, "batch_lines_total", "counter", "Problems answered in batches of one kind.");
    for (size_t i = 0; i < stats->kinds; i++)
        labelled(page, "batch_lines_total", "kind", stats->kind[i].solver->kind, stats->kind[i].batch_lines);
}

static void write_jobs(struct nash_buf *page, const struct jobs_stats *stats)
{
    about(page, "jobs", "gauge", "Unfinished jobs by state.");
    labelled(page, "jobs", "status", "queued", stats->queued);
    labelled(page, "jobs", "status", "running", stats->running);
    one(page, "memory_jobs", "gauge", "Finished jobs kept in memory.", (double)stats->memory_jobs);
    one(page, "memory_jobs_bytes", "gauge", "Memory they take.", (double)stats->memory_bytes);
    write_kind_counters(page, stats);
    about(page, "run_seconds", "histogram", "How long runs took in their worker.");
    for (size_t i = 0; i < stats->kinds; i++) {
        char labels[64];
        snprintf(labels, sizeof labels, "kind=\"%s\"", stats->kind[i].solver->kind);
        histogram(page, "run_seconds", labels, jobs_bucket_seconds, JOBS_BUCKETS, stats->kind[i].seconds_bucket,
                  stats->kind[i].seconds_sum);
    }
}

static void write_store(struct nash_buf *page, struct store *store)
{
    struct store_stats stats;
    if (store_stats(store, &stats, NULL) != NASH_OK)
        return;
    about(page, "store_jobs", "gauge", "Jobs in the database by state.");
    for (int state = JOB_QUEUED; state <= JOB_CANCELLED; state++)
        labelled(page, "store_jobs", "status", job_state_name((enum job_state)state), stats.jobs[state]);
    one(page, "store_bytes", "gauge", "Size of the database.", (double)stats.bytes);
    one(page, "store_commits_total", "counter", "Durable transactions.", (double)stats.commits);
    one(page, "store_operations_total", "counter", "Writes in them.", (double)stats.operations);
    one(page, "store_lookups_total", "counter", "Answers looked up in the database.", (double)stats.lookups);
    one(page, "store_hits_total", "counter", "Answers found there.", (double)stats.hits);
}

static void write_http(struct nash_buf *page, const struct http_stats *stats)
{
    one(page, "http_connections", "gauge", "Open connections.", stats->connections);
    one(page, "http_waiting", "gauge", "Requests that wait for a job.", stats->waiting);
    one(page, "http_streams", "gauge", "Event streams and batches being sent.", stats->streams);
    one(page, "http_inflight_bytes", "gauge", "Memory held by request bodies.", (double)stats->inflight_bytes);
    one(page, "http_accepted_total", "counter", "Connections accepted.", (double)stats->accepted);
    one(page, "http_refused_keys_total", "counter", "Requests refused for want of a valid key.",
        (double)stats->refused_auth);
    one(page, "http_sockets", "gauge", "Open WebSockets.", stats->sockets);
    about(page, "http_socket_messages_total", "counter", "Messages through WebSockets.");
    labelled(page, "http_socket_messages_total", "direction", "received", stats->socket_received);
    labelled(page, "http_socket_messages_total", "direction", "sent", stats->socket_sent);
    about(page, "http_cut_total", "counter", "Connections cut at a deadline.");
    labelled(page, "http_cut_total", "phase", "head", stats->cut_head);
    labelled(page, "http_cut_total", "phase", "body", stats->cut_body);
    labelled(page, "http_cut_total", "phase", "idle", stats->cut_idle);
    labelled(page, "http_cut_total", "phase", "reply", stats->cut_reply);
    labelled(page, "http_cut_total", "phase", "socket", stats->socket_cut);
    about(page, "http_requests_total", "counter", "Requests by route and class of status.");
    for (size_t i = 0; i < stats->routes; i++)
        for (int class = 1; class <= 5; class ++)
            if (stats->route[i].by_class[class] > 0)
                nash_buf_printf(page, "nashd_http_requests_total{route=\"%s\",class=\"%dxx\"} %llu\n",
                                stats->route[i].route->name, class,
                                (unsigned long long)stats->route[i].by_class[class]);
    about(page, "http_request_seconds", "histogram", "From head to end of reply.");
    for (size_t i = 0; i < stats->routes; i++) {
        char labels[64];
        snprintf(labels, sizeof labels, "route=\"%s\"", stats->route[i].route->name);
        histogram(page, "http_request_seconds", labels, http_bucket_seconds, HTTP_BUCKETS,
                  stats->route[i].seconds_bucket, stats->route[i].seconds_sum);
    }
}

void api_metrics(struct http_request *request)
{
    struct api *api = api_of(request);
    struct nash_buf page = NASH_BUF_INIT(0);
    struct jobs_stats jobs;
    struct http_stats *http = calloc(1, sizeof *http);
    write_server(&page, api);
    jobs_stats(api->jobs, &jobs);
    write_workers(&page, &jobs);
    write_jobs(&page, &jobs);
    write_store(&page, api->store);
    if (http != NULL) {
        http_stats(http_server(request), http);
        write_http(&page, http);
    }
    free(http);
    if (page.failed || http == NULL)
        http_problem_text(request, 503, "out-of-memory", "The server has no memory for this page now.");
    else
        http_reply(request, 200, "text/plain; version=0.0.4; charset=utf-8", page.data, page.len);
    nash_buf_free(&page);
}
