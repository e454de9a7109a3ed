/* Waiting, waking, streaming and stopping, and the races between them. Also run under TSan. */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <http/connection/epoll.h>
#include <http/connection/suspend.h>
#include <http/request/request.h>

#include "harness/check.h"
#include "harness/client.h"
#include "harness/fixture.h"

#define HOST "Host: localhost\r\n"

static struct fixture f;

static int setup(void **state)
{
    struct http_options options = fixture_options();
    fixture_start(&f, &options);
    *state = &f;
    return 0;
}

static void ask(struct raw *raw, const char *path)
{
    char text[200];
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\n" HOST "\r\n", path);
    assert_true(raw_text(raw, text));
}

static void check(struct reply reply, int status, const char *body)
{
    if (reply.status != status || strcmp(reply.body, body) != 0)
        fail_msg("got %d '%s', not %d '%s'", reply.status, reply.body ? reply.body : "(none)", status, body);
    reply_free(&reply);
}

static void test_wait(void **state)
{
    struct raw raw;
    assert_true(raw_open(&raw, f.port));
    for (int i = 0; i < 3; i++) {
        ask(&raw, "/wait?ms=30");
        check(raw_reply(&raw, false), 200, "timed out");
        assert_true(fixture_until(&f, fixture_waiting, 0)); /* a visit ends a moment after its reply has arrived */
        ask(&raw, "/wait");
        assert_true(fixture_until(&f, fixture_waiting, 1));
        fixture_wake_all(&f);
        check(raw_reply(&raw, false), 200, "woken");
        ask(&raw, "/early");
        check(raw_reply(&raw, false), 200, "woken");
    }
    raw_close(&raw);
}

static void test_many_waiting(void **state)
{
    enum { COUNT = 300 };
    static struct raw raw[COUNT];
    assert_true(fixture_until(&f, fixture_waiting, 0));
    for (int i = 0; i < COUNT; i++) {
        assert_true(raw_open(&raw[i], f.port));
        ask(&raw[i], "/wait");
    }
    assert_true(fixture_until(&f, fixture_waiting, COUNT));
    struct reply reply = client_get(f.port, "/hello"); /* other requests are not blocked */
    check(reply, 200, "hello");
    fixture_wake_all(&f);
    for (int i = 0; i < COUNT; i++) {
        check(raw_reply(&raw[i], false), 200, "woken");
        raw_close(&raw[i]);
    }
    struct http_stats stats;
    http_stats(f.http, &stats);
    assert_int_equal(stats.waiting, 0);
}

/* A client disconnects while its request is suspended: on_close runs, other requests are not affected. */
static void test_leaving(void **state)
{
    enum { COUNT = 30 };
    struct raw raw[COUNT], stays;
    assert_true(fixture_until(&f, fixture_waiting, 0));
    unsigned before = f.closed;
    for (int i = 0; i < COUNT; i++) {
        assert_true(raw_open(&raw[i], f.port));
        ask(&raw[i], i % 3 == 0 ? "/wait" : i % 3 == 1 ? "/lines" : "/lines?tick=20&n=1000000");
    }
    assert_true(raw_open(&stays, f.port));
    ask(&stays, "/wait");
    assert_true(fixture_until(&f, fixture_waiting, COUNT + 1));
    for (int i = 0; i < COUNT; i++)
        raw_close(&raw[i]);
    assert_true(fixture_until(&f, fixture_closed, before + COUNT)); /* without any wake */
    fixture_wake_all(&f);
    check(raw_reply(&stays, false), 200, "woken");
    raw_close(&stays);
}

static void test_lines(void **state)
{
    struct raw raw;
    assert_true(fixture_until(&f, fixture_waiting, 0));
    assert_true(raw_open(&raw, f.port));
    ask(&raw, "/lines?n=3");
    unsigned closed = f.closed; /* increases when the stream has ended */
    while (f.closed == closed) {
        fixture_wake_all(&f); /* one wake may coincide with a pull in progress, so three may not be enough */
        fixture_sleep_ms(1);
    }
    struct reply reply = raw_reply(&raw, false);
    assert_int_equal(reply.status, 200);
    assert_string_equal(reply_header(&reply, "Content-Type"), "text/event-stream");
    assert_string_equal(reply_header(&reply, "Transfer-Encoding"), "chunked");
    assert_string_equal(reply.body, "line 0\nline 1\nline 2\n");
    reply_free(&reply);
    ask(&raw, "/lines?n=2&tick=30"); /* on the same connection, with ticks instead of wakes */
    check(raw_reply(&raw, false), 200, "tick 0\ntick 1\n");
    ask(&raw, "/flood?bytes=1000000");
    reply = raw_reply(&raw, false);
    assert_int_equal(reply.len, 1000000);
    reply_free(&reply);
    ask(&raw, "/hello");
    check(raw_reply(&raw, false), 200, "hello");
    raw_close(&raw);
}

static void test_stream_head(void **state)
{
    struct raw raw;
    assert_true(raw_open(&raw, f.port));
    raw_text(&raw, "HEAD /lines HTTP/1.1\r\n" HOST "\r\n");
    struct reply reply = raw_reply(&raw, true);
    assert_int_equal(reply.status, 200);
    assert_string_equal(reply_header(&reply, "Content-Type"), "text/event-stream");
    assert_null(reply_header(&reply, "Content-Length"));
    reply_free(&reply);
    assert_false(raw_wait_for(&raw, "0")); /* no body, not even an empty chunk */
    raw_close(&raw);
}

/* ---- races ---- */

enum { RACERS = 24, WAKERS = 3, ROUNDS = 25 };
static _Atomic bool racing;

static void *wake_madly(void *unused)
{
    (void)unused;
    while (racing) {
        fixture_wake_all(&f);
        sched_yield();
    }
    return NULL;
}

/* The thread of a client that sends many requests; it waits for half of the replies and disconnects at random times
 * otherwise. */
static void *visit_madly(void *pointer)
{
    unsigned number = *(unsigned *)pointer;
    for (unsigned i = 0; i < ROUNDS; i++) {
        struct raw raw;
        char path[64];
        if (!raw_open(&raw, f.port))
            return "cannot connect";
        snprintf(path, sizeof path, (number + i) % 4 == 3 ? "/lines?n=%u&tick=5" : "/race?wakes=%u", i % 5 + 1);
        ask(&raw, path);
        if ((number + i) % 2 == 0) {
            struct reply reply = raw_reply(&raw, false);
            bool good = reply.status == 200;
            reply_free(&reply);
            if (!good) {
                raw_close(&raw);
                return "no reply";
            }
        } else {
            fixture_sleep_ms(i % 9);
        }
        raw_close(&raw);
    }
    return NULL;
}

static void test_races(void **state)
{
    pthread_t wakers[WAKERS], racers[RACERS];
    unsigned numbers[RACERS];
    racing = true;
    for (int i = 0; i < WAKERS; i++)
        assert_int_equal(pthread_create(&wakers[i], NULL, wake_madly, NULL), 0);
    for (unsigned i = 0; i < RACERS; i++) {
        numbers[i] = i;
        assert_int_equal(pthread_create(&racers[i], NULL, visit_madly, &numbers[i]), 0);
    }
    for (int i = 0; i < RACERS; i++) {
        void *why = NULL;
        pthread_join(racers[i], &why);
        if (why != NULL)
            fail_msg("racer %d: %s", i, (char *)why);
    }
    racing = false;
    for (int i = 0; i < WAKERS; i++)
        pthread_join(wakers[i], NULL);
    assert_true(fixture_until(&f, fixture_waiting, 0));
    struct http_stats stats;
    http_stats(f.http, &stats);
    assert_int_equal(stats.waiting, 0);
    assert_int_equal(stats.streams, 0);
    assert_int_equal(f.opened, f.closed);
}

/* ---- stopping ---- */

static void test_stop_answers(void **state)
{
    struct fixture own;
    struct http_options options = fixture_options();
    struct raw waits, streams, idle;
    fixture_start(&own, &options);
    assert_true(raw_open(&waits, own.port) && raw_open(&streams, own.port) && raw_open(&idle, own.port));
    ask(&waits, "/wait");
    ask(&streams, "/lines");
    ask(&idle, "/hello");
    check(raw_reply(&idle, false), 200, "hello");
    assert_true(fixture_until(&own, fixture_waiting, 2));
    fixture_stop(&own, 10000);
    check(raw_reply(&waits, false), 200, "stopping");
    check(raw_reply(&streams, false), 200, "");
    raw_close(&waits);
    raw_close(&streams);
    raw_close(&idle);
}

/* A stop without grace, or with requests that do not end within it, cuts all connections; the process does not abort.
 */
static void test_stop_hard(void **state)
{
    for (uint32_t grace = 0; grace <= 60; grace += 30) {
        enum { COUNT = 20 };
        struct fixture own;
        struct http_options options = fixture_options();
        struct raw raw[COUNT];
        fixture_start(&own, &options);
        own.hold = true;
        for (int i = 0; i < COUNT; i++) {
            assert_true(raw_open(&raw[i], own.port));
            if (i % 4 == 3)
                raw_text(&raw[i], "POST /swallow HTTP/1.1\r\n" HOST "Content-Length: 9\r\n\r\nhe");
            else
                ask(&raw[i], i % 4 == 0   ? "/wait"
                             : i % 4 == 1 ? "/lines?stubborn=1&n=1000000"
                                          : "/flood?bytes=100000000");
        }
        assert_true(fixture_until(&own, fixture_waiting, COUNT));
        fixture_stop(&own, grace);
        for (int i = 0; i < COUNT; i++)
            raw_close(&raw[i]);
    }
}

/* A client that disconnects in the middle of its body ends its request soon, not at the body's deadline; a client that
 * stops sending in the middle does not delay the stop of the server. */
static void test_unfinished(void **state)
{
    struct fixture own;
    struct http_options options = fixture_options();
    struct raw leaves, stays;
    options.body_ms = options.head_ms = 3600 * 1000;
    fixture_start(&own, &options);
    assert_true(raw_open(&leaves, own.port) && raw_open(&stays, own.port));
    raw_text(&leaves, "POST /swallow HTTP/1.1\r\n" HOST "Content-Length: 9\r\n\r\nhe");
    raw_close(&leaves);
    assert_true(fixture_until(&own, fixture_closed, 1));
    raw_text(&stays, "POST /swallow HTTP/1.1\r\n" HOST "Content-Length: 9\r\n\r\nhe");
    assert_true(fixture_until(&own, fixture_waiting, 1));
    fixture_stop(&own, 3600 * 1000); /* returns much earlier */
    raw_close(&stays);
}

/* About as many connections are ready at the same time as libmicrohttpd handles in one call of epoll_wait(). */
static void test_many_at_once(void **state)
{
    enum { MOST = 130 };
    if (!http_has_own_epoll_wait) {
        print_message("a sanitizer's epoll_wait() is in the way\n");
        skip();
    }
    for (int count = 126; count <= MOST; count++) {
        struct raw raw[MOST], slow;
        assert_true(raw_open(&slow, f.port));
        for (int i = 0; i < count; i++) {
            assert_true(raw_open(&raw[i], f.port));
            ask(&raw[i], "/hello"); /* the server has accepted the connection before */
            check(raw_reply(&raw[i], false), 200, "hello");
        }
        ask(&slow, "/slow");
        fixture_sleep_ms(50);
        for (int i = 0; i < count; i++)
            ask(&raw[i], "/hello");
        for (int i = 0; i < count; i++) {
            struct reply reply = raw_reply(&raw[i], false);
            if (reply.status != 200)
                fail_msg("of %d requests at once, number %d was never answered", count, i);
            reply_free(&reply);
            raw_close(&raw[i]);
        }
        raw_close(&slow);
    }
}

struct hammer {
    struct fixture *fixture;
    _Atomic bool on;
};

static void *hammer_visits(void *pointer)
{
    struct hammer *hammer = pointer;
    uint16_t port = hammer->fixture->port;
    for (unsigned i = 0; hammer->on; i++) {
        struct raw raw;
        if (!raw_open(&raw, port))
            continue;
        raw_text(&raw,
                 i % 2 == 0 ? "GET /race?wakes=4 HTTP/1.1\r\n" HOST "\r\n" : "GET /lines HTTP/1.1\r\n" HOST "\r\n");
        fixture_sleep_ms(i % 4);
        raw_close(&raw);
    }
    return NULL;
}

static void *hammer_wakes(void *pointer)
{
    struct hammer *hammer = pointer;
    while (hammer->on)
        fixture_wake_all(hammer->fixture);
    return NULL;
}

/* The server is stopped with requests in every phase, many times. */
static void test_stop_race(void **state)
{
    for (uint32_t round = 0; round < 12; round++) {
        struct fixture own;
        struct http_options options = fixture_options();
        pthread_t threads[5];
        fixture_start(&own, &options);
        struct hammer hammer = {.fixture = &own, .on = true};
        for (int i = 0; i < 5; i++)
            pthread_create(&threads[i], NULL, i < 4 ? hammer_visits : hammer_wakes, &hammer);
        fixture_sleep_ms(30 + (long)round);
        http_stop(own.http, round % 3 * 10);
        hammer.on = false;
        for (int i = 0; i < 5; i++)
            pthread_join(threads[i], NULL);
        assert_null(own.visits);
        assert_int_equal(own.opened, own.closed);
        http_shared_reply_free(own.ready);
        http_shared_reply_free(own.large);
        pthread_mutex_destroy(&own.lock);
    }
}

static void *stop_slowly(void *pointer)
{
    fixture_stop(pointer, 3000);
    return NULL;
}

/* While the server drains, kept and new connections get 503 and are closed; a waiting request gets its reply. */
static void test_draining(void **state)
{
    struct fixture own;
    struct http_options options = fixture_options();
    struct raw kept, floods, comes;
    pthread_t stopper;
    fixture_start(&own, &options);
    uint16_t port = own.port;
    assert_true(raw_open(&kept, port) && raw_open(&floods, port));
    ask(&kept, "/hello");
    check(raw_reply(&kept, false), 200, "hello");
    ask(&floods, "/flood?bytes=30000000"); /* the client does not read, so the server runs on for its grace period */
    assert_true(fixture_until(&own, fixture_waiting, 1));
    pthread_create(&stopper, NULL, stop_slowly, &own);
    struct reply reply = {.status = 200};
    while (reply.status == 200) {
        reply_free(&reply);
        ask(&kept, "/hello");
        reply = raw_reply(&kept, false);
    }
    assert_int_equal(reply.status, 503);
    assert_string_equal(reply_problem(&reply), "draining");
    assert_string_equal(reply_header(&reply, "Connection"), "close");
    assert_non_null(reply_header(&reply, "Retry-After"));
    reply_free(&reply);
    assert_true(raw_open(&comes, port));
    ask(&comes, "/hello");
    reply = raw_reply(&comes, false);
    assert_int_equal(reply.status, 503);
    assert_string_equal(reply_problem(&reply), "draining");
    reply_free(&reply);
    raw_close(&comes);
    raw_close(&floods); /* ends the last request, and thus the drain */
    pthread_join(stopper, NULL);
    raw_close(&kept);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wait),         cmocka_unit_test(test_many_waiting), cmocka_unit_test(test_leaving),
        cmocka_unit_test(test_lines),        cmocka_unit_test(test_stream_head),  cmocka_unit_test(test_races),
        cmocka_unit_test(test_stop_answers), cmocka_unit_test(test_stop_hard),    cmocka_unit_test(test_unfinished),
        cmocka_unit_test(test_many_at_once), cmocka_unit_test(test_stop_race),    cmocka_unit_test(test_draining),
    };
    return cmocka_run_group_tests_name("http wait", tests, setup, fixture_teardown);
}
