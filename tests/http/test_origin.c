/* Protection of a server without keys against web pages of other sites: Origin against Host, and Host against DNS
 * rebinding. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/check.h"
#include "harness/client.h"
#include "harness/fixture.h"

static const char *const origins[] = {"https://a.example", "http://b.example:8443", NULL};

static const char *authorize(void *context, const char *token, size_t len, struct nash_error *why)
{
    (void)context;
    (void)token;
    (void)len;
    (void)why;
    return "alice";
}

/* Sends one request; returns the problem type of the reply, "" for success. host, origin: header fields; NULL: not
 * sent. */
static const char *ask(uint16_t port, const char *method, const char *host, const char *origin)
{
    static char type[64];
    char text[512];
    size_t len =
        (size_t)snprintf(text, sizeof text, "%s /echo HTTP/1.%d\r\nAuthorization: Bearer x\r\n", method, host != NULL);
    if (host != NULL)
        len += (size_t)snprintf(text + len, sizeof text - len, "Host: %s\r\n", host);
    if (origin != NULL)
        len += (size_t)snprintf(text + len, sizeof text - len, "Origin: %s\r\n", origin);
    snprintf(text + len, sizeof text - len, "Content-Length: 2\r\n\r\nhi");
    struct reply reply = raw_ask(port, text);
    assert_int_not_equal(reply.status, 0);
    snprintf(type, sizeof type, "%s", reply_problem(&reply));
    if (strcmp(type, "cross-origin") == 0)
        assert_int_equal(reply.status, 403);
    if (strcmp(type, "misdirected") == 0)
        assert_int_equal(reply.status, 421);
    if (strcmp(type, "invalid-host") == 0)
        assert_int_equal(reply.status, 400);
    reply_free(&reply);
    return type;
}

struct visitor {
    const char *host, *origin, *answer;
};

static void check_all(uint16_t port, const struct visitor visitors[], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct visitor *v = &visitors[i];
        const char *got = ask(port, "POST", v->host, v->origin);
        if (strcmp(got, v->answer) != 0)
            fail_msg("POST with Host %s, Origin %s: \"%s\" instead of \"%s\"", v->host, v->origin, got, v->answer);
    }
}
#define CHECK_ALL(port, visitors) check_all(port, visitors, sizeof(visitors) / sizeof(visitors)[0])

static void test_on_loopback(void **state)
{
    static const struct visitor visitors[] = {
        /* clients other than browsers, and pages of this server */
        {NULL, NULL, ""},
        {"127.0.0.1:8080", NULL, ""},
        {"127.0.0.1:8080", "http://127.0.0.1:8080", ""},
        {"localhost:8080", "http://localhost:8080", ""},
        {"LOCALHOST:8080", "http://localhost:8080", ""},
        {"nash.localhost", "https://nash.localhost", ""},
        {"[::1]:8080", "http://[::1]:8080", ""},
        {"192.168.1.7", NULL, ""},
        /* pages of other sites */
        {"127.0.0.1:8080", "https://evil.example", "cross-origin"},
        {"127.0.0.1:8080", "http://127.0.0.1:9090", "cross-origin"},
        {"127.0.0.1:8080", "http://127.0.0.1", "cross-origin"},
        {"127.0.0.1:8080", "null", "cross-origin"},
        {"127.0.0.1:8080", "", "cross-origin"},
        {"127.0.0.1:8080", "127.0.0.1:8080", "cross-origin"},
        {"127.0.0.1:8080", "https://evil.example/?http://127.0.0.1:8080", "cross-origin"},
        {NULL, "http://127.0.0.1:8080", "cross-origin"},
        /* names that resolve to this server by DNS rebinding */
        {"evil.example", NULL, "misdirected"},
        {"evil.example:8080", "http://evil.example:8080", "misdirected"},
        {"evillocalhost", NULL, "misdirected"},
        {"localhost.evil.example", NULL, "misdirected"},
        {"127.0.0.1.evil.example", NULL, "misdirected"},
        {"127.1", NULL, "misdirected"},
        {"localhost,evil.example", NULL, "misdirected"},
        {"127.0.0.1:", NULL, ""},
        /* no host at all */
        {"[evil.example]", NULL, "invalid-host"},
        {"[::1", NULL, "invalid-host"},
        {"[::1]evil.example", NULL, "invalid-host"},
        {"[::1]:80x", NULL, "invalid-host"},
        {"127.0.0.1:evil.example", NULL, "invalid-host"},
        {"localhost evil.example", NULL, "invalid-host"},
        {"evil.example@localhost", NULL, "invalid-host"},
        {"localhost/evil", NULL, "invalid-host"},
        {"localhost%", NULL, "invalid-host"},
        {"", NULL, "invalid-host"},
        /* the allow-list */
        {"127.0.0.1:8080", "https://a.example", ""},
        {"127.0.0.1:8080", "http://a.example", "cross-origin"},
        {"127.0.0.1:8080", "http://b.example:8443", ""},
        {"127.0.0.1:8080", "http://b.example", "cross-origin"},
        {"a.example", "https://a.example", ""},
        {"A.example", NULL, ""},
        {"b.example:8443", NULL, ""},
        {"b.example", NULL, "misdirected"},
        {"a.example", "https://evil.example", "cross-origin"},
    };
    struct fixture f = {0};
    struct http_options options = fixture_options();
    options.cors_origins = origins;
    fixture_start(&f, &options);
    CHECK_ALL(f.port, visitors);
    fixture_stop(&f, 1000);
}

static void test_reading_is_free_but_not_by_another_name(void **state)
{
    struct fixture f = {0};
    struct http_options options = fixture_options();
    const char *const foreign[] = {"Origin: https://evil.example", NULL};
    const char *const renamed[] = {"Host: evil.example", NULL};
    static const char *const methods[] = {"GET", "HEAD", "OPTIONS"};
    fixture_start(&f, &options);
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        struct reply reply = client_call(f.port, methods[i], "/hello", foreign, NULL, 0);
        assert_int_equal(reply.status / 100, 2);
        assert_null(reply_header(&reply, "Access-Control-Allow-Origin"));
        reply_free(&reply);
        reply = client_call(f.port, methods[i], "/hello", renamed, NULL, 0);
        assert_int_equal(reply.status, 421);
        reply_free(&reply);
    }
    for (size_t i = 0; i < 2; i++) { /* a known and an unknown method */
        struct reply reply = client_call(f.port, i == 0 ? "DELETE" : "BREW", "/hello", foreign, NULL, 0);
        assert_int_equal(reply.status, 403);
        reply_free(&reply);
    }
    fixture_stop(&f, 1000);
}

static void test_for_everybody(void **state)
{
    static const char *const everybody[] = {"*", NULL};
    static const struct visitor visitors[] = {
        {"evil.example", "https://evil.example", ""},
        {"127.0.0.1", "https://evil.example", ""},
        {"127.0.0.1", "null", ""},
    };
    struct fixture f = {0};
    struct http_options options = fixture_options();
    options.cors_origins = everybody;
    fixture_start(&f, &options);
    CHECK_ALL(f.port, visitors);
    fixture_stop(&f, 1000);
}

/* A server that listens beyond loopback accepts any Host name, but still checks Origin. */
static void test_on_all_addresses(void **state)
{
    static const struct visitor visitors[] = {
        {"nash.example", NULL, ""},
        {"nash.example:8080", "http://nash.example:8080", ""},
        {"nash.example", "https://evil.example", "cross-origin"},
    };
    struct fixture f = {0};
    struct http_options options = fixture_options();
    options.host = "0.0.0.0";
    fixture_start(&f, &options);
    CHECK_ALL(f.port, visitors);
    fixture_stop(&f, 1000);
}

/* If the server has keys, it checks neither field: a page of another site has no key, and behind a proxy, Host may be
 * any name. */
static void test_with_keys(void **state)
{
    static const struct visitor visitors[] = {
        {"nash.example", NULL, ""},
        {"127.0.0.1", "https://nash.example", ""},
    };
    struct fixture f = {0};
    struct http_options options = fixture_options();
    options.authorize = authorize;
    fixture_start(&f, &options);
    CHECK_ALL(f.port, visitors);
    fixture_stop(&f, 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_on_loopback),   cmocka_unit_test(test_reading_is_free_but_not_by_another_name),
        cmocka_unit_test(test_for_everybody), cmocka_unit_test(test_on_all_addresses),
        cmocka_unit_test(test_with_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
