/* The HTTP interface byte by byte: routing, methods, targets, headers, problem details. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/check.h"
#include "harness/client.h"
#include "harness/fixture.h"

static struct fixture f;
static const char *const origins[] = {"https://a.example", "https://b.example", NULL};

/* Returns the owner of the key "secret", otherwise NULL; gives a reason for another key. */
static const char *authorize(void *context, const char *token, size_t len, struct nash_error *why)
{
    (void)context;
    if (len == 6 && memcmp(token, "secret", 6) == 0)
        return "alice";
    if (len == 3 && memcmp(token, "old", 3) == 0)
        nash_fail_type(why, NASH_INVALID, "key-expired", "", "The key expired yesterday.");
    return NULL;
}

static int setup(void **state)
{
    struct http_options options = fixture_options();
    options.cors_origins = origins;
    options.authorize = authorize;
    fixture_start(&f, &options);
    *state = &f;
    return 0;
}

#define KEY  "Authorization: Bearer secret\r\n"
#define HOST "Host: localhost\r\n"

static void check(struct reply reply, int status, const char *body, const char *what)
{
    if (reply.status != status || (body != NULL && strcmp(reply.body, body) != 0))
        fail_msg("%s: got %d %s, not %d %s", what, reply.status, reply.body != NULL ? reply.body : "(none)", status,
                 body != NULL ? body : "");
    reply_free(&reply);
}

static void check_problem(struct reply reply, int status, const char *type, const char *what)
{
    if (reply.status != status || strcmp(reply_problem(&reply), type) != 0)
        fail_msg("%s: got %d %s\n%s%s, not %d %s", what, reply.status, reply_problem(&reply),
                 reply.head != NULL ? reply.head : "(none)", reply.body != NULL ? reply.body : "", status, type);
    reply_free(&reply);
}

static void test_basic(void **state)
{
    struct reply reply = client_get(f.port, "/hello");
    assert_int_equal(reply.status, 200);
    assert_string_equal(reply.body, "hello");
    assert_string_equal(reply_header(&reply, "Content-Type"), "text/plain");
    assert_string_equal(reply_header(&reply, "X-Content-Type-Options"), "nosniff");
    assert_string_equal(reply_header(&reply, "Cache-Control"), "no-store");
    assert_non_null(reply_header(&reply, "Date"));
    assert_null(reply_header(&reply, "Access-Control-Allow-Origin"));
    assert_string_equal(reply_header(&reply, "Vary"), "Origin");
    reply_free(&reply);
    check(client_get(f.port, "/"), 200, "hello", "root");
}

static void test_methods(void **state)
{
    static const struct {
        const char *method, *path;
        int status;
        const char *allow;
    } cases[] = {
        {"HEAD", "/hello", 200, NULL},
        {"POST", "/hello", 405, "GET, HEAD, OPTIONS"},
        {"DELETE", "/hello", 405, "GET, HEAD, OPTIONS"},
        {"TRACE", "/hello", 405, "GET, HEAD, OPTIONS"},
        {"get", "/hello", 405, "GET, HEAD, OPTIONS"},
        {"GET", "/echo", 405, "POST, PUT, OPTIONS"},
        {"HEAD", "/echo", 405, "POST, PUT, OPTIONS"},
        {"OPTIONS", "/echo", 204, "POST, PUT, OPTIONS"},
        {"OPTIONS", "/item/7", 204, "GET, HEAD, DELETE, OPTIONS"},
        {"PATCH", "/item/7", 405, "GET, HEAD, DELETE, OPTIONS"},
        {"OPTIONS", "/nowhere", 404, NULL},
        {"POST", "/nowhere", 404, NULL},
        {"OPTIONS", "*", 204, NULL},
        {"GET", "*", 400, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256];
        struct raw raw;
        assert_true(raw_open(&raw, f.port));
        snprintf(text, sizeof text, "%s %s HTTP/1.1\r\n" HOST "\r\n", cases[i].method, cases[i].path);
        raw_text(&raw, text);
        struct reply reply = raw_reply(&raw, strcmp(cases[i].method, "HEAD") == 0);
        const char *allow = reply_header(&reply, "Allow");
        if (reply.status != cases[i].status || (cases[i].allow != NULL && (!allow || strcmp(allow, cases[i].allow))))
            fail_msg("%s %s: %d, Allow %s", cases[i].method, cases[i].path, reply.status, allow ? allow : "(none)");
        if (reply.status == 405 && strcmp(cases[i].method, "HEAD") != 0)
            assert_string_equal(reply_problem(&reply), "method-not-allowed");
        reply_free(&reply);
        /* the connection is kept after each of these errors */
        raw_text(&raw, "GET /hello HTTP/1.1\r\n" HOST "\r\n");
        check(raw_reply(&raw, false), 200, "hello", text);
        raw_close(&raw);
    }
}

/* The reply to HEAD has the same fields as the reply to GET, including Content-Length, and no body. */
static void test_head_like_get(void **state)
{
    static const char *const paths[] = {"/hello", "/ready", "/big?bytes=100000", "/fault", "/nowhere"};
    static const char *const fields[] = {"Content-Length", "Content-Type", "ETag", "Cache-Control", "Vary"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        struct reply get = client_get(f.port, paths[i]), head = client_call(f.port, "HEAD", paths[i], NULL, NULL, 0);
        assert_int_equal(get.status, head.status);
        assert_int_equal(head.len, 0);
        assert_int_equal(get.len, strtoul(reply_header(&head, "Content-Length"), NULL, 10));
        for (size_t j = 0; j < sizeof fields / sizeof fields[0]; j++) {
            const char *a = reply_header(&get, fields[j]), *b = reply_header(&head, fields[j]);
            if ((a == NULL) != (b == NULL) || (a != NULL && strcmp(a, b) != 0))
                fail_msg("%s: %s is %s, with HEAD %s", paths[i], fields[j], a ? a : "absent", b ? b : "absent");
        }
        reply_free(&get);
        reply_free(&head);
    }
}

static void test_targets(void **state)
{
    static const struct {
        const char *target;
        int status;
        const char *body, *type;
    } cases[] = {
        {"/item/abc", 200, "abc", NULL},
        {"/item/a%20b", 200, "a b", NULL},
        {"/item/%61%62", 200, "ab", NULL},
        {"/item/a+b", 200, "a+b", NULL},
        {"/item/%E2%82%AC", 200, "\xe2\x82\xac", NULL},
        {"/item/special", 200, "the literal one", NULL},
        {"/item/%73pecial", 200, "the literal one", NULL},
        {"/%69tem/x", 200, "x", NULL},
        {"http://elsewhere/item/abs", 200, "abs", NULL},
        {"https://elsewhere:99/item/abs?x=1", 200, "abs", NULL},
        {"/item/", 404, NULL, "not-found"},
        {"/item//x", 404, NULL, "not-found"},
        {"//item/x", 404, NULL, "not-found"},
        {"/item/x/", 404, NULL, "not-found"},
        {"/item/..", 404, NULL, "not-found"},
        {"/item/.", 404, NULL, "not-found"},
        {"/hello/../item/x", 404, NULL, "not-found"},
        {"/item/%2e%2e", 404, NULL, "not-found"},
        {"/a/b/c/d/e/f/g/h/i/j", 404, NULL, "not-found"},
        {"/item/%00", 400, NULL, "invalid-target"},
        {"/item/%00abc", 400, NULL, "invalid-target"},
        {"/item/a%2Fb", 400, NULL, "invalid-target"},
        {"/item/a%2fb", 400, NULL, "invalid-target"},
        {"/item/%", 400, NULL, "invalid-target"},
        {"/item/%4", 400, NULL, "invalid-target"},
        {"/item/%zz", 400, NULL, "invalid-target"},
        {"/nowhere/%zz", 400, NULL, "invalid-target"},
        {"/item/x#y", 400, NULL, "invalid-target"},
        {"item/x", 400, NULL, "invalid-target"},
        {"http://elsewhere", 200, "hello", NULL},
        {"http://elsewhere?a", 200, "hello", NULL},
        {"http://else where/item/x", 400, NULL, "invalid-head"},
        {"http://else^where/item/x", 400, NULL, "invalid-target"},
        {"http://a@elsewhere/item/x", 400, NULL, "invalid-target"},
        {"http:///item/x", 400, NULL, "invalid-target"},
        {"/item/\x01", 400, NULL, "invalid-head"},
        {"/item/\xff", 400, NULL, "invalid-target"},
        {"/query?a=1&b=two+words&a=%26&empty&=x&c=/p/q", 200, "a=1\nb=two words\na=&\nempty=\n=x\nc=/p/q\n", NULL},
        {"/query?", 200, "", NULL},
        {"/query?&&", 200, "", NULL},
        {"/query?a=%00", 400, NULL, "invalid-target"},
        {"/query?a=%g0", 400, NULL, "invalid-target"},
        {"/query?%=1", 400, NULL, "invalid-target"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[512];
        snprintf(text, sizeof text, "GET %s HTTP/1.1\r\n" HOST KEY "\r\n", cases[i].target);
        if (cases[i].type != NULL)
            check_problem(raw_ask(f.port, text), cases[i].status, cases[i].type, cases[i].target);
        else
            check(raw_ask(f.port, text), cases[i].status, cases[i].body, cases[i].target);
    }
}

static void test_long_segments(void **state)
{
    for (size_t len = HTTP_SEGMENT_MAX - 3; len < HTTP_SEGMENT_MAX + 3; len++) {
        char path[300] = "/item/";
        memset(path + 6, 'a', len);
        path[6 + len] = '\0';
        const char *const key[] = {"Authorization: Bearer secret", NULL};
        check(client_call(f.port, "GET", path, key, NULL, 0), len < HTTP_SEGMENT_MAX ? 200 : 404, NULL, path);
    }
}

static void test_problem(void **state)
{
    struct reply reply = client_get(f.port, "/fault?x=1");
    assert_int_equal(reply.status, 422);
    assert_string_equal(reply_header(&reply, "Content-Type"), "application/problem+json");
    assert_string_equal(reply.body,
                        "{\"type\":\"/problems/unprocessable\",\"title\":\"The request is well formed but cannot be "
                        "processed\",\"status\":422,\"detail\":\"Row 4 has 8 cells, not \\\"9\\\".\","
                        "\"instance\":\"/fault\",\"pointer\":\"/rows/3\"}");
    reply_free(&reply);
    check_problem(client_get(f.port, "/silent"), 500, "internal", "a handler that does not answer");
    check(client_get(f.port, "/twice"), 200, "first", "a handler that answers twice");
}

static void test_headers(void **state)
{
    const char *const ask[] = {"X-Ask: well", "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                               NULL};
    struct reply reply = client_call(f.port, "GET", "/headers", ask, NULL, 0);
    assert_string_equal(reply.body, "well");
    assert_string_equal(reply_header(&reply, "X-Good"), "yes");
    assert_null(reply_header(&reply, "X-Bad"));
    assert_null(reply_header(&reply, "X-Forged"));
    assert_string_equal(reply_header(&reply, "Cache-Control"), "max-age=5");
    assert_string_equal(reply_header(&reply, "traceparent"), ask[1] + 13);
    reply_free(&reply);
    reply = client_call(f.port, "GET", "/ready", ask, NULL, 0);
    assert_string_equal(reply_header(&reply, "traceparent"), ask[1] + 13);
    assert_string_equal(reply_header(&reply, "X-Extra"), "1");
    reply_free(&reply);
}

static void test_ready(void **state)
{
    static const struct {
        const char *field;
        int status;
    } cases[] = {{"If-None-Match: \"tag1\"", 304},
                 {"If-None-Match: W/\"tag1\"", 304},
                 {"If-None-Match: \"a\", \"tag1\"", 304},
                 {"If-None-Match: *", 304},
                 {"If-None-Match: \"tag2\"", 200},
                 {"If-None-Match: tag1", 200},
                 {"If-None-Match: \"a\" \"tag1\"", 200},
                 {"If-None-Match: \"tag1", 200},
                 {"X-Other: \"tag1\"", 200}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *const ask[] = {cases[i].field, NULL};
        struct reply reply = client_call(f.port, "GET", "/ready", ask, NULL, 0);
        if (reply.status != cases[i].status)
            fail_msg("%s: %d", cases[i].field, reply.status);
        assert_string_equal(reply_header(&reply, "ETag"), "\"tag1\"");
        assert_string_equal(reply_header(&reply, "Cache-Control"), "no-cache");
        assert_string_equal(reply_header(&reply, "X-Extra"), "1");
        if (reply.status == 200)
            assert_string_equal(reply.body, "{\"ready\":true}");
        else
            assert_int_equal(reply.len, 0);
        reply_free(&reply);
    }
}

static void test_keys(void **state)
{
    static const struct {
        const char *field;
        int status;
        const char *challenge, *detail;
    } cases[] = {
        {"X-None: 1", 401, "Bearer realm=\"nashd\"", "an API key is required"},
        {"Authorization: Bearer wrong", 401, "Bearer realm=\"nashd\", error=\"invalid_token\"", "not valid"},
        {"Authorization: Bearer old", 401, "Bearer realm=\"nashd\", error=\"invalid_token\"", "expired yesterday"},
        {"Authorization: Bearer ", 401, "Bearer realm=\"nashd\", error=\"invalid_token\"", "not valid"},
        {"Authorization: Basic c2VjcmV0", 401, "Bearer realm=\"nashd\", error=\"invalid_token\"", "not valid"},
        {"Authorization: secret", 401, "Bearer realm=\"nashd\", error=\"invalid_token\"", "not valid"},
        {"Authorization: Bearer secret", 200, NULL, NULL},
        {"authorization: bearer secret", 200, NULL, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *const ask[] = {cases[i].field, NULL};
        struct reply reply = client_call(f.port, "GET", "/owner", ask, NULL, 0);
        if (reply.status != cases[i].status)
            fail_msg("%s: %d", cases[i].field, reply.status);
        if (reply.status == 200) {
            assert_string_equal(reply.body, "alice");
        } else {
            assert_string_equal(reply_header(&reply, "WWW-Authenticate"), cases[i].challenge);
            bool old = strstr(cases[i].field, "old") != NULL;
            assert_string_equal(reply_problem(&reply), old ? "key-expired" : "unauthorized");
            assert_non_null(strstr(reply.body, cases[i].detail));
        }
        reply_free(&reply);
    }
    const char *const wrong[] = {"Authorization: Bearer wrong", NULL}, *const right[] = {"Authorization: Bearer secret",
                                                                                         NULL};
    check(client_get(f.port, "/guest?pass=x"), 200, HTTP_GUEST, "a secret in place of a key");
    check(client_call(f.port, "GET", "/guest?pass=x", right, NULL, 0), 200, "alice", "a secret and a key");
    check_problem(client_call(f.port, "GET", "/guest?pass=x", wrong, NULL, 0), 401, "unauthorized", "a wrong key");
    check_problem(client_get(f.port, "/guest"), 401, "unauthorized", "neither");
    check_problem(client_get(f.port, "/owner?pass=x"), 401, "unauthorized", "a route without secrets");
    struct http_stats stats;
    http_stats(f.http, &stats);
    assert_true(stats.refused_auth >= 6);
    check(client_get(f.port, "/hello"), 200, "hello", "an open route");
    check_problem(client_get(f.port, "/nowhere"), 404, "not-found", "no route, no key");
}

static void test_cors(void **state)
{
    const char *const good[] = {"Origin: https://b.example", NULL};
    const char *const bad[] = {"Origin: https://c.example", NULL};
    const char *const flight[] = {"Origin: https://a.example", "Access-Control-Request-Method: POST", NULL};
    const char *const bad_flight[] = {"Origin: https://c.example", "Access-Control-Request-Method: POST", NULL};
    static const char *const paths[] = {"/hello", "/ready", "/nowhere", "/owner", "/fault"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        struct reply reply = client_call(f.port, "GET", paths[i], good, NULL, 0);
        assert_string_equal(reply_header(&reply, "Access-Control-Allow-Origin"), "https://b.example");
        assert_string_equal(reply_header(&reply, "Vary"), "Origin");
        assert_non_null(reply_header(&reply, "Access-Control-Expose-Headers"));
        reply_free(&reply);
        reply = client_call(f.port, "GET", paths[i], bad, NULL, 0);
        assert_null(reply_header(&reply, "Access-Control-Allow-Origin"));
        assert_string_equal(reply_header(&reply, "Vary"), "Origin");
        reply_free(&reply);
    }
    struct reply reply =
        client_call(f.port, "OPTIONS", "/echo", flight, NULL, 0); /* a preflight request needs no key */
    assert_int_equal(reply.status, 204);
    assert_string_equal(reply_header(&reply, "Access-Control-Allow-Origin"), "https://a.example");
    assert_string_equal(reply_header(&reply, "Access-Control-Allow-Methods"), "POST, PUT, OPTIONS");
    assert_non_null(strstr(reply_header(&reply, "Access-Control-Allow-Headers"), "Authorization"));
    reply_free(&reply);
    reply = client_call(f.port, "OPTIONS", "/echo", bad_flight, NULL, 0);
    assert_int_equal(reply.status, 204);
    assert_null(reply_header(&reply, "Access-Control-Allow-Methods"));
    assert_null(reply_header(&reply, "Access-Control-Allow-Origin"));
    reply_free(&reply);
}

static void test_http10(void **state)
{
    struct raw raw;
    assert_true(raw_open(&raw, f.port));
    raw_text(&raw, "GET /hello HTTP/1.0\r\n\r\n");
    check(raw_reply(&raw, false), 200, "hello", "HTTP/1.0");
    assert_true(raw_closed_within(&raw, CLIENT_PATIENCE_MS));
    raw_close(&raw);
    check(raw_ask(f.port, "GET /flood?bytes=70000 HTTP/1.0\r\n\r\n"), 200, NULL, "a stream for HTTP/1.0");
}

/* Pipelined requests are answered in order, also errors. */
static void test_pipelined(void **state)
{
    enum { COUNT = 300 };
    struct raw raw;
    char text[256], want[32];
    assert_true(raw_open(&raw, f.port));
    for (int i = 0; i < COUNT; i++) {
        if (i % 3 == 0)
            snprintf(text, sizeof text, "GET /item/n%d HTTP/1.1\r\n" HOST KEY "\r\n", i);
        else if (i % 3 == 1)
            snprintf(text, sizeof text, "POST /echo HTTP/1.1\r\n" HOST KEY "Content-Length: 5\r\n\r\nb%04d", i);
        else
            snprintf(text, sizeof text, "POST /nowhere HTTP/1.1\r\n" HOST "Content-Length: 5\r\n\r\nb%04d", i);
        assert_true(raw_text(&raw, text));
    }
    for (int i = 0; i < COUNT; i++) {
        snprintf(want, sizeof want, i % 3 == 0 ? "n%d" : "b%04d", i);
        check(raw_reply(&raw, false), i % 3 == 2 ? 404 : 200, i % 3 == 2 ? NULL : want, want);
    }
    raw_close(&raw);
}

static void test_stats(void **state)
{
    struct http_stats before, after;
    http_stats(f.http, &before);
    for (int i = 0; i < 7; i++)
        check(client_get(f.port, "/query?a=%zz"), 400, NULL, "bad query");
    for (int i = 0; i < 5; i++)
        check(client_get(f.port, "/fault"), 422, NULL, "fault");
    http_stats(f.http, &after);
    uint64_t faults = 0, seconds = 0;
    for (size_t i = 0; i < after.routes; i++) {
        if (strcmp(after.route[i].route->name, "fault") != 0)
            continue;
        faults = after.route[i].by_class[4] - before.route[i].by_class[4];
        for (size_t j = 0; j <= HTTP_BUCKETS; j++)
            seconds += after.route[i].seconds_bucket[j] - before.route[i].seconds_bucket[j];
    }
    assert_in_range(faults, 4, 5); /* the last reply is counted when it has been sent */
    assert_int_equal(faults, seconds);
    assert_true(after.accepted >= before.accepted + 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_basic),   cmocka_unit_test(test_methods),       cmocka_unit_test(test_head_like_get),
        cmocka_unit_test(test_targets), cmocka_unit_test(test_long_segments), cmocka_unit_test(test_problem),
        cmocka_unit_test(test_headers), cmocka_unit_test(test_ready),         cmocka_unit_test(test_keys),
        cmocka_unit_test(test_cors),    cmocka_unit_test(test_http10),        cmocka_unit_test(test_pipelined),
        cmocka_unit_test(test_stats),
    };
    return cmocka_run_group_tests_name("http wire", tests, setup, fixture_teardown);
}
