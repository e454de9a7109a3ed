#include "hub.h"

#include <stdio.h>

#include <base/clock.h>
#include <base/test.h>
#include <jobs/executor.h>

const char hub_key[] = "0123456789abcdef", hub_instance[] = "00000000000000000000000000000000";

void far_start(struct far *far, const char *its_key, const char *instance)
{
    static const struct http_route routes[] = {
        {HTTP_POST, "/v1/shards/seats/{id}", api_seat_post, api_seat_head, true, "seat"},
        {HTTP_DELETE, "/v1/shards/seats/{id}", api_seat_delete, api_seat_head, true, "seat_delete"}};
    struct nash_error error;
    struct http_options options = http_defaults;
    far->api.seats = seats_new(&(struct seats_options){.key = its_key, .instance = instance});
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
    seats_free(far->api.seats);
}

void hub_start_as(struct hub *hub, const char *url, const char *instance)
{
    struct nash_error error;
    hub->url = url;
    inbox_init(&hub->inbox);
    hub->shards = shards_start(&(struct shards_options){.games = 1}, &error);
    assert_non_null(hub->shards);
    hub->peers = peers_new(hub->shards, (const char *const[]){url, NULL}, hub_key, instance, &error);
    assert_non_null(hub->peers);
    const struct shards_peers peers = peers_for_games(hub->peers);
    shards_use_peers(hub->shards, &peers);
}

void hub_start(struct hub *hub, const char *url)
{
    hub_start_as(hub, url, hub_instance);
}

void hub_stop(struct hub *hub)
{
    peers_free(hub->peers);
    struct executor *executor = shards_executor(hub->shards);
    executor->close(executor);
    inbox_release(&hub->inbox);
    shards_stop(hub->shards);
}

struct member *hub_take(struct hub *hub)
{
    return roster_take(hub->shards, hub->url, &hub->inbox);
}

void hub_say(struct member *member, const struct parcel_out *out)
{
    size_t at = 0;
    while (at < out->len) {
        size_t from = at;
        parcel_type(out->data, out->len, &at);
        struct bytes *message = bytes_copy(out->data + from, at - from);
        member->way->send(member, message);
        bytes_unref(message);
    }
}

/* The next letter, counted as read. */
struct letter *hub_hear(struct hub *hub)
{
    struct letter *letter = inbox_take(&hub->inbox, clock_mono_ns() + (int64_t)HUB_PATIENCE_MS * 1000000);
    assert_non_null(letter);
    if (letter->type == LETTER_SAID)
        roster_read(letter->member);
    return letter;
}
