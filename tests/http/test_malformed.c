/* Malformed requests, sent to a server: exactly one reply, problem details, and then the connection ends. Readable ones
 * are answered, and the connection is kept. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <http/framing/fault.h>

#include "harness/check.h"
#include "harness/client.h"
#include "harness/fixture.h"
#include "harness/messages.h"

#define HELLO   "GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n"
#define CHUNKED "Host: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"

static struct fixture f;

static int setup(void **state)
{
    struct http_options options = fixture_options();
    fixture_start(&f, &options);
    *state = &f;
    return 0;
}

static uint64_t malformed_so_far(void)
{
    struct http_stats stats;
    http_stats(f.http, &stats);
    return stats.malformed;
}

static bool is_head(const struct message *message)
{
    return message->len > 5 && memcmp(message->bytes, "HEAD ", 5) == 0;
}

/* Reads the reply to a malformed message: the last bytes of the connection. */
static void check_refused(struct raw *raw, const struct message *message, const char *how)
{
    struct reply reply = raw_reply(raw, is_head(message));
    const char *connection = reply_header(&reply, "Connection"), *type = reply_header(&reply, "Content-Type");
    if (reply.status != message->status || connection == NULL || strcmp(connection, "close") != 0 || type == NULL ||
        strcmp(type, "application/problem+json") != 0 ||
        (!is_head(message) && strcmp(reply_problem(&reply), message->answer) != 0))
        fail_msg("%s, %s: got %d\n%s%s, expected %d %s", message->bytes, how, reply.status,
                 reply.head != NULL ? reply.head : "(none)", reply.body != NULL ? reply.body : "", message->status,
                 message->answer);
    reply_free(&reply);
    if (raw_wait_for(raw, "\n") || raw->len != 0 || !raw->closed)
        fail_msg("%s, %s: the connection goes on: %.*s", message->bytes, how, (int)raw->len, raw->data);
}

static void check_reply(struct raw *raw, int status, const char *answer, const char *what)
{
    struct reply reply = raw_reply(raw, false);
    const char *got = reply.status < 400 ? reply.body : reply_problem(&reply);
    if (reply.status != status || got == NULL || strcmp(got, answer) != 0)
        fail_msg("%s: got %d %s, expected %d %s", what, reply.status, reply.body != NULL ? reply.body : "(none)",
                 status, answer);
    reply_free(&reply);
}

/* A malformed message between two others: the one before it is answered first, the one after it never. */
static void test_refused(void **state)
{
    uint64_t before = malformed_so_far();
    for (size_t i = 0; i < malformed_count; i++) {
        const struct message *message = &malformed_messages[i];
        char text[1024];
        char *at = stpcpy(text, HELLO);
        struct raw raw;
        memcpy(at, message->bytes, message->len);
        strcpy(at + message->len, HELLO);
        size_t len = (size_t)(at - text) + message->len + strlen(HELLO);
        assert_true(raw_open(&raw, f.port));
        assert_true(raw_send(&raw, text, len));
        check_reply(&raw, 200, "hello", "the request before");
        check_refused(&raw, message, "at once");
        raw_close(&raw);
    }
    assert_int_equal(malformed_so_far() - before, malformed_count);
}

/* Byte by byte, so that libmicrohttpd might begin to read a part of it. */
static void test_refused_bytewise(void **state)
{
    for (size_t i = 0; i < malformed_count; i += 3) {
        const struct message *message = &malformed_messages[i];
        struct raw raw;
        assert_true(raw_open(&raw, f.port));
        for (size_t j = 0; j < message->len && raw_send(&raw, message->bytes + j, 1); j++)
            ;
        check_refused(&raw, message, "byte by byte");
        raw_close(&raw);
    }
}

static void test_readable(void **state)
{
    for (size_t i = 0; i < readable_count; i++) {
        const struct message *message = &readable_messages[i];
        struct raw raw;
        assert_true(raw_open(&raw, f.port));
        assert_true(raw_send(&raw, message->bytes, message->len));
        check_reply(&raw, message->status, message->answer, message->bytes);
        if (message->status != 421) { /* which ends the connection */
            for (size_t j = 0; j < message->len; j++)
                assert_true(raw_send(&raw, message->bytes + j, 1));
            check_reply(&raw, message->status, message->answer, message->bytes);
            raw_text(&raw, HELLO);
            check_reply(&raw, 200, "hello", message->bytes);
        }
        raw_close(&raw);
    }
}

/* ---- order ---- */

/* The reply that is being made for an earlier request is sent to its end. */
static void test_earlier_replies(void **state)
{
    static const struct message bad = {"GET /hello HTTP/1.1\r\n", 0, 400, "invalid-host"};
    static const char *const earlier[] = {"GET /flood?bytes=3000000 HTTP/1.1\r\nHost: localhost\r\n\r\n",
                                          "GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n"};
    for (size_t i = 0; i < sizeof earlier / sizeof earlier[0]; i++) {
        char text[256];
        struct raw raw;
        snprintf(text, sizeof text, "%s%s\r\n" HELLO, earlier[i], bad.bytes);
        assert_true(raw_open(&raw, f.port));
        assert_true(raw_text(&raw, text));
        if (i == 1) {
            assert_true(fixture_until(&f, fixture_waiting, 1));
            fixture_wake_all(&f);
        }
        struct reply reply = raw_reply(&raw, false);
        assert_int_equal(reply.status, 200);
        assert_int_equal(reply.len, i == 0 ? 3000000 : 5);
        reply_free(&reply);
        check_refused(&raw, &bad, "after another reply");
        raw_close(&raw);
    }
}

/* A fault in a body that a handler reads as it arrives. */
static void test_streamed(void **state)
{
    static const struct message bad = {"POST /swallow", 0, 400, "invalid-framing"};
    struct raw raw;
    uint64_t consumed = f.consumed;
    assert_true(raw_open(&raw, f.port));
    raw_text(&raw, "POST /swallow HTTP/1.1\r\n" CHUNKED "5\r\nhello\r\n");
    while (f.consumed - consumed < 5)
        fixture_sleep_ms(1);
    raw_text(&raw, "5\r\nhello!\r\n" HELLO);
    check_refused(&raw, &bad, "in a stream");
    raw_close(&raw);
}

/* The reply arrives although the client has sent much more. */
static void test_lingering(void **state)
{
    static const struct message bad = {"POST /echo", 0, 400, "invalid-framing"};
    size_t len = 1 << 20;
    char *body = calloc(1, len);
    struct raw raw;
    assert_non_null(body);
    assert_true(raw_open(&raw, f.port));
    raw_text(&raw, "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1e6\r\n\r\n");
    raw_send(&raw, body, len);
    check_refused(&raw, &bad, "with a long body");
    raw_close(&raw);
    free(body);
}

/* Frames after the handshake of a WebSocket that is not opened are no request. */
static void test_frames(void **state)
{
    static const char handshake[] = "GET /hello HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                                    "Connection: Upgrade\r\n\r\n\x82\x83 / HTTP/1.1\r\n\r\n";
    static const struct message frames = {"\x82\x83", 2, 400, "invalid-head"};
    struct raw raw;
    assert_true(raw_open(&raw, f.port));
    assert_true(raw_text(&raw, handshake));
    struct reply reply = raw_reply(&raw, false);
    assert_string_equal(reply.body, "hello");
    assert_string_equal(reply_header(&reply, "Connection"), "close");
    reply_free(&reply);
    assert_false(raw_wait_for(&raw, "\n"));
    assert_true(raw.closed);
    raw_close(&raw);
    assert_true(raw_open(&raw, f.port));
    size_t head = strlen(handshake) - strlen(strchr(handshake, '\x82'));
    assert_true(raw_send(&raw, handshake, head));
    check_reply(&raw, 200, "hello", "a handshake at a path without WebSocket");
    assert_true(raw_text(&raw, handshake + head));
    check_refused(&raw, &frames, "as a request");
    raw_close(&raw);
}

/* ---- limits ---- */

static void check_long(const char *text, int status, const char *answer, const char *what)
{
    struct message message = {text, strlen(text), status, answer};
    struct raw raw;
    assert_true(raw_open(&raw, f.port));
    assert_true(raw_text(&raw, text));
    if (status < 400 || status == 404) {
        check_reply(&raw, status, answer, what);
        raw_text(&raw, HELLO);
        check_reply(&raw, 200, "hello", what);
    } else {
        message.bytes = what;
        check_refused(&raw, &message, "too long");
    }
    raw_close(&raw);
}

/* libmicrohttpd's memory for a connection holds the largest heads that are allowed, with a body after them. */
static void test_limits(void **state)
{
    char *text = malloc(80 * 1024), *at;
    assert_non_null(text);
    for (size_t len = HTTP_HEAD_MAX; len < HTTP_HEAD_MAX + 2; len++) {
        memset(text, 'x', len);
        memcpy(text, HELLO, strlen(HELLO) - 2);
        memcpy(text + strlen(HELLO) - 2, "X: ", 3);
        strcpy(text + len - 4, "\r\n\r\n");
        check_long(text, len <= HTTP_HEAD_MAX ? 200 : 431, len <= HTTP_HEAD_MAX ? "hello" : "head-too-large",
                   "a value");
        at = stpcpy(text, "POST /echo HTTP/1.1\r\n" CHUNKED) - 2;
        for (int i = 2; i < HTTP_FIELDS_MAX; i++)
            at += sprintf(at, "Field-%03d: %0*d\r\n", i, 145, i);
        size_t left = len - (size_t)(at - text) - 4;
        memset(at - 2, 'y', left + 2); /* makes the last value longer */
        strcpy(at + left, "\r\n\r\n");
        assert_int_equal(strlen(text), len);
        strcpy(text + len, "5\r\nhello\r\n0\r\n\r\n");
        check_long(text, len <= HTTP_HEAD_MAX ? 200 : 431, len <= HTTP_HEAD_MAX ? "hello" : "head-too-large", "fields");
    }
    at = stpcpy(text, HELLO) - 2;
    for (int i = 0; i < HTTP_FIELDS_MAX; i++)
        at = stpcpy(at, "X: y\r\n");
    strcpy(at, "\r\n");
    check_long(text, 431, "head-too-large", "101 fields");
    at = stpcpy(text, HELLO) - 2;
    at = stpcpy(at, "Cookie: k=v");
    for (int i = 0; i < 1500; i++)
        at = stpcpy(at, "; k=v");
    strcpy(at, "\r\n\r\n");
    check_long(text, 200, "hello", "7 KB of cookies");
    at = stpcpy(text, "GET /");
    memset(at, 'a', 8000);
    strcpy(at + 8000, " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    check_long(text, 404, "not-found", "a target of 8000 bytes");
    memset(at, 'a', HTTP_HEAD_MAX);
    strcpy(at + HTTP_HEAD_MAX, " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    check_long(text, 414, "target-too-long", "a target of 16 KB");
    free(text);
}

/* Queries with many parameters take memory of libmicrohttpd for each. */
static void test_parameters(void **state)
{
    for (int count = 1; count < 400; count += 33) {
        char text[2048], *at = stpcpy(text, "GET /hello?a");
        for (int i = 1; i < count; i++)
            at = stpcpy(at, "&a");
        strcpy(at, " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        struct reply reply = raw_ask(f.port, text);
        assert_int_equal(reply.status, count <= 32 ? 200 : 400);
        if (count > 32)
            assert_string_equal(reply_problem(&reply), "invalid-target");
        reply_free(&reply);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused),    cmocka_unit_test(test_refused_bytewise),
        cmocka_unit_test(test_readable),   cmocka_unit_test(test_earlier_replies),
        cmocka_unit_test(test_streamed),   cmocka_unit_test(test_lingering),
        cmocka_unit_test(test_frames),     cmocka_unit_test(test_limits),
        cmocka_unit_test(test_parameters),
    };
    return cmocka_run_group_tests_name("http malformed", tests, setup, fixture_teardown);
}
