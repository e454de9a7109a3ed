/* Joining a hub: its routes behind a real HTTP server, a bad network between, hubs that are none. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <base/test.h>
#include <shards/join.h>
#include <shards/joined.h>

#include "fake_peer.h"
#include "hub.h"
#include "parcels.h"
#include "proxy.h"

static const char there[] = "ffffffffffffffffffffffffffffffff";

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

/* ---- a hub that can be joined ---- */

struct open_hub {
    struct hub hub;
    struct api api;
    struct http *http;
    uint16_t port;
    char url[64];
};

static void open_http(struct open_hub *open)
{
    static const struct http_route routes[] = {
        {HTTP_POST, "/v1/shards/members", api_members_post, NULL, true, "members"},
        {HTTP_DELETE, "/v1/shards/members/{id}", api_member_delete, NULL, true, "member"},
        {HTTP_POST, "/v1/shards/members/{id}/messages", api_member_messages, api_member_messages_head, true,
         "messages"}};
    struct nash_error error;
    struct http_options options = http_defaults;
    open->api.joined = joined_start(open->hub.shards, &(struct joined_options){.away_ms = 200});
    options.host = "127.0.0.1";
    options.port = open->port;
    options.routes = routes;
    options.routes_count = sizeof routes / sizeof routes[0];
    options.context = &open->api;
    open->http = http_start(&options, &error);
    assert_non_null(open->http);
    open->port = http_port(open->http);
    snprintf(open->url, sizeof open->url, "http://127.0.0.1:%u", open->port);
}

static void close_http(struct open_hub *open)
{
    http_stop(open->http, 100);
    joined_stop(open->api.joined);
}

static void open_start(struct open_hub *open)
{
    *open = (struct open_hub){0};
    hub_start(&open->hub, "http://127.0.0.1:1");
    open->api.shards = open->hub.shards;
    open->api.seats = seats_new(&(struct seats_options){.key = hub_key, .instance = hub_instance});
    open_http(open);
}

static void open_stop(struct open_hub *open)
{
    close_http(open);
    hub_stop(&open->hub);
    seats_free(open->api.seats);
}

/* Whoever has joined, for the hub's game; waits until somebody has. */
static struct member *take_joined(struct open_hub *open)
{
    struct member *member = NULL;
    for (int ms = 0; ms < HUB_PATIENCE_MS && member == NULL; ms += 5) {
        member = roster_take(open->hub.shards, "phone", &open->hub.inbox);
        if (member == NULL)
            sleep_ms(5);
    }
    assert_non_null(member);
    return member;
}

static struct joins *join(const char *url, unsigned seats, const char *key)
{
    struct nash_error error;
    struct joins *joins = joins_start(
        &(struct join_options){
            .urls = (const char *const[]){url, NULL}, .key = key, .instance = there, .name = "far:1", .seats = seats},
        &error);
    assert_non_null(joins);
    return joins;
}

/* A ping and its answer. False: the member went. */
static bool ping(struct open_hub *open, struct member *member, uint32_t nonce)
{
    static struct parcel_out out;
    out.len = 0;
    parcel_ping(&out, nonce);
    hub_say(member, &out);
    struct letter *letter = hub_hear(&open->hub);
    bool said = letter->type == LETTER_SAID;
    if (said)
        assert_int_equal(message_u32((const uint8_t *)letter->message->data + MESSAGE_HEAD), nonce);
    letter_free(letter);
    return said;
}

/* ---- what works ---- */

static void test_a_server_joins_and_plays(void **state)
{
    (void)state;
    struct open_hub open;
    static struct parcel_out work;
    open_start(&open);
    struct joins *joins = join(open.url, 2, hub_key);
    struct member *one = take_joined(&open), *other = take_joined(&open);
    assert_int_equal(one->kind, MEMBER_SERVER);
    assert_string_equal(one->name, "far:1");
    for (uint32_t i = 0; i < 50; i++) {
        assert_true(ping(&open, one, i));
        assert_true(ping(&open, other, i));
    }
    parcel_lease(&work, 3, 1, 4);
    parcel_search(&work, 3, 1, 4, 10000);
    hub_say(one, &work);
    for (int i = 0; i < 2; i++) {
        struct letter *letter = hub_hear(&open.hub);
        assert_int_equal(letter->message->data[0], i == 0 ? MESSAGE_LEASED : MESSAGE_FOUND);
        letter_free(letter);
    }
    roster_give_back(one, false);
    roster_give_back(other, false);
    joins_stop(joins); /* leaves, and does not wait for the hub's answer to its poll */
    for (int ms = 0; ms < HUB_PATIENCE_MS && joined_count(open.api.joined) > 0; ms++)
        sleep_ms(1);
    assert_int_equal(joined_count(open.api.joined), 0);
    open_stop(&open);
}

static void test_a_hub_that_was_started_anew(void **state)
{
    (void)state;
    struct open_hub open;
    open_start(&open);
    struct joins *joins = join(open.url, 1, hub_key);
    struct member *member = take_joined(&open);
    assert_true(ping(&open, member, 1));
    close_http(&open);
    roster_give_back(member, false);
    letter_free(hub_hear(&open.hub)); /* it went */
    open_http(&open);                 /* at the same port; it knows no session of before */
    member = take_joined(&open);
    assert_true(ping(&open, member, 2));
    roster_give_back(member, false);
    joins_stop(joins);
    open_stop(&open);
}

static void test_a_network_that_was_cut(void **state)
{
    (void)state;
    struct open_hub open;
    char url[64];
    open_start(&open);
    struct proxy *proxy = proxy_start(open.port, 1);
    snprintf(url, sizeof url, "http://127.0.0.1:%u", proxy_port(proxy));
    struct joins *joins = join(url, 1, hub_key);
    struct member *member = take_joined(&open);
    assert_true(ping(&open, member, 1));
    proxy_down(proxy, true);
    while (ping(&open, member, 2)) /* until the hub finds out; it may have been answered just before */
        continue;
    roster_give_back(member, false);
    proxy_down(proxy, false);
    member = take_joined(&open); /* by its session: the same again */
    assert_int_equal(joined_count(open.api.joined), 1);
    assert_true(ping(&open, member, 3));
    roster_give_back(member, false);
    joins_stop(joins);
    proxy_stop(proxy);
    open_stop(&open);
}

/* ---- who does not get in ---- */

static void test_another_key(void **state)
{
    (void)state;
    struct open_hub open;
    open_start(&open);
    struct proxy *proxy = proxy_start(open.port, 1);
    struct joins *joins = join(open.url, 1, "another key, but long");
    sleep_ms(100);
    assert_int_equal(joined_count(open.api.joined), 0);
    joins_stop(joins);
    proxy_stop(proxy);
    open_stop(&open);
}

static void test_hubs_that_are_none(void **state)
{
    (void)state;
    static const char *const answers[] = {
        "",
        "SSH-2.0-OpenSSH_9.2p1\r\n",
        "HTTP/1.1 302 There\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 201 Made\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi",
        "HTTP/1.1 201 Made\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
        ("HTTP/1.1 201 Made\r\nContent-Type: application/json\r\nContent-Length: 39\r\n\r\n"
         "{\"member\":\"../../x\",\"session\":\"abcdef\"}"),
        "HTTP/1.1 422 No\r\nX-Nashd-Instance: ffffffffffffffffffffffffffffffff\r\nContent-Length: 0\r\n\r\n"};
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        struct fake_peer fake = {0};
        char url[64];
        fake_peer_start(&fake, answers[i], strlen(answers[i]));
        snprintf(url, sizeof url, "http://127.0.0.1:%u", fake.port);
        struct joins *joins = join(url, 1, hub_key);
        while (fake.requests < 1)
            sleep_ms(1);
        sleep_ms(20);
        joins_stop(joins);
        assert_int_equal(fake.requests, 1); /* it rests before it tries again, and follows nothing */
        fake_peer_stop(&fake);
    }
}

static void test_what_cannot_be_started(void **state)
{
    (void)state;
    struct nash_error error;
    struct join_options options = {.urls = (const char *const[]){"ftp://hub", NULL}, .key = hub_key, .seats = 1};
    assert_null(joins_start(&options, &error));
    assert_non_null(strstr(error.detail, "--join ftp://hub"));
    options.urls = (const char *const[]){"http://127.0.0.1:1", "http://127.0.0.1:1/", NULL};
    options.instance = options.name = "x";
    assert_null(joins_start(&options, &error));
    assert_non_null(strstr(error.detail, "twice"));
    options.key = NULL;
    assert_null(joins_start(&options, &error));
    assert_non_null(strstr(error.detail, "--peer-key"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_server_joins_and_plays), cmocka_unit_test(test_a_hub_that_was_started_anew),
        cmocka_unit_test(test_a_network_that_was_cut),   cmocka_unit_test(test_another_key),
        cmocka_unit_test(test_hubs_that_are_none),       cmocka_unit_test(test_what_cannot_be_started),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
