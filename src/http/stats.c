/* Counters. The HTTP thread is the only writer, so a relaxed load and store is enough. */
#include "stats.h"

#include <base/clock.h>
#include <base/log.h>
#include <base/memory/budget.h>
#include <http/request/request.h>

const double http_bucket_seconds[HTTP_BUCKETS] = {0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60};

static void counter_add(_Atomic uint64_t *counter, uint64_t by)
{
    atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + by, memory_order_relaxed);
}

static uint64_t counter_read(_Atomic uint64_t *counter)
{
    return atomic_load_explicit(counter, memory_order_relaxed);
}

void http_count_reply(struct http_request *request)
{
    int64_t spent = clock_mono_ns() - request->started_ns;
    log_debug("request", "%s %s %u %lu bytes %.3f ms id=%s", request->method_text, request->target.path,
              request->status, (unsigned long)request->reply_bytes, (double)spent / 1e6, http_request_id(request));
    if (request->route == NULL || request->status < 100)
        return;
    struct http_route_count *count = &request->http->count[request->route_index];
    unsigned bucket = 0;
    while (bucket < HTTP_BUCKETS && (double)spent > http_bucket_seconds[bucket] * 1e9)
        bucket++;
    counter_add(&count->by_class[request->status / 100 % 6], 1);
    counter_add(&count->bucket[bucket], 1);
    counter_add(&count->sum_ns, (uint64_t)spent);
}

void http_stats(struct http *http, struct http_stats *stats)
{
    *stats = (struct http_stats){
        .connections = atomic_load(&http->connections),
        .waiting = atomic_load(&http->waiting),
        .streams = atomic_load(&http->streams),
        .inflight_bytes = counter_read(&http->inflight),
        .accepted = counter_read(&http->accepted),
        .cut_head = counter_read(&http->cut_head),
        .cut_body = counter_read(&http->cut_body),
        .cut_idle = counter_read(&http->cut_idle),
        .cut_reply = counter_read(&http->cut_reply),
        .refused_auth = counter_read(&http->refused_auth),
        .malformed = counter_read(&http->malformed),
        .sockets = atomic_load(&http->open_sockets),
        .socket_received = counter_read(&http->socket_received),
        .socket_sent = counter_read(&http->socket_sent),
        .socket_cut = counter_read(&http->socket_cut),
        .routes = http->options.routes_count,
    };
    struct byte_budget *files = http->options.body_bytes;
    if (files != NULL) {
        stats->file_bytes = counter_read(&files->used);
        stats->file_bytes_max = counter_read(&files->max);
    }
    for (size_t i = 0; i < stats->routes; i++) {
        struct http_route_stats *route = &stats->route[i];
        struct http_route_count *count = &http->count[i];
        route->route = &http->options.routes[i];
        for (size_t j = 0; j < 6; j++)
            route->by_class[j] = counter_read(&count->by_class[j]);
        for (size_t j = 0; j <= HTTP_BUCKETS; j++)
            route->seconds_bucket[j] = counter_read(&count->bucket[j]);
        route->seconds_sum = (double)counter_read(&count->sum_ns) / 1e9;
    }
}
