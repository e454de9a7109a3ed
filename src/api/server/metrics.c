/* GET /metrics: counters in the Prometheus text format (exposition format 0.0.4). Names follow the conventions of
 * prometheus.io: a unit, _total for counters, cumulative buckets. */
#include <stdio.h>
#include <stdlib.h>

#include <api/games/games.h>
#include <api/opponents/opponents.h>
#include <api/readers/offload.h>
#include <api/webhooks/webhooks.h>
#include <http/stats.h>

/* Writes the HELP and TYPE lines, which precede the samples of a metric. */
static void write_metric_head(struct nash_buf *page, const char *name, const char *type, const char *help)
{
    nash_buf_printf(page, "# HELP nashd_%s %s\n# TYPE nashd_%s %s\n", name, help, name, type);
}

static void write_metric(struct nash_buf *page, const char *name, const char *type, const char *help, double value)
{
    write_metric_head(page, name, type, help);
    nash_buf_printf(page, "nashd_%s %.17g\n", name, value);
}

static void write_labelled(struct nash_buf *page, const char *name, const char *label, const char *text, uint64_t value)
{
    nash_buf_printf(page, "nashd_%s{%s=\"%s\"} %llu\n", name, label, text, (unsigned long long)value);
}

/* Writes cumulative buckets, sum and count of a histogram. bounds: n upper bounds; bucket: n + 1 counts, the last one
 * above all bounds; labels such as `kind="sudoku"`. */
static void write_histogram(struct nash_buf *page, const char *name, const char *labels, const double bounds[],
                            size_t n, const uint64_t bucket[], double sum)
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
    write_metric_head(page, "build_info", "gauge", "The version of the server.");
    nash_buf_printf(page, "nashd_build_info{version=\"%s\"} 1\n", nash_version());
    write_metric(page, "start_time_seconds", "gauge", "When the server started, in seconds since 1970.",
                 (double)api->started_ms / 1000);
    write_metric(page, "draining", "gauge", "1 while the server is shutting down.", atomic_load(&api->draining));
}

static void write_workers(struct nash_buf *page, const struct jobs_stats *stats)
{
    write_metric(page, "workers", "gauge", "Worker processes.", stats->workers);
    write_metric(page, "workers_busy", "gauge", "Worker processes that are solving.", stats->workers_busy);
    write_metric(page, "workers_replaced_total", "counter", "Worker processes that were replaced.",
                 (double)stats->workers_replaced);
    write_metric(page, "zygote_restarts_total", "counter",
                 "How often the process that starts the workers was started again.", (double)stats->zygote_restarts);
    write_metric_head(page, "worker_faults_total", "counter", "Worker processes that failed, by fault.");
    write_labelled(page, "worker_faults_total", "fault", "crash", stats->crashes);
    write_labelled(page, "worker_faults_total", "fault", "killed", stats->killed);
    write_labelled(page, "worker_faults_total", "fault", "out_of_memory", stats->out_of_memory);
    write_labelled(page, "worker_faults_total", "fault", "runaway", stats->runaways);
    write_labelled(page, "worker_faults_total", "fault", "sandbox_violation", stats->sandbox_violations);
}

static void write_shares(struct nash_buf *page, const struct jobs_stats *stats)
{
    write_metric(page, "flows_waiting", "gauge", "API keys, or addresses without keys, with work that waits.",
                 stats->flows_waiting);
    write_metric(page, "jobs_over_quota_total", "counter", "Jobs refused by a quota.", (double)stats->over_quota);
    write_metric(page, "slices_total", "counter", "Slices of the express process.", (double)stats->slices);
    write_metric(page, "slices_cut_total", "counter", "Slices that were too short for their problem.",
                 (double)stats->slices_cut);
}

static void write_kind_counters(struct nash_buf *page, const struct jobs_stats *stats)
{
    write_metric_head(page, "jobs_submitted_total", "counter", "Jobs accepted.");
    for (size_t i = 0; i < stats->kinds; i++)
        write_labelled(page, "jobs_submitted_total", "kind", stats->kind[i].solver->kind, stats->kind[i].submitted);
    write_metric_head(page, "jobs_cached_total", "counter", "Jobs answered with a stored result.");
    for (size_t i = 0; i < stats->kinds; i++)
        write_labelled(page, "jobs_cached_total", "kind", stats->kind[i].solver->kind, stats->kind[i].cached);
    write_metric_head(page, "jobs_shared_total", "counter", "Jobs that share the execution of an identical job.");
    for (size_t i = 0; i < stats->kinds; i++)
        write_labelled(page, "jobs_shared_total", "kind", stats->kind[i].solver->kind, stats->kind[i].shared);
    write_metric_head(page, "jobs_finished_total", "counter", "Finished jobs by status.");
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
    write_metric_head(page, "batch_lines_total", "counter", "Problems answered in batches of one kind.");
    for (size_t i = 0; i < stats->kinds; i++)
        write_labelled(page, "batch_lines_total", "kind", stats->kind[i].solver->kind, stats->kind[i].batch_lines);
}

static void write_jobs(struct nash_buf *page, const struct jobs_stats *stats)
{
    write_metric_head(page, "jobs", "gauge", "Unfinished jobs by state.");
    write_labelled(page, "jobs", "status", "queued", stats->queued);
    write_labelled(page, "jobs", "status", "running", stats->running);
    write_metric(page, "damaged_results_total", "counter", "Stored results that did not match their checksum.",
                 (double)stats->damaged);
    write_metric(page, "damaged_problems_total", "counter", "Damaged problems found by checks of the store.",
                 (double)stats->damaged_problems);
    write_metric(page, "scrub_jobs_total", "counter", "Stored jobs checked while the server was idle.",
                 (double)stats->scrub_rows);
    write_metric(page, "scrub_passes_total", "counter", "Complete checks of the store.", (double)stats->scrub_passes);
    write_metric(page, "memory_jobs", "gauge", "Finished jobs kept in memory.", (double)stats->memory_jobs);
    write_metric(page, "memory_jobs_bytes", "gauge", "Memory of the finished jobs kept in memory.",
                 (double)stats->memory_bytes);
    write_kind_counters(page, stats);
    write_metric_head(page, "run_seconds", "histogram", "Duration of executions in a worker process.");
    for (size_t i = 0; i < stats->kinds; i++) {
        char labels[64];
        snprintf(labels, sizeof labels, "kind=\"%s\"", stats->kind[i].solver->kind);
        write_histogram(page, "run_seconds", labels, jobs_bucket_seconds, JOBS_BUCKETS, stats->kind[i].seconds_bucket,
                        stats->kind[i].seconds_sum);
    }
}

static void write_store(struct nash_buf *page, struct store *store)
{
    struct store_stats stats;
    if (store_stats(store, &stats, NULL) != NASH_OK)
        return;
    write_metric_head(page, "store_jobs", "gauge", "Jobs in the database by state.");
    for (int state = JOB_QUEUED; state <= JOB_CANCELLED; state++)
        write_labelled(page, "store_jobs", "status", job_state_name((enum job_state)state), stats.jobs[state]);
    write_metric(page, "store_documents", "gauge", "Documents in the database: opponents, models and games.",
                 (double)stats.documents);
    write_metric(page, "store_bytes", "gauge", "Size of the database.", (double)stats.bytes);
    write_metric(page, "store_commits_total", "counter", "Durable transactions.", (double)stats.commits);
    write_metric(page, "store_operations_total", "counter", "Writes in durable transactions.",
                 (double)stats.operations);
    write_metric(page, "store_lookups_total", "counter", "Look-ups of a result in the database.",
                 (double)stats.lookups);
    write_metric(page, "store_hits_total", "counter", "Look-ups that found a result.", (double)stats.hits);
}

static void write_budgets(struct nash_buf *page, const struct api *api)
{
    write_metric_head(page, "budget_bytes", "gauge", "Bytes in use of each budget.");
    for (unsigned i = 0; i < api->budgets; i++)
        write_labelled(page, "budget_bytes", "budget", api->budget[i].name, atomic_load(&api->budget[i].budget->used));
    write_metric_head(page, "budget_limit_bytes", "gauge", "Limit of each budget.");
    for (unsigned i = 0; i < api->budgets; i++)
        write_labelled(page, "budget_limit_bytes", "budget", api->budget[i].name,
                       atomic_load(&api->budget[i].budget->max));
    write_metric_head(page, "budget_refused_total", "counter", "Demands that a budget could not meet.");
    for (unsigned i = 0; i < api->budgets; i++)
        write_labelled(page, "budget_refused_total", "budget", api->budget[i].name,
                       atomic_load(&api->budget[i].budget->refused));
}

static void write_opponents(struct nash_buf *page, struct opponents *opponents)
{
    struct opponents_stats stats;
    opponents_stats(opponents, &stats);
    write_metric(page, "opponents_learning", "gauge", "Opponents that learn now.", stats.learning);
    write_metric_head(page, "observations_total", "counter", "Observations of opponents that have ended, by outcome.");
    write_labelled(page, "observations_total", "outcome", "learnt", stats.done);
    write_labelled(page, "observations_total", "outcome", "failed", stats.failed);
    write_metric(page, "observations_repeated_total", "counter",
                 "Jobs of observations that were repeated, because the opponent had changed meanwhile.",
                 (double)stats.resubmitted);
}

static void write_games(struct nash_buf *page, struct games *games)
{
    struct games_stats stats;
    games_stats(games, &stats);
    write_metric(page, "games_thinking", "gauge", "Games in which an engine thinks now.", stats.thinking);
    write_metric(page, "games_changes_total", "counter", "Changes of games: moves, moves taken back and made again.",
                 (double)stats.changes);
    write_metric_head(page, "games_engine_moves_total", "counter", "Moves of engines, by outcome.");
    write_labelled(page, "games_engine_moves_total", "outcome", "made", stats.engine_moves);
    write_labelled(page, "games_engine_moves_total", "outcome", "failed", stats.engine_failures);
}

static void write_http(struct nash_buf *page, const struct http_stats *stats)
{
    write_metric(page, "http_connections", "gauge", "Open connections.", stats->connections);
    write_metric(page, "http_waiting", "gauge", "Requests that wait for a job.", stats->waiting);
    write_metric(page, "http_streams", "gauge", "Event streams and batches being sent.", stats->streams);
    write_metric(page, "http_inflight_bytes", "gauge", "Memory held by request bodies.", (double)stats->inflight_bytes);
    write_metric(page, "http_file_bytes", "gauge", "Disk space held by request bodies.", (double)stats->file_bytes);
    write_metric(page, "http_file_bytes_max", "gauge", "Limit of the disk space for request bodies.",
                 (double)stats->file_bytes_max);
    write_metric(page, "http_accepted_total", "counter", "Connections accepted.", (double)stats->accepted);
    write_metric(page, "http_refused_keys_total", "counter", "Requests refused because they had no valid key.",
                 (double)stats->refused_auth);
    write_metric(page, "http_malformed_total", "counter",
                 "Requests refused because their head or framing is malformed.", (double)stats->malformed);
    write_metric(page, "http_sockets", "gauge", "Open WebSockets.", stats->sockets);
    write_metric_head(page, "http_socket_messages_total", "counter", "Messages on WebSockets.");
    write_labelled(page, "http_socket_messages_total", "direction", "received", stats->socket_received);
    write_labelled(page, "http_socket_messages_total", "direction", "sent", stats->socket_sent);
    write_metric_head(page, "http_cut_total", "counter", "Connections cut at a deadline.");
    write_labelled(page, "http_cut_total", "phase", "head", stats->cut_head);
    write_labelled(page, "http_cut_total", "phase", "body", stats->cut_body);
    write_labelled(page, "http_cut_total", "phase", "idle", stats->cut_idle);
    write_labelled(page, "http_cut_total", "phase", "reply", stats->cut_reply);
    write_labelled(page, "http_cut_total", "phase", "socket", stats->socket_cut);
    write_metric_head(page, "http_requests_total", "counter", "Requests by route and class of status.");
    for (size_t i = 0; i < stats->routes; i++)
        for (int class = 1; class <= 5; class ++)
            if (stats->route[i].by_class[class] > 0)
                nash_buf_printf(page, "nashd_http_requests_total{route=\"%s\",class=\"%dxx\"} %llu\n",
                                stats->route[i].route->name, class,
                                (unsigned long long)stats->route[i].by_class[class]);
    write_metric_head(page, "http_request_seconds", "histogram",
                      "Duration of a request, from its head to the end of the reply.");
    for (size_t i = 0; i < stats->routes; i++) {
        char labels[64];
        snprintf(labels, sizeof labels, "route=\"%s\"", stats->route[i].route->name);
        write_histogram(page, "http_request_seconds", labels, http_bucket_seconds, HTTP_BUCKETS,
                        stats->route[i].seconds_bucket, stats->route[i].seconds_sum);
    }
}

static void write_webhooks(struct nash_buf *page, struct webhooks *webhooks)
{
    struct webhooks_stats stats;
    webhooks_stats(webhooks, &stats);
    write_metric(page, "webhooks_sending", "gauge", "Webhooks being sent.", stats.sending);
    write_metric_head(page, "webhooks_total", "counter", "Attempts to send a webhook, by outcome.");
    write_labelled(page, "webhooks_total", "outcome", "delivered", stats.delivered);
    write_labelled(page, "webhooks_total", "outcome", "retried", stats.retried);
    write_labelled(page, "webhooks_total", "outcome", "given_up", stats.failed);
}

/* The page, which a reader thread writes, since some counters are in the store. */
struct metrics_page {
    struct offload offload; /* first */
    struct http *http;
    struct nash_buf text;
};

static void metrics_work(struct offload *offload)
{
    struct metrics_page *page = (struct metrics_page *)offload;
    struct api *api = offload->api;
    struct jobs_stats jobs;
    struct http_stats *http = calloc(1, sizeof *http);
    write_server(&page->text, api);
    jobs_stats(api->jobs, &jobs);
    write_workers(&page->text, &jobs);
    write_shares(&page->text, &jobs);
    write_jobs(&page->text, &jobs);
    write_store(&page->text, api->store);
    write_budgets(&page->text, api);
    write_opponents(&page->text, api->opponents);
    write_games(&page->text, api->games);
    write_webhooks(&page->text, api->webhooks);
    if (http != NULL) {
        http_stats(page->http, http);
        write_http(&page->text, http);
    } else {
        page->text.failed = true;
    }
    free(http);
}

static void reply_metrics(struct http_request *request, struct offload *offload)
{
    const struct nash_buf *text = &((struct metrics_page *)offload)->text;
    if (text->failed)
        api_reply_no_memory(request, "this page");
    else
        http_reply(request, 200, "text/plain; version=0.0.4; charset=utf-8", text->data, text->len);
}

static void release_metrics(struct offload *offload)
{
    nash_buf_free(&((struct metrics_page *)offload)->text);
}

void api_metrics(struct http_request *request)
{
    struct metrics_page *page = offload_new(request, sizeof *page, metrics_work, reply_metrics, release_metrics);
    if (page == NULL)
        return;
    page->http = http_server(request);
    page->text = NASH_BUF_INIT(0);
    offload_start(request, &page->offload);
}
