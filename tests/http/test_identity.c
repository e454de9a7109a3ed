/* Request ids, traces, and the report of each finished request. */
#include <stdio.h>
#include <string.h>

#include <http/request/identity.h>

#include "harness/check.h"
#include "harness/client.h"
#include "harness/fixture.h"

#define HOST  "Host: localhost\r\n"
#define TRACE "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

static struct fixture f;

/* The last report. HTTP thread only, but for `reports`, which is read before the rest. */
static _Atomic unsigned reports;
static struct {
    char method[16], path[100], route[40], owner[20], address[50], id[HTTP_ID_MAX + 1], trace[140];
    unsigned status;
    uint64_t in, out, microseconds;
} last;

static void text_set(char *to, size_t room, const char *from)
{
    snprintf(to, room, "%s", from != NULL ? from : "(none)");
}

static void on_access(void *context, const struct http_access *access)
{
    assert_ptr_equal(context, &f);
    text_set(last.method, sizeof last.method, access->method);
    text_set(last.path, sizeof last.path, access->path);
    text_set(last.route, sizeof last.route, access->route);
    text_set(last.owner, sizeof last.owner, access->owner);
    text_set(last.address, sizeof last.address, access->address);
    text_set(last.id, sizeof last.id, access->request_id);
    text_set(last.trace, sizeof last.trace, access->traceparent);
    last.status = access->status;
    last.in = access->bytes_in;
    last.out = access->bytes_out;
    last.microseconds = access->microseconds;
    reports++;
}

static int setup(void **state)
{
    struct http_options options = fixture_options();
    options.access = on_access;
    options.body_ms = 200;
    fixture_start(&f, &options);
    *state = &f;
    return 0;
}

static bool has_reports(struct fixture *own, uint64_t n)
{
    (void)own;
    return reports >= n;
}

static void test_valid(void **state)
{
    static const char *const ids[] = {"a", "A-Z_0.9:x",
                                      "0123456789012345678901234567890123456789012345678901234567890123"},
                             *const bad_ids[] = {"",
                                                 " a",
                                                 "a b",
                                                 "a\"b",
                                                 "\xc3\xa9",
                                                 "a,b",
                                                 "01234567890123456789012345678901234567890123456789012345678901234"};
    static const char *const traces[] = {TRACE, "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00",
                                         "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more"},
                             *const bad_traces[] = {"",
                                                    "00",
                                                    "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
                                                    "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                                                    "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                                                    "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                                                    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0",
                                                    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-011",
                                                    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
                                                    "00-0af7651916cd43dd8448eb211c80319-b7ad6b71692033311-01",
                                                    "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01.more",
                                                    "00_0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"};
    (void)state;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
        assert_true(http_id_is_valid(ids[i]));
    for (size_t i = 0; i < sizeof bad_ids / sizeof bad_ids[0]; i++)
        assert_false(http_id_is_valid(bad_ids[i]));
    for (size_t i = 0; i < sizeof traces / sizeof traces[0]; i++)
        assert_true(http_traceparent_is_valid(traces[i]));
    for (size_t i = 0; i < sizeof bad_traces / sizeof bad_traces[0]; i++)
        if (http_traceparent_is_valid(bad_traces[i]))
            fail_msg("taken as valid: %s", bad_traces[i]);
}

/* Calls and returns the id in the reply, or NULL, in a static buffer; `last` has the report. */
static const char *id_of(const char *path, const char *const *headers)
{
    static char id[100];
    unsigned before = reports;
    struct reply reply = client_call(f.port, "GET", path, headers, NULL, 0);
    const char *got = reply_header(&reply, "X-Request-Id");
    assert_true(fixture_until(&f, has_reports, before + 1));
    snprintf(id, sizeof id, "%s", got != NULL ? got : "");
    assert_int_equal(reply.status, last.status);
    assert_int_equal(reply.len, last.out);
    reply_free(&reply);
    return got != NULL ? id : NULL;
}

static void test_ids(void **state)
{
    const char *const none[] = {NULL}, *const own[] = {"X-Request-Id: mine-1", "traceparent: " TRACE, NULL},
                      *const bad[] = {"X-Request-Id: not mine", "traceparent: 00-nonsense", NULL};
    char first[100];
    (void)state;
    snprintf(first, sizeof first, "%s", id_of("/hello", none));
    assert_int_equal(strlen(first), 16);
    assert_string_equal(first, last.id);
    assert_string_equal(last.trace, "(none)");
    assert_string_not_equal(id_of("/hello", none), first);
    assert_string_equal(id_of("/hello", own), "mine-1");
    assert_string_equal(last.id, "mine-1");
    assert_string_equal(last.trace, TRACE);
    assert_string_equal(id_of("/ready", own), "mine-1");
    assert_null(id_of("/ready", none));
    assert_int_equal(strlen(last.id), 16);
    assert_int_equal(strlen(id_of("/hello", bad)), 16);
    assert_string_equal(last.trace, "(none)");
    assert_int_equal(strlen(id_of("/nowhere", none)), 16);
}

static void report_of(const char *text, int status)
{
    unsigned before = reports;
    struct reply reply = raw_ask(f.port, text);
    assert_int_equal(reply.status, status);
    assert_non_null(reply_header(&reply, "X-Request-Id"));
    reply_free(&reply);
    assert_true(fixture_until(&f, has_reports, before + 1));
    assert_int_equal(reports, before + 1);
    assert_int_equal(last.status, status);
    assert_string_equal(last.address, "127.0.0.1");
}

static void test_reports(void **state)
{
    (void)state;
    report_of("POST /echo?a=%20b&key=1 HTTP/1.1\r\n" HOST "Content-Length: 5\r\n\r\nhello", 200);
    assert_string_equal(last.method, "POST");
    assert_string_equal(last.path, "/echo?a=%20b&key=1");
    assert_string_equal(last.route, "/echo");
    assert_int_equal(last.in, 5);
    assert_int_equal(last.out, 5);
    report_of("GET /item/3 HTTP/1.1\r\n" HOST "\r\n", 200);
    assert_string_equal(last.route, "/item/{id}");
    report_of("GET /../x HTTP/1.1\r\n" HOST "\r\n", 404);
    assert_string_equal(last.route, "(none)");
    assert_string_equal(last.path, "/../x");
    report_of("GET /hello HTTP/1.1\r\nX : 1\r\n\r\n", 400);
    assert_string_equal(last.path, "");
}

/* A late body is reported with the status that the deadline thread has sent; a client that leaves, with none. */
static void test_ends(void **state)
{
    struct raw raw;
    unsigned before = reports;
    (void)state;
    assert_true(raw_open(&raw, f.port));
    assert_true(raw_text(&raw, "POST /echo HTTP/1.1\r\n" HOST "Content-Length: 5000\r\n\r\n"));
    struct reply reply = raw_reply(&raw, false);
    assert_int_equal(reply.status, 408);
    reply_free(&reply);
    raw_close(&raw);
    assert_true(fixture_until(&f, has_reports, before + 1));
    assert_int_equal(last.status, 408);
    before = reports;
    assert_true(raw_open(&raw, f.port));
    assert_true(raw_text(&raw, "GET /wait HTTP/1.1\r\n" HOST "\r\n"));
    assert_true(fixture_until(&f, fixture_waiting, 1));
    raw_close(&raw);
    assert_true(fixture_until(&f, has_reports, before + 1));
    assert_int_equal(last.status, 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_valid),
        cmocka_unit_test(test_ids),
        cmocka_unit_test(test_reports),
        cmocka_unit_test(test_ends),
    };
    return cmocka_run_group_tests(tests, setup, fixture_teardown);
}
