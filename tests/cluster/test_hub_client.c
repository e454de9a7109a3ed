/* Hub clients, by which a server joins a hub: with the hub's routes behind a real HTTP server, over a faulty network,
 * and with servers that are no hub. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <base/test.h>
#include <cluster/sessions/sessions.h>
#include <cluster/sudoku/shard/protocol.h>
#include <cluster/transport/hub_client.h>

#include "fake_peer.h"
#include "hub.h"
#include "message_lists.h"
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
    open->api.sessions = sessions_start(open->hub.cluster, &(struct sessions_options){.away_ms = 200});
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
    sessions_stop(open->api.sessions);
}

static void open_start(struct open_hub *open)
{
    *open = (struct open_hub){0};
    hub_start(&open->hub, "http://127.0.0.1:1");
    open->api.cluster = open->hub.cluster;
    open->api.hosted_shards =
        hosted_shards_new(&(struct hosted_shards_options){.key = hub_key, .instance = hub_instance});
    open_http(open);
}

static void open_stop(struct open_hub *open)
{
    close_http(open);
    hub_stop(&open->hub);
    hosted_shards_free(open->api.hosted_shards);
}

/* Waits until a member has joined, and takes it for the hub's game. */
static struct member *take_joined(struct open_hub *open)
{
    struct member *member = NULL;
    for (int ms = 0; ms < HUB_PATIENCE_MS && member == NULL; ms += 5) {
        member = registry_take(open->hub.cluster, "phone", &open->hub.inbox);
        if (member == NULL)
            sleep_ms(5);
    }
    assert_non_null(member);
    return member;
}

static struct hub_clients *join(const char *url, unsigned shards, const char *key)
{
    struct nash_error error;
    struct hub_clients *clients = hub_clients_start(
        &(struct hub_client_options){
            .urls = (const char *const[]){url, NULL}, .key = key, .instance = there, .name = "far:1", .shards = shards},
        &error);
    assert_non_null(clients);
    return clients;
}

/* Sends a PING and reads the PONG. Returns false if the member is gone. */
static bool ping(struct open_hub *open, struct member *member, uint32_t nonce)
{
    static struct list_out out;
    out.len = 0;
    list_ping(&out, nonce);
    hub_send(member, &out);
    struct inbox_message *received = hub_receive(&open->hub);
    bool said = received->type == INBOX_RECEIVED;
    if (said)
        assert_int_equal(message_u32((const uint8_t *)received->message->data + MESSAGE_HEAD), nonce);
    inbox_message_free(received);
    return said;
}

/* ---- what works ---- */

static void test_a_server_joins_and_plays(void **state)
{
    struct open_hub open;
    static struct list_out work;
    open_start(&open);
    struct hub_clients *clients = join(open.url, 2, hub_key);
    struct member *one = take_joined(&open), *other = take_joined(&open);
    assert_int_equal(one->kind, MEMBER_SERVER);
    assert_string_equal(one->name, "far:1");
    for (uint32_t i = 0; i < 50; i++) {
        assert_true(ping(&open, one, i));
        assert_true(ping(&open, other, i));
    }
    list_lease(&work, 3, 1, 4);
    list_round(&work, 3, 1, 10000);
    hub_send(one, &work);
    for (int i = 0; i < 2; i++) {
        struct inbox_message *received = hub_receive(&open.hub);
        assert_int_equal(received->message->data[0], i == 0 ? MESSAGE_LEASED : MESSAGE_EVENTS);
        inbox_message_free(received);
    }
    registry_release(one, false);
    registry_release(other, false);
    hub_clients_stop(clients); /* leaves the hub, without waiting for the answer to its poll */
    for (int ms = 0; ms < HUB_PATIENCE_MS && sessions_count(open.api.sessions) > 0; ms++)
        sleep_ms(1);
    assert_int_equal(sessions_count(open.api.sessions), 0);
    open_stop(&open);
}

static void test_a_hub_that_was_started_anew(void **state)
{
    struct open_hub open;
    open_start(&open);
    struct hub_clients *clients = join(open.url, 1, hub_key);
    struct member *member = take_joined(&open);
    assert_true(ping(&open, member, 1));
    close_http(&open);
    registry_release(member, false);
    inbox_message_free(hub_receive(&open.hub)); /* the message that the member is gone */
    open_http(&open);                           /* at the same port, without any session */
    member = take_joined(&open);
    assert_true(ping(&open, member, 2));
    registry_release(member, false);
    hub_clients_stop(clients);
    open_stop(&open);
}

static void test_a_network_that_was_cut(void **state)
{
    struct open_hub open;
    char url[64];
    open_start(&open);
    struct proxy *proxy = proxy_start(open.port, 1);
    snprintf(url, sizeof url, "http://127.0.0.1:%u", proxy_port(proxy));
    struct hub_clients *clients = join(url, 1, hub_key);
    struct member *member = take_joined(&open);
    assert_true(ping(&open, member, 1));
    proxy_down(proxy, true);
    while (ping(&open, member, 2)) /* until the member is gone; the first PING may have been answered before the cut */
        continue;
    registry_release(member, false);
    proxy_down(proxy, false);
    member = take_joined(&open); /* the same client, registered anew */
    assert_int_equal(sessions_count(open.api.sessions), 1);
    assert_true(ping(&open, member, 3));
    registry_release(member, false);
    hub_clients_stop(clients);
    proxy_stop(proxy);
    open_stop(&open);
}

/* ---- refused clients ---- */

static void test_another_key(void **state)
{
    struct open_hub open;
    open_start(&open);
    struct proxy *proxy = proxy_start(open.port, 1);
    struct hub_clients *clients = join(open.url, 1, "another key, but long");
    sleep_ms(100);
    assert_int_equal(sessions_count(open.api.sessions), 0);
    hub_clients_stop(clients);
    proxy_stop(proxy);
    open_stop(&open);
}

static void test_hubs_that_are_none(void **state)
{
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
        struct hub_clients *clients = join(url, 1, hub_key);
        while (fake.requests < 1)
            sleep_ms(1);
        sleep_ms(20);
        hub_clients_stop(clients);
        assert_int_equal(fake.requests, 1); /* the client waits before it tries again, and follows no redirect */
        fake_peer_stop(&fake);
    }
}

static void test_what_cannot_be_started(void **state)
{
    struct nash_error error;
    struct hub_client_options options = {.urls = (const char *const[]){"ftp://hub", NULL}, .key = hub_key, .shards = 1};
    assert_null(hub_clients_start(&options, &error));
    assert_non_null(strstr(error.detail, "--join ftp://hub"));
    options.urls = (const char *const[]){"http://127.0.0.1:1", "http://127.0.0.1:1/", NULL};
    options.instance = options.name = "x";
    assert_null(hub_clients_start(&options, &error));
    assert_non_null(strstr(error.detail, "twice"));
    options.key = NULL;
    assert_null(hub_clients_start(&options, &error));
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
