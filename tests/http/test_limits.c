/* Limits and deadlines: bodies, slow clients, idle clients, too many clients. The deadlines are set to milliseconds;
 * the tests check that a connection is cut, not when. */
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "harness/check.h"
#include "harness/client.h"
#include "harness/fixture.h"

#define HOST "Host: localhost\r\n"

static struct fixture f;

static int setup(void **state)
{
    struct http_options options = fixture_options();
    options.body_max = 200 * 1000;
    fixture_start(&f, &options);
    *state = &f;
    return 0;
}

static void check(struct reply reply, int status, const char *type)
{
    if (reply.status != status || strcmp(reply_problem(&reply), type) != 0)
        fail_msg("got %d %s, not %d %s", reply.status, reply_problem(&reply), status, type);
    reply_free(&reply);
}

static void check_alive(struct raw *raw)
{
    assert_true(raw_text(raw, "GET /hello HTTP/1.1\r\n" HOST "\r\n"));
    check(raw_reply(raw, false), 200, "");
}

/* ---- bodies ---- */

static void test_echo_sizes(void **state)
{
    static const size_t sizes[] = {0, 1, 1023, 1024, 16383, 16384, 16385, 32768, 100000, 199999, 200000};
    char *body = malloc(200001);
    assert_non_null(body);
    for (size_t i = 0; i < 200001; i++)
        body[i] = (char)(i * 7 + i / 251);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (int chunked = 0; chunked < 2; chunked++) {
            const char *const headers[] = {chunked ? "Transfer-Encoding: chunked" : "X: y", "Expect:", NULL};
            struct reply reply = client_call(f.port, "POST", "/echo", headers, body, sizes[i]);
            if (reply.status != 200 || reply.len != sizes[i] || (sizes[i] > 0 && memcmp(reply.body, body, sizes[i])))
                fail_msg("%zu bytes, chunked %d: status %d, %zu bytes", sizes[i], chunked, reply.status, reply.len);
            reply_free(&reply);
        }
    }
    const char *const plain[] = {"Expect:", NULL};
    const char *const chunked[] = {"Transfer-Encoding: chunked", "Expect:", NULL};
    check(client_call(f.port, "POST", "/echo", plain, body, 200001), 413, "too-large");
    check(client_call(f.port, "POST", "/echo", chunked, body, 200001), 413, "too-large");
    check(client_call(f.port, "POST", "/limited", plain, body, 1000), 200, "");
    check(client_call(f.port, "POST", "/limited", plain, body, 1001), 413, "too-large");
    check(client_call(f.port, "POST", "/limited", chunked, body, 1001), 413, "too-large");
    free(body);
    struct http_stats stats;
    http_stats(f.http, &stats);
    assert_int_equal(stats.inflight_bytes, 0);
}

/* A chunked body with trailers that arrives byte by byte is received in whole. */
static void test_chunked_piecemeal(void **state)
{
    static const char text[] = "POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n"
                               "1;ext=1\r\na\r\nA\r\n0123456789\r\n00003\r\nxyz\r\n0\r\nTrailer: t\r\n\r\n";
    struct raw raw;
    assert_true(raw_open(&raw, f.port));
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i + 1 < sizeof text; i++)
            assert_true(raw_send(&raw, text + i, 1));
        struct reply reply = raw_reply(&raw, false);
        assert_int_equal(reply.status, 200);
        assert_string_equal(reply.body, "a0123456789xyz");
        reply_free(&reply);
    }
    raw_close(&raw);
}

/* A body of a gigabyte is refused when its head has arrived; the test sends no byte of the body. */
static void test_gigabyte(void **state)
{
    static const char *const heads[] = {
        "POST /echo HTTP/1.1\r\n" HOST "Content-Length: 1000000000\r\n\r\n",
        "POST /echo HTTP/1.1\r\n" HOST "Content-Length: 18446744073709551615\r\n\r\n",
        "POST /echo HTTP/1.1\r\n" HOST "Content-Length: 1000000000\r\nExpect: 100-continue\r\n\r\n",
        "POST /limited HTTP/1.1\r\n" HOST "Content-Length: 1001\r\nExpect: 100-continue\r\n\r\n",
    };
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        struct raw raw;
        assert_true(raw_open(&raw, f.port));
        raw_text(&raw, heads[i]);
        check(raw_reply(&raw, false), 413, "too-large");
        assert_true(raw_closed_within(&raw, CLIENT_PATIENCE_MS));
        raw_close(&raw);
    }
}

/* A client that continues to send after a refusal can still read the reply, because the server does not reset the
 * connection. */
static void test_push_on(void **state)
{
    enum { PIECES = 64, PIECE = 65536 };
    char *piece = calloc(1, PIECE);
    assert_non_null(piece);
    for (int i = 0; i < 5; i++) {
        struct raw raw;
        assert_true(raw_open(&raw, f.port));
        raw_text(&raw, "POST /echo HTTP/1.1\r\n" HOST "Content-Length: 4194304\r\n\r\n");
        for (int j = 0; j < PIECES; j++)
            if (!raw_send(&raw, piece, PIECE))
                break;
        check(raw_reply(&raw, false), 413, "too-large");
        raw_close(&raw);
        assert_true(raw_open(&raw, f.port));
        raw_text(&raw, "POST /limited HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n400000\r\n");
        for (int j = 0; j < PIECES; j++)
            if (!raw_send(&raw, piece, PIECE))
                break;
        check(raw_reply(&raw, false), 413, "too-large");
        raw_close(&raw);
    }
    free(piece);
}

static void test_expect(void **state)
{
    struct raw raw;
    assert_true(raw_open(&raw, f.port));
    for (int i = 0; i < 2; i++) {
        raw_text(&raw, "POST /echo HTTP/1.1\r\n" HOST "Content-Length: 5\r\nExpect: 100-continue\r\n\r\n");
        struct reply reply = raw_reply(&raw, false);
        assert_int_equal(reply.status, 100);
        reply_free(&reply);
        raw_text(&raw, "hello");
        reply = raw_reply(&raw, false);
        assert_string_equal(reply.body, "hello");
        reply_free(&reply);
    }
    raw_close(&raw);
}

/* Errors that the head shows, while the body still arrives: the connection is kept if the body is small. */
static void test_early_errors(void **state)
{
    static const struct {
        const char *head;
        int status;
        const char *type;
    } cases[] = {
        {"POST /nowhere HTTP/1.1\r\n" HOST "Content-Length: 5\r\n\r\n", 404, "not-found"},
        {"POST /hello HTTP/1.1\r\n" HOST "Content-Length: 5\r\n\r\n", 405, "method-not-allowed"},
        {"POST /refused HTTP/1.1\r\n" HOST "Content-Length: 5\r\n\r\n", 409, "conflict"},
        {"POST /echo HTTP/1.1\r\n" HOST "Content-Length: 5\r\nContent-Encoding: gzip\r\n\r\n", 415,
         "unsupported-media-type"},
        {"POST /echo HTTP/1.1\r\n" HOST "Content-Length: 5\r\nContent-Encoding: br\r\n\r\n", 415,
         "unsupported-media-type"},
        {"POST /echo HTTP/1.1\r\n" HOST "Content-Length: 5\r\nContent-Encoding: Identity\r\n\r\n", 200, ""},
    };
    struct raw raw;
    assert_true(raw_open(&raw, f.port));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        raw_text(&raw, cases[i].head);
        raw_text(&raw, "hello");
        check(raw_reply(&raw, false), cases[i].status, cases[i].type);
        check_alive(&raw);
    }
    raw_close(&raw);
}

static bool consumed(struct fixture *fixture, uint64_t n)
{
    return fixture->consumed >= n;
}

/* A streaming route that consumes a small part at a time, and waits to be woken for the rest, loses no bytes. */
static void test_body_stream(void **state)
{
    enum { LEN = 50000 };
    char *body = malloc(LEN);
    assert_non_null(body);
    memset(body, 'b', LEN);
    f.consumed = 0;
    struct raw raw;
    assert_true(raw_open(&raw, f.port));
    for (int round = 0; round < 2; round++) {
        uint64_t base = f.consumed;
        raw_text(&raw, "POST /swallow?sip=1 HTTP/1.1\r\n" HOST "Content-Length: 50000\r\n\r\n");
        assert_true(raw_send(&raw, body, LEN));
        while (f.consumed < base + LEN) {
            fixture_wake_all(&f);
            fixture_sleep_ms(1);
        }
        struct reply reply = raw_reply(&raw, false);
        assert_string_equal(reply.body, "50000");
        reply_free(&reply);
    }
    /* the route consumes no byte at first, then all of them */
    assert_true(fixture_until(&f, fixture_waiting, 0));
    f.hold = true;
    uint64_t base = f.consumed;
    raw_text(&raw, "POST /swallow HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
    assert_true(fixture_until(&f, fixture_waiting, 1));
    fixture_sleep_ms(50);
    assert_int_equal(f.consumed, base);
    f.hold = false;
    fixture_wake_all(&f);
    assert_true(fixture_until(&f, consumed, base + 5));
    raw_text(&raw, "0\r\n\r\n");
    struct reply reply = raw_reply(&raw, false);
    assert_string_equal(reply.body, "5");
    reply_free(&reply);
    /* the route replies in the middle of the body: the rest is discarded, the connection is kept */
    raw_text(&raw, "POST /swallow HTTP/1.1\r\n" HOST "Content-Length: 10\r\n\r\nab!");
    fixture_sleep_ms(20);
    raw_text(&raw, "cdefghi");
    check(raw_reply(&raw, false), 422, "unprocessable");
    check_alive(&raw);
    raw_close(&raw);
    free(body);
}

static void test_inflight(void **state)
{
    struct fixture own;
    struct http_options options = fixture_options();
    options.body_max = 1 << 20;
    options.inflight_max = 300 * 1000;
    fixture_start(&own, &options);
    char *body = calloc(1, 250000);
    struct raw first, second;
    assert_non_null(body);
    assert_true(raw_open(&first, own.port) && raw_open(&second, own.port));
    raw_text(&first, "POST /wait HTTP/1.1\r\n" HOST "Content-Length: 250000\r\n\r\n");
    raw_send(&first, body, 250000);
    assert_true(fixture_until(&own, fixture_waiting, 1)); /* the body stays in memory while the request waits */
    struct http_stats stats;
    http_stats(own.http, &stats);
    assert_in_range(stats.inflight_bytes, 250000, 300000);
    const char *const plain[] = {"Expect:", NULL}, *const chunked[] = {"Transfer-Encoding: chunked", "Expect:", NULL};
    struct reply reply = client_call(own.port, "POST", "/echo", plain, body, 100000);
    assert_string_equal(reply_header(&reply, "Retry-After"), "1");
    check(reply, 503, "busy");
    check(client_call(own.port, "POST", "/echo", chunked, body, 100000), 503, "busy");
    check(client_call(own.port, "POST", "/echo", plain, body, 10000), 200, "");
    fixture_wake_all(&own);
    check(raw_reply(&first, false), 200, "");
    check(client_call(own.port, "POST", "/echo", plain, body, 100000), 200, "");
    raw_close(&first);
    raw_close(&second);
    fixture_stop(&own, 1000);
    free(body);
}

/* ---- slow and idle clients ---- */

static struct http_options impatient(void)
{
    struct http_options options = fixture_options();
    options.head_ms = options.body_ms = options.idle_ms = options.reply_ms = 200;
    return options;
}

/* Sends text, then a byte every 20 ms; returns whether the server cuts the connection. An inactivity timeout would
 * never end it. */
static bool cut_off(struct fixture *own, const char *text, char drip)
{
    struct raw raw;
    bool cut = false;
    assert_true(raw_open(&raw, own->port));
    raw_text(&raw, text);
    for (int i = 0; i < CLIENT_PATIENCE_MS / 20 && !cut; i++) {
        cut = raw_closed_within(&raw, 20) || !raw_send(&raw, &drip, 1);
    }
    raw_close(&raw);
    return cut;
}

static void test_slow_clients(void **state)
{
    struct fixture own;
    struct http_options options = impatient();
    struct http_stats stats;
    fixture_start(&own, &options);
    assert_true(cut_off(&own, "", 'G'));                                    /* a request line without end */
    assert_true(cut_off(&own, "GET /hello HTTP/1.1\r\n", 'a'));             /* a field name without end */
    assert_true(cut_off(&own, "GET /hello HTTP/1.1\r\n" HOST "X: ", 'a'));  /* a field value without end */
    assert_true(cut_off(&own, "GET /hello HTTP/1.1\r\n" HOST "\r\n", 'G')); /* a second request line without end */
    http_stats(own.http, &stats);
    assert_int_equal(stats.cut_head, 4);
    assert_true(cut_off(&own, "POST /echo HTTP/1.1\r\n" HOST "Content-Length: 100000\r\n\r\n", 'b'));
    assert_true(cut_off(&own, "POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n10000\r\n", 'b'));
    assert_true(cut_off(&own, "POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n", '0'));
    assert_true(cut_off(&own, "POST /swallow HTTP/1.1\r\n" HOST "Content-Length: 100000\r\n\r\n", 'b'));
    assert_true(cut_off(&own, "POST /nowhere HTTP/1.1\r\n" HOST "Content-Length: 50000\r\n\r\n", 'b'));
    http_stats(own.http, &stats);
    assert_int_equal(stats.cut_body, 5);
    struct raw raw;
    assert_true(raw_open(&raw, own.port)); /* sends nothing */
    assert_true(raw_closed_within(&raw, CLIENT_PATIENCE_MS));
    raw_close(&raw);
    assert_true(raw_open(&raw, own.port)); /* sends nothing more */
    check_alive(&raw);
    assert_true(raw_closed_within(&raw, CLIENT_PATIENCE_MS));
    raw_close(&raw);
    http_stats(own.http, &stats);
    assert_int_equal(stats.cut_idle, 1);
    assert_int_equal(stats.cut_head, 5);
    struct reply reply = client_get(own.port, "/hello");
    assert_int_equal(reply.status, 200);
    reply_free(&reply);
    fixture_stop(&own, 1000);
}

static bool has_connections(struct fixture *own, uint64_t n)
{
    struct http_stats stats;
    http_stats(own->http, &stats);
    return stats.connections == n;
}

/* Sends the beginning of a body, and the end of the stream in the same segment: libmicrohttpd misses the end, so that
 * the deadline thread cuts the connection. */
static void leave_in_a_body(struct fixture *own)
{
    static const char begun[] = "POST /swallow HTTP/1.1\r\n" HOST "Content-Length: 100000\r\n\r\nbeginning";
    struct raw raw;
    assert_true(raw_open(&raw, own->port));
    assert_int_equal(send(raw.fd, begun, strlen(begun), MSG_MORE), strlen(begun));
    shutdown(raw.fd, SHUT_WR);
    assert_true(raw_closed_within(&raw, CLIENT_PATIENCE_MS));
    raw_close(&raw);
    assert_true(fixture_until(own, has_connections, 0));
}

/* The cut of a slow client is counted, also after a client that disconnected, whose cut is not. */
static void test_slow_after_gone(void **state)
{
    struct fixture own;
    struct http_options options = fixture_options();
    struct http_stats stats;
    options.head_ms = 200;
    fixture_start(&own, &options);
    leave_in_a_body(&own);
    http_stats(own.http, &stats);
    assert_int_equal(stats.cut_body, 0);
    uint64_t before = stats.cut_head; /* not 0 if this machine took 200 ms to read the first head */
    assert_true(cut_off(&own, "GET /hello HTTP/1.1\r\n", 'a'));
    http_stats(own.http, &stats);
    assert_int_equal(stats.cut_head, before + 1);
    fixture_stop(&own, 1000);
}

static bool cut_reply(struct fixture *own, uint64_t n)
{
    struct http_stats stats;
    http_stats(own->http, &stats);
    return stats.cut_reply >= n;
}

/* A client that does not read its reply or stream is cut off. A client that reads slowly but steadily gets a whole
 * stream. */
static void test_slow_readers(void **state)
{
    struct fixture own;
    struct http_options options = fixture_options();
    struct raw raw[3];
    options.reply_ms = 200;
    fixture_start(&own, &options);
    int small = 4096;
    for (int i = 0; i < 3; i++) {
        assert_true(raw_open(&raw[i], own.port));
        setsockopt(raw[i].fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    }
    raw_text(&raw[0], "GET /big?bytes=50000000 HTTP/1.1\r\n" HOST "\r\n");
    raw_text(&raw[1], "GET /flood?bytes=50000000 HTTP/1.1\r\n" HOST "\r\n");
    raw_text(&raw[2], "GET /big?bytes=50000000&shared=1 HTTP/1.1\r\n" HOST "\r\n");
    assert_true(fixture_until(&own, cut_reply, 1)); /* first the stream, whose deadline does not grow with its size */
    for (int i = 0; i < 3; i++)
        raw_close(&raw[i]);
    assert_true(fixture_until(&own, fixture_closed, 1));
    assert_true(raw_open(&raw[0], own.port));
    raw_text(&raw[0], "GET /flood?bytes=3000000 HTTP/1.1\r\n" HOST "\r\n");
    struct reply reply = raw_reply(&raw[0], false);
    assert_int_equal(reply.len, 3000000);
    reply_free(&reply);
    raw_close(&raw[0]);
    fixture_stop(&own, 1000);
}

/* Real requests are answered beside thousands of idle connections. */
static void test_idle_crowd(void **state)
{
    struct rlimit limit;
    struct fixture own;
    struct http_options options = fixture_options();
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    rlim_t crowd = 5000;
    if (limit.rlim_max < 2 * crowd + 400)
        crowd = (limit.rlim_max - 400) / 2; /* each connection takes two descriptors of this process */
    limit.rlim_cur = limit.rlim_max < 2 * crowd + 400 ? limit.rlim_max : 2 * crowd + 400;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
    options.connections = (unsigned)crowd + 10;
    fixture_start(&own, &options);
    struct raw *idle = calloc(crowd, sizeof *idle);
    assert_non_null(idle);
    for (rlim_t i = 0; i < crowd; i++) {
        if (!raw_open(&idle[i], own.port))
            fail_msg("connection %lu of %lu refused", (unsigned long)i, (unsigned long)crowd);
        if (i % 3 == 1)
            raw_text(&idle[i], "GET /hel");
    }
    for (int i = 0; i < 50; i++)
        check(client_get(own.port, "/hello"), 200, "");
    for (rlim_t i = 0; i < crowd; i += 50) { /* idle connections can still send requests */
        raw_text(&idle[i], i % 3 == 1 ? "lo HTTP/1.1\r\n" HOST "\r\n" : "GET /hello HTTP/1.1\r\n" HOST "\r\n");
        check(raw_reply(&idle[i], false), 200, "");
    }
    for (rlim_t i = 0; i < crowd; i++)
        raw_close(&idle[i]);
    free(idle);
    fixture_stop(&own, 1000);
}

/* A connection above the limit gets a 503. */
static void test_connection_limit(void **state)
{
    enum { LIMIT = 5 };
    struct fixture own;
    struct http_options options = fixture_options();
    struct raw raw[LIMIT + 2];
    options.connections = LIMIT;
    fixture_start(&own, &options);
    for (int i = 0; i < LIMIT; i++) {
        assert_true(raw_open(&raw[i], own.port));
        check_alive(&raw[i]);
    }
    for (int i = LIMIT; i < LIMIT + 2; i++) {
        assert_true(raw_open(&raw[i], own.port));
        if (i == LIMIT)
            raw_text(&raw[i], "GET /hello HTTP/1.1\r\n" HOST "\r\n");
        struct reply reply = raw_reply(&raw[i], false);
        assert_string_equal(reply_header(&reply, "Retry-After"), "1");
        check(reply, 503, "busy");
        assert_true(raw_closed_within(&raw[i], CLIENT_PATIENCE_MS));
    }
    for (int i = 0; i < LIMIT; i++)
        check_alive(&raw[i]);
    for (int i = 0; i < LIMIT + 2; i++)
        raw_close(&raw[i]);
    struct reply reply = {0};
    for (int i = 0; i < CLIENT_PATIENCE_MS / 10 && reply.status != 200;
         i++) { /* until a closed connection is counted */
        reply_free(&reply);
        fixture_sleep_ms(10);
        reply = client_get(own.port, "/hello");
    }
    assert_int_equal(reply.status, 200);
    reply_free(&reply);
    fixture_stop(&own, 1000);
}

static void test_per_ip(void **state)
{
    struct fixture own;
    struct http_options options = fixture_options();
    struct raw raw[4];
    options.per_ip = 3;
    fixture_start(&own, &options);
    for (int i = 0; i < 3; i++) {
        assert_true(raw_open(&raw[i], own.port));
        check_alive(&raw[i]);
    }
    assert_true(raw_open(&raw[3], own.port)); /* the kernel accepts, the server closes */
    assert_true(raw_closed_within(&raw[3], CLIENT_PATIENCE_MS));
    for (int i = 0; i < 4; i++)
        raw_close(&raw[i]);
    fixture_stop(&own, 1000);
}

static void test_start_refused(void **state)
{
    struct http_options options = fixture_options();
    struct nash_error error = {0};
    options.port = f.port;
    assert_null(http_start(&options, &error)); /* the port is in use */
    assert_non_null(strstr(error.detail, "cannot listen on 127.0.0.1"));
    options.host = "no such host.";
    assert_null(http_start(&options, &error));
    assert_int_equal(error.status, NASH_INVALID);
}

static void test_ipv6(void **state)
{
    struct fixture own;
    struct http_options options = fixture_options();
    struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    options.host = "::1";
    struct http *probe = http_start(&options, NULL);
    if (probe == NULL)
        skip(); /* a machine without IPv6 */
    http_stop(probe, 0);
    fixture_start(&own, &options);
    struct raw raw = {.fd = socket(AF_INET6, SOCK_STREAM, 0)};
    address.sin6_port = htons(own.port);
    assert_int_equal(connect(raw.fd, (struct sockaddr *)&address, sizeof address), 0);
    check_alive(&raw);
    raw_close(&raw);
    fixture_stop(&own, 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_echo_sizes),       cmocka_unit_test(test_chunked_piecemeal),
        cmocka_unit_test(test_gigabyte),         cmocka_unit_test(test_push_on),
        cmocka_unit_test(test_expect),           cmocka_unit_test(test_early_errors),
        cmocka_unit_test(test_body_stream),      cmocka_unit_test(test_inflight),
        cmocka_unit_test(test_slow_clients),     cmocka_unit_test(test_slow_after_gone),
        cmocka_unit_test(test_slow_readers),     cmocka_unit_test(test_idle_crowd),
        cmocka_unit_test(test_connection_limit), cmocka_unit_test(test_per_ip),
        cmocka_unit_test(test_start_refused),    cmocka_unit_test(test_ipv6),
    };
    return cmocka_run_group_tests_name("http limits", tests, setup, fixture_teardown);
}
