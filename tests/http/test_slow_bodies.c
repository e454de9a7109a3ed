/* Deadlines of bodies: they follow the client's progress, and a late body is answered with 408. The deadlines are
 * milliseconds; the tests check what happens, not when. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/check.h"
#include "harness/client.h"
#include "harness/fixture.h"

#define HOST "Host: localhost\r\n"

static const char announced[] = "Content-Length: 100000\r\n\r\n";
static const char chunked[] = "Transfer-Encoding: chunked\r\n\r\n10000\r\n";
static char folder[] = "/tmp/nashd-slow-XXXXXX";

static void start(struct fixture *own, uint32_t body_ms, uint32_t body_rate, uint32_t body_max_ms)
{
    struct http_options options = fixture_options();
    options.body_ms = body_ms;
    options.body_rate = body_rate;
    options.body_max_ms = body_max_ms;
    options.spool_dir = folder;
    fixture_start(own, &options);
}

static void begin(struct raw *raw, struct fixture *own, const char *route, const char *fields)
{
    char head[200];
    snprintf(head, sizeof head, "POST %s HTTP/1.1\r\n" HOST "%s", route, fields);
    assert_true(raw_open(raw, own->port));
    assert_true(raw_text(raw, head));
}

static void check_late(struct raw *raw)
{
    struct reply reply = raw_reply(raw, false);
    if (reply.status != 408 || strcmp(reply_problem(&reply), "timeout") != 0)
        fail_msg("got %d %s", reply.status, reply_problem(&reply));
    assert_string_equal(reply_header(&reply, "Connection"), "close");
    reply_free(&reply);
    assert_true(raw_closed_within(raw, CLIENT_PATIENCE_MS));
    raw_close(raw);
}

/* A body that stops, or drips below the least rate, ends with a reply that the client can read. */
static void test_late(void **state)
{
    static const char *const routes[] = {"/echo", "/spool", "/swallow"}, *const fields[] = {announced, chunked};
    struct fixture own;
    struct http_stats stats;
    struct raw raw;
    (void)state;
    start(&own, 200, 1000, 60000);
    for (uint64_t i = 0; i < 12; i++) {
        begin(&raw, &own, routes[i % 6 / 2], fields[i % 2]);
        for (int j = 0; i >= 6 && j < CLIENT_PATIENCE_MS / 10; j++) { /* the other six send nothing */
            fixture_sleep_ms(10);
            http_stats(own.http, &stats);
            if (stats.cut_body > i || !raw_send(&raw, "b", 1))
                break;
        }
        check_late(&raw);
    }
    http_stats(own.http, &stats);
    assert_int_equal(stats.cut_body, 12);
    fixture_stop(&own, 1000);
}

/* A body may take many times its grace while it keeps the rate. */
static void test_steady(void **state)
{
    static const char *const routes[] = {"/echo", "/spool", "/swallow"};
    struct fixture own;
    struct raw raw[3];
    char piece[2000];
    (void)state;
    start(&own, 200, 1000, 60000);
    memset(piece, 'p', sizeof piece);
    for (int i = 0; i < 3; i++)
        begin(&raw[i], &own, routes[i], announced);
    for (int i = 0; i < 50; i++) {
        for (int j = 0; j < 3; j++)
            assert_true(raw_send(&raw[j], piece, sizeof piece));
        fixture_sleep_ms(20);
    }
    for (int i = 0; i < 3; i++) {
        struct reply reply = raw_reply(&raw[i], false);
        assert_int_equal(reply.status, 200);
        reply_free(&reply);
        raw_close(&raw[i]);
    }
    fixture_stop(&own, 1000);
}

/* However fast it is, a body ends at its limit, unless the route consumes it as it comes. */
static void test_longest(void **state)
{
    struct fixture own;
    struct raw raw, stream;
    char piece[1000];
    bool open = true;
    (void)state;
    start(&own, 100, 1, 400);
    memset(piece, 'p', sizeof piece);
    begin(&raw, &own, "/echo", announced);
    begin(&stream, &own, "/swallow", announced);
    for (int i = 0; i < 90; i++) {
        open = open && raw_send(&raw, piece, sizeof piece);
        assert_true(raw_send(&stream, piece, sizeof piece));
        fixture_sleep_ms(10);
    }
    check_late(&raw);
    for (int i = 0; i < 10; i++)
        assert_true(raw_send(&stream, piece, sizeof piece));
    struct reply reply = raw_reply(&stream, false);
    assert_int_equal(reply.status, 200);
    reply_free(&reply);
    raw_close(&stream);
    fixture_stop(&own, 1000);
}

/* The time for which the server takes no bytes is not the client's. */
static void test_server_waits(void **state)
{
    struct fixture own;
    struct http_stats stats;
    struct raw raw;
    char piece[50000];
    (void)state;
    start(&own, 300, 100000, 300);
    own.hold = true;
    memset(piece, 'p', sizeof piece);
    begin(&raw, &own, "/swallow", announced);
    assert_true(raw_send(&raw, piece, sizeof piece));
    for (int i = 0; i < 10; i++) {
        fixture_sleep_ms(100);
        fixture_wake_all(&own);
    }
    own.hold = false;
    fixture_wake_all(&own);
    assert_true(raw_send(&raw, piece, sizeof piece));
    struct reply reply = raw_reply(&raw, false);
    assert_int_equal(reply.status, 200);
    assert_string_equal(reply.body, "100000");
    reply_free(&reply);
    http_stats(own.http, &stats);
    assert_int_equal(stats.cut_body, 0);
    raw_close(&raw);
    fixture_stop(&own, 1000);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_late),
        cmocka_unit_test(test_steady),
        cmocka_unit_test(test_longest),
        cmocka_unit_test(test_server_waits),
    };
    assert_non_null(mkdtemp(folder));
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(folder);
    return failed;
}
