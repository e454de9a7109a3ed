#include "hub.h"

#include <stdio.h>

#include <base/clock.h>
#include <base/test.h>
#include <jobs/executor/executor.h>

const char hub_key[] = "0123456789abcdef", hub_instance[] = "00000000000000000000000000000000";

void far_start(struct far *far, const char *its_key, const char *instance)
{
    far_start_with(far, &(struct hosted_shards_options){.key = its_key, .instance = instance});
}

void far_start_with(struct far *far, const struct hosted_shards_options *hosted)
{
    static const struct http_route routes[] = {
        {HTTP_POST, "/v1/shards/seats/{id}", api_hosted_shard_post, api_hosted_shard_head, true, "seat"},
        {HTTP_DELETE, "/v1/shards/seats/{id}", api_hosted_shard_delete, api_hosted_shard_head, true, "seat_delete"}};
    struct nash_error error;
    struct http_options options = http_defaults;
    far->api.hosted_shards = hosted_shards_new(hosted);
    options.host = "127.0.0.1";
    options.port = 0;
    options.routes = routes;
    options.routes_count = 2;
    options.context = &far->api;
    far->http = http_start(&options, &error);
    assert_non_null(far->http);
    snprintf(far->url, sizeof far->url, "http://127.0.0.1:%u", http_port(far->http));
}

void far_stop(struct far *far)
{
    http_stop(far->http, 100);
    hosted_shards_free(far->api.hosted_shards);
}

void hub_start_as(struct hub *hub, const char *url, const char *instance)
{
    hub_start_with(hub, url, instance, NULL);
}

void hub_start_with(struct hub *hub, const char *url, const char *instance,
                    const struct cluster_program *const *programs)
{
    struct nash_error error;
    hub->url = url;
    inbox_init(&hub->inbox);
    hub->cluster = cluster_start(&(struct cluster_options){.games = 1, .programs = programs}, &error);
    assert_non_null(hub->cluster);
    hub->peers = peers_new(hub->cluster, (const char *const[]){url, NULL}, hub_key, instance, &error);
    assert_non_null(hub->peers);
    const struct cluster_peers peers = peers_for_games(hub->peers);
    cluster_use_peers(hub->cluster, &peers);
}

void hub_start(struct hub *hub, const char *url)
{
    hub_start_as(hub, url, hub_instance);
}

void hub_stop(struct hub *hub)
{
    peers_free(hub->peers);
    struct executor *executor = cluster_executor(hub->cluster);
    executor->close(executor);
    inbox_release(&hub->inbox);
    cluster_stop(hub->cluster);
}

struct member *hub_take(struct hub *hub)
{
    return registry_take(hub->cluster, hub->url, &hub->inbox);
}

void hub_send(struct member *member, const struct list_out *out)
{
    size_t at = 0;
    while (at < out->len) {
        size_t from = at;
        list_type(out->data, out->len, &at);
        struct bytes *message = bytes_copy(out->data + from, at - from);
        member->transport->send(member, message);
        bytes_unref(message);
    }
}

struct inbox_message *hub_receive(struct hub *hub)
{
    struct inbox_message *received = inbox_pop(&hub->inbox, clock_mono_ns() + (int64_t)HUB_PATIENCE_MS * 1000000);
    assert_non_null(received);
    if (received->type == INBOX_RECEIVED)
        registry_message_read(received->member);
    return received;
}
