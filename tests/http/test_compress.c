/* Replies in gzip: which, for which requests, with which headers, and that they hold the same bytes. */
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "harness/check.h"
#include "harness/client.h"
#include "harness/fixture.h"

static struct fixture f;

static const char *const plain[] = {"X-None: 1", NULL}, *const packed[] = {"Accept-Encoding: br, gzip", NULL};

static int begin(void **state)
{
    struct http_options options = fixture_options();
    fixture_start(&f, &options);
    *state = &f;
    return 0;
}

/* Fails unless the body of the reply, which is in gzip, is `body`. */
static void check_unpacked(const struct reply *reply, const char *body)
{
    static char out[FIXTURE_LARGE + 1];
    z_stream stream = {.next_in = (Bytef *)reply->body,
                       .avail_in = (uInt)reply->len,
                       .next_out = (Bytef *)out,
                       .avail_out = sizeof out};
    assert_int_equal(inflateInit2(&stream, 15 + 16), Z_OK);
    assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
    assert_int_equal(stream.total_out, strlen(body));
    assert_memory_equal(out, body, strlen(body));
    inflateEnd(&stream);
}

static void check_plain(const struct reply *reply)
{
    assert_int_equal(reply->status, 200);
    assert_null(reply_header(reply, "Content-Encoding"));
}

static void test_text(void **state)
{
    static const char *const refused[] = {"gzip;q=0", "identity", "br", "*", "gzipped", ""};
    char path[2000], line[64];
    (void)state;
    snprintf(path, sizeof path, "/query?x=%01500d", 0);
    struct reply whole = client_call(f.port, "GET", path, plain, NULL, 0);
    check_plain(&whole);
    assert_string_equal(reply_header(&whole, "Vary"), "Accept-Encoding");
    struct reply reply = client_call(f.port, "GET", path, packed, NULL, 0);
    assert_string_equal(reply_header(&reply, "Content-Encoding"), "gzip");
    assert_string_equal(reply_header(&reply, "Vary"), "Accept-Encoding");
    assert_string_equal(reply_header(&reply, "Content-Type"), "text/plain");
    assert_true(reply.len < whole.len / 10);
    check_unpacked(&reply, whole.body);
    reply_free(&reply);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        snprintf(line, sizeof line, "Accept-Encoding: %s", refused[i]);
        const char *const ask[] = {line, NULL};
        reply = client_call(f.port, "GET", path, ask, NULL, 0);
        check_plain(&reply);
        assert_string_equal(reply.body, whole.body);
        reply_free(&reply);
    }
    reply_free(&whole);
}

/* A small body would not shrink, and a stream must not wait for more. */
static void test_left_alone(void **state)
{
    static const char *const paths[] = {"/hello", "/ready", "/query?x=1", "/lines"};
    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct reply reply = client_call(f.port, "GET", paths[i], packed, NULL, 0);
        assert_null(reply_header(&reply, "Content-Encoding"));
        assert_null(reply_header(&reply, "Vary"));
        reply_free(&reply);
    }
}

static void test_shared(void **state)
{
    static const struct {
        const char *coding, *tag;
        int status;
    } again[] = {{"gzip", "\"tag2-gzip\"", 304},
                 {"gzip", "\"tag2\"", 200},
                 {"br", "\"tag2\"", 304},
                 {"br", "\"tag2-gzip\"", 200}};
    (void)state;
    struct reply whole = client_call(f.port, "GET", "/large", plain, NULL, 0);
    check_plain(&whole);
    assert_int_equal(whole.len, FIXTURE_LARGE);
    assert_string_equal(reply_header(&whole, "ETag"), "\"tag2\"");
    assert_string_equal(reply_header(&whole, "Vary"), "Accept-Encoding");
    for (int i = 0; i < 3; i++) {
        const char *const ask[] = {
            "Accept-Encoding: gzip",
            i == 2 ? "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" : "X-None: 1", NULL};
        struct reply reply = client_call(f.port, "GET", "/large", ask, NULL, 0);
        assert_string_equal(reply_header(&reply, "Content-Encoding"), "gzip");
        assert_string_equal(reply_header(&reply, "ETag"), "\"tag2-gzip\"");
        assert_string_equal(reply_header(&reply, "Vary"), "Accept-Encoding");
        assert_string_equal(reply_header(&reply, "X-Extra"), "1");
        assert_string_equal(reply_header(&reply, "X-Content-Type-Options"), "nosniff");
        assert_true(reply.len < whole.len / 10);
        check_unpacked(&reply, whole.body);
        reply_free(&reply);
    }
    for (size_t i = 0; i < sizeof again / sizeof *again; i++) {
        char coding[64], tag[64];
        snprintf(coding, sizeof coding, "Accept-Encoding: %s", again[i].coding);
        snprintf(tag, sizeof tag, "If-None-Match: %s", again[i].tag);
        const char *const ask[] = {coding, tag, NULL};
        struct reply reply = client_call(f.port, "GET", "/large", ask, NULL, 0);
        if (reply.status != again[i].status)
            fail_msg("%s, %s: %d", coding, tag, reply.status);
        reply_free(&reply);
    }
    reply_free(&whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_left_alone),
        cmocka_unit_test(test_shared),
    };
    return cmocka_run_group_tests(tests, begin, fixture_teardown);
}
