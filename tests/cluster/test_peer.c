/* Peers: hosted shards behind a real HTTP server, and servers that are no peer; which messages are delivered, and the
 * reason for the end of a member. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <base/test.h>
#include <cluster/sudoku/shard/protocol.h>

#include "fake_peer.h"
#include "hub.h"
#include "message_lists.h"

static const char there[] = "ffffffffffffffffffffffffffffffff";

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

/* Sends a PING to this URL, and checks the reason why the member ends. */
static void expect_end(const char *url, const char *why)
{
    struct hub hub;
    static struct list_out ping;
    ping.len = 0;
    list_ping(&ping, 1);
    hub_start(&hub, url);
    struct member *member = hub_take(&hub);
    assert_non_null(member);
    hub_send(member, &ping);
    struct inbox_message *received = hub_receive(&hub);
    assert_int_equal(received->type, INBOX_MEMBER_GONE);
    if (strstr(received->message->data, why) == NULL)
        fail_msg("the member went with \"%s\", not with \"%s\"", received->message->data, why);
    inbox_message_free(received);
    registry_release(member, false);
    assert_null(hub_take(&hub)); /* a failed peer is not called for a while */
    hub_stop(&hub);
}

/* ---- what works ---- */

static void test_messages_go_both_ways_in_order(void **state)
{
    enum { COUNT = 200 };
    struct far far = {0};
    struct hub hub;
    static struct list_out ping;
    far_start(&far, hub_key, there);
    hub_start(&hub, far.url);
    struct member *member = hub_take(&hub);
    assert_non_null(member);
    assert_string_equal(member->name, far.url);
    for (uint32_t i = 0; i < COUNT; i++) {
        ping.len = 0;
        list_ping(&ping, i);
        hub_send(member, &ping);
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        struct inbox_message *received = hub_receive(&hub);
        assert_int_equal(received->type, INBOX_RECEIVED);
        assert_int_equal(message_u32((const uint8_t *)received->message->data + MESSAGE_HEAD), i);
        inbox_message_free(received);
    }
    assert_int_equal(hosted_shards_count(far.api.hosted_shards), 1);
    registry_release(member, false);
    for (int ms = 0; ms < HUB_PATIENCE_MS && hosted_shards_count(far.api.hosted_shards) > 0; ms++)
        sleep_ms(1);
    assert_int_equal(hosted_shards_count(far.api.hosted_shards), 0); /* the DELETE has ended the hosted shard */
    hub_stop(&hub);
    far_stop(&far);
}

static void test_each_member_has_a_seat_of_its_own(void **state)
{
    struct far far = {0};
    struct hub hub;
    static struct list_out lease, round;
    far_start(&far, hub_key, there);
    hub_start(&hub, far.url);
    list_lease(&lease, 3, 1, 4);
    list_round(&round, 3, 1, 10000);
    struct member *one = hub_take(&hub), *other = hub_take(&hub);
    hub_send(one, &lease);
    hub_send(one, &round);
    hub_send(other, &round);
    unsigned played = 0, refused = 0;
    for (int i = 0; i < 3; i++) {
        struct inbox_message *received = hub_receive(&hub);
        played += received->message->data[0] == MESSAGE_EVENTS && received->member == one;
        refused += received->message->data[0] == MESSAGE_REFUSED && received->member == other;
        inbox_message_free(received);
    }
    assert_int_equal(played, 1);
    assert_int_equal(refused, 1);
    assert_int_equal(hosted_shards_count(far.api.hosted_shards), 2);
    registry_release(one, false);
    registry_release(other, false);
    hub_stop(&hub); /* while the DELETE request is in progress */
    far_stop(&far);
}

/* ---- servers that are no peer ---- */

static void expect_fake(struct fake_peer *fake, const void *answer, size_t len, const char *why)
{
    char url[64];
    fake_peer_start(fake, answer, len);
    snprintf(url, sizeof url, "http://127.0.0.1:%u", fake->port);
    expect_end(url, why);
    fake_peer_stop(fake);
}

static void expect_text(const char *answer, const char *why)
{
    struct fake_peer fake = {0};
    expect_fake(&fake, answer, strlen(answer), why);
    assert_int_equal(fake.requests, 1);
}

static void test_other_answers(void **state)
{
    expect_text("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi", "answered text/html");
    expect_text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", "answered nothing instead of messages");
    expect_text("HTTP/1.1 200 OK\r\nContent-Type: " MESSAGE_LIST_TYPE "\r\nContent-Length: 2\r\n\r\nhi",
                "not a list of messages");
    expect_text("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n", "refused: 401");
    expect_text("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n", "refused: 500");
    expect_text("HTTP/1.1 409 No\r\nX-Nashd-Protocol: 1\r\nContent-Length: 0\r\n\r\n", "speaks protocol 1, not 2");
    expect_text("HTTP/1.1 200 OK\r\nContent-Type: " MESSAGE_LIST_TYPE "\r\nContent-Length: 16\r\n\r\n"
                "\x43\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00",
                "it closed the connection"); /* a byte is missing */
    expect_text("SSH-2.0-OpenSSH_9.2p1\r\n", "its reply is not HTTP");
    expect_text("", "it closed the connection");
    expect_text("HTTP/1.1 200 OK\r\nContent-Type: " MESSAGE_LIST_TYPE "\r\nContent-Length: 99999999\r\n\r\n",
                "it closed the connection");
    static const char of_version_1[] =
        "HTTP/1.1 200 OK\r\nContent-Type: " MESSAGE_LIST_TYPE "\r\nContent-Length: 16\r\n\r\n"
        "\x43\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00";
    struct fake_peer fake = {0};
    expect_fake(&fake, of_version_1, sizeof of_version_1, "speaks protocol 1, not 2"); /* the NUL is the last byte */
}

static void test_an_endless_answer(void **state)
{
    static char flood[1 << 16];
    struct fake_peer fake = {.endless = true};
    memset(flood, 'x', sizeof flood);
    int head = snprintf(flood, sizeof flood, "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nConnection: close\r\n\r\n",
                        MESSAGE_LIST_TYPE);
    flood[head] = 'x';
    expect_fake(&fake, flood, sizeof flood, "its answer is longer than");
}

static void test_a_redirect_is_not_followed(void **state)
{
    struct far far = {0};
    char answer[256];
    far_start(&far, hub_key, there);
    static const int codes[] = {301, 302, 307, 308};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        snprintf(answer, sizeof answer,
                 "HTTP/1.1 %d There\r\nLocation: %s/v1/shards/seats/a\r\nContent-Length: 0\r\n\r\n", codes[i], far.url);
        expect_text(answer, "it redirects, which is not followed: 30");
    }
    assert_int_equal(hosted_shards_count(far.api.hosted_shards), 0);
    far_stop(&far);
}

static void test_who_never_answers(void **state)
{
    struct fake_peer fake = {.silent = true};
    struct hub hub;
    char url[64];
    static struct list_out ping;
    list_ping(&ping, 1);
    fake_peer_start(&fake, NULL, 0);
    snprintf(url, sizeof url, "http://127.0.0.1:%u", fake.port);
    hub_start(&hub, url);
    struct member *member = hub_take(&hub);
    hub_send(member, &ping);
    while (fake.requests == 0)
        sleep_ms(1);
    registry_release(member, false); /* the game releases the silent member; the list then shows the failure */
    struct nash_buf text = NASH_BUF_INIT(0);
    for (int ms = 0; ms < HUB_PATIENCE_MS && strstr(nash_buf_cstr(&text), "timed out") == NULL; ms += 10) {
        struct nash_jsonw json = NASH_JSONW(&text);
        nash_buf_reset(&text);
        hub.cluster->peers.write(hub.cluster->peers.context, false, &json);
        sleep_ms(10);
    }
    assert_non_null(strstr(nash_buf_cstr(&text), "\"state\":\"failed\",\"why\":\"timed out\""));
    for (int brief = 0; brief < 2; brief++) { /* what tells how a peer is used is for administrators */
        struct nash_jsonw json = NASH_JSONW(&text);
        nash_buf_reset(&text);
        hub.cluster->peers.write(hub.cluster->peers.context, brief, &json);
        assert_true((strstr(nash_buf_cstr(&text), "\"failures\":") == NULL) == brief);
        assert_non_null(strstr(nash_buf_cstr(&text), "\"state\":\"failed\""));
    }
    nash_buf_free(&text);
    hub_stop(&hub);
    fake_peer_stop(&fake);
}

static void test_nobody_there(void **state)
{
    struct fake_peer fake = {0};
    char url[64];
    fake_peer_start(&fake, NULL, 0);
    fake_peer_stop(&fake);
    snprintf(url, sizeof url, "http://127.0.0.1:%u", fake.port);
    expect_end(url, "the connection was refused");
    expect_end("http://no-such-host.invalid", "its host name cannot be resolved");
}

/* ---- other keys, and calls to itself ---- */

static void test_other_keys(void **state)
{
    struct far far = {0};
    far_start(&far, "another key, but long", there);
    expect_end(far.url, "refused: 401: it has another peer key");
    far_stop(&far);
    far_start(&far, NULL, there);
    expect_end(far.url, "refused: 403: it was started without a peer key");
    far_stop(&far);
}

static void test_ourselves(void **state)
{
    struct far far = {0};
    struct hub hub;
    static struct list_out ping;
    char url[64];
    list_ping(&ping, 1);
    far_start(&far, hub_key, hub_instance);
    snprintf(url, sizeof url, "http://localhost:%u/", http_port(far.http)); /* the same server by another name */
    hub_start_as(&hub, url, hub_instance);
    struct member *member = hub_take(&hub);
    hub_send(member, &ping);
    struct inbox_message *received = hub_receive(&hub);
    assert_int_equal(received->type, INBOX_MEMBER_GONE);
    assert_string_equal(received->message->data, "it is this server itself");
    inbox_message_free(received);
    registry_release(member, false);
    hub_stop(&hub);
    far_stop(&far);
}

static void test_the_list(void **state)
{
    struct nash_error error;
    struct peers *peers = peers_new(
        NULL, (const char *const[]){"HTTP://Host.example:80/", "https://[::1]:443/p/", NULL}, hub_key, "self", &error);
    assert_non_null(peers);
    const struct cluster_peers games = peers_for_games(peers);
    static const char *const known[] = {"http://host.example", "http://HOST.example/", "http://host.example:80",
                                        "https://[::1]/p", "https://[::1]:443/p/"};
    static const char *const unknown[] = {
        "http://host.example:81", "https://host.example",   "http://host",          "local", "",
        "http://u@host.example",  "http://host.example/?q", "http://host.example/x"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (!games.has(games.context, known[i]))
            fail_msg("%s is not known", known[i]);
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        if (games.has(games.context, unknown[i]) || games.open(games.context, unknown[i]) != NULL)
            fail_msg("%s is known", unknown[i]);
    peers_free(peers);
    static const char *const bad[] = {"ftp://host",    "host", "http://",         "file:///etc/passwd",
                                      "http://a b",    "",     "http://u:p@host", "http://host/?q=1",
                                      "http://host/#f"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (peers_new(NULL, (const char *const[]){bad[i], NULL}, hub_key, "self", &error) != NULL)
            fail_msg("%s is taken", bad[i]);
    assert_null(peers_new(NULL, (const char *const[]){"http://h", "http://H:80/", NULL}, hub_key, "self", &error));
    assert_non_null(strstr(error.detail, "twice"));
    assert_null(peers_new(NULL, (const char *const[]){"http://h", NULL}, NULL, "self", &error));
    assert_non_null(strstr(error.detail, "--peer-key"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_messages_go_both_ways_in_order),
        cmocka_unit_test(test_each_member_has_a_seat_of_its_own),
        cmocka_unit_test(test_other_answers),
        cmocka_unit_test(test_an_endless_answer),
        cmocka_unit_test(test_a_redirect_is_not_followed),
        cmocka_unit_test(test_who_never_answers),
        cmocka_unit_test(test_nobody_there),
        cmocka_unit_test(test_other_keys),
        cmocka_unit_test(test_ourselves),
        cmocka_unit_test(test_the_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
