/* Bodies in temporary files: their bytes, their budget, and what happens when a client leaves or the disk fails. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <base/memory/budget.h>

#include "harness/check.h"
#include "harness/client.h"
#include "harness/fixture.h"

#define HOST "Host: localhost\r\n"

enum { BUDGET = 8 << 20 };

static struct fixture f;
static struct byte_budget budget;
static char folder[] = "/tmp/nashd-spool-XXXXXX";

static int setup(void **state)
{
    struct http_options options = fixture_options();
    options.spool_dir = folder;
    options.body_bytes = &budget;
    atomic_store(&budget.max, BUDGET);
    fixture_start(&f, &options);
    *state = &f;
    return 0;
}

static char *make_body(size_t len)
{
    char *body = malloc(len + 1);
    assert_non_null(body);
    for (size_t i = 0; i < len; i++)
        body[i] = (char)(i * 31 + i / 509);
    return body;
}

static bool budget_used(struct fixture *own, uint64_t bytes)
{
    (void)own;
    return atomic_load(&budget.used) == bytes;
}

static void check_empty(void)
{
    struct http_stats stats;
    assert_true(fixture_until(&f, budget_used, 0));
    http_stats(f.http, &stats);
    assert_int_equal(stats.inflight_bytes, 0);
}

static void check_problem(struct reply reply, int status, const char *type)
{
    if (reply.status != status || strcmp(reply_problem(&reply), type) != 0)
        fail_msg("got %d %s, not %d %s", reply.status, reply_problem(&reply), status, type);
    if (status == 503)
        assert_non_null(reply_header(&reply, "Retry-After"));
    reply_free(&reply);
}

static void check_body(struct reply reply, bool in_file, const char *body, size_t len)
{
    char expected[64];
    snprintf(expected, sizeof expected, "%s %zu %lx", in_file ? "file" : "memory", len,
             (unsigned long)fixture_digest(0, body, len));
    if (reply.status != 200 || strcmp(reply.body, expected) != 0)
        fail_msg("got %d %s, not %s", reply.status, reply.body, expected);
    reply_free(&reply);
}

static void test_sizes(void **state)
{
    static const size_t sizes[] = {1, 4096, 32767, 32768, 32769, 65535, 65536, 65537, 200000, 262144, 300001, 5000000};
    char *body = make_body(5000000);
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (int chunked = 0; chunked < 2; chunked++) {
            const char *const headers[] = {chunked ? "Transfer-Encoding: chunked" : "X: y", "Expect:", NULL};
            check_body(client_call(f.port, "POST", "/spool", headers, body, sizes[i]), sizes[i] > HTTP_BODY_MEMORY_MAX,
                       body, sizes[i]);
        }
    free(body);
    check_empty();
}

/* More bodies than there are pieces arrive at once, in small parts; each waits for the others and is complete. */
static void test_many_at_once(void **state)
{
    enum { CLIENTS = 150, LEN = 40000, PART = 1000 };
    static struct raw raw[CLIENTS];
    char *body = make_body(LEN + CLIENTS), head[128];
    (void)state;
    snprintf(head, sizeof head, "POST /spool HTTP/1.1\r\n" HOST "Content-Length: %d\r\n\r\n", LEN);
    for (int i = 0; i < CLIENTS; i++) {
        assert_true(raw_open(&raw[i], f.port));
        assert_true(raw_text(&raw[i], head));
    }
    for (int at = 0; at < LEN; at += PART)
        for (int i = 0; i < CLIENTS; i++)
            assert_true(raw_send(&raw[i], body + i + at, PART));
    for (int i = 0; i < CLIENTS; i++) {
        check_body(raw_reply(&raw[i], false), true, body + i, LEN);
        raw_close(&raw[i]);
    }
    free(body);
    check_empty();
}

static void test_limits(void **state)
{
    char *body = make_body(BUDGET + 1);
    const char *const plain[] = {"Expect:", NULL}, *const chunked[] = {"Transfer-Encoding: chunked", "Expect:", NULL};
    (void)state;
    check_problem(client_call(f.port, "POST", "/spool?max=100000", plain, body, 100001), 413, "too-large");
    check_problem(client_call(f.port, "POST", "/spool?max=100000", chunked, body, 200000), 413, "too-large");
    check_body(client_call(f.port, "POST", "/spool?max=100000", chunked, body, 100000), true, body, 100000);
    check_empty();
    check_problem(client_call(f.port, "POST", "/spool", plain, body, BUDGET + 1), 503, "busy");
    check_problem(client_call(f.port, "POST", "/spool", chunked, body, BUDGET + 1), 503, "busy");
    check_empty();
    check_body(client_call(f.port, "POST", "/spool", plain, body, BUDGET), true, body, BUDGET);
    free(body);
    check_empty();
}

/* The file of a client that leaves is freed, and so are the pieces that others wait for. */
static void test_leave(void **state)
{
    enum { CLIENTS = 100, LEN = 70000 };
    static struct raw raw[CLIENTS];
    char *body = make_body(LEN);
    (void)state;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < CLIENTS; i++) {
            assert_true(raw_open(&raw[i], f.port));
            assert_true(raw_text(&raw[i], "POST /spool HTTP/1.1\r\n" HOST "Content-Length: 90000\r\n\r\n"));
            raw_send(&raw[i], body, round == 0 ? LEN : (size_t)(i + 1) * (LEN / CLIENTS));
        }
        for (int i = 0; i < CLIENTS; i++)
            raw_close(&raw[i]);
    }
    /* The budget of a body is given back once the writer has let go of it, a moment after its client left. */
    check_empty();
    const char *const headers[] = {"Expect:", NULL};
    check_body(client_call(f.port, "POST", "/spool", headers, body, LEN), true, body, LEN);
    free(body);
    check_empty();
}

/* A folder that is gone, as an example of a disk that fails: 503 with the reason, and the server goes on. */
static void test_disk_fails(void **state)
{
    char *body = make_body(1 << 20);
    const char *const plain[] = {"Expect:", NULL}, *const chunked[] = {"Transfer-Encoding: chunked", "Expect:", NULL};
    (void)state;
    assert_int_equal(rmdir(folder), 0);
    check_problem(client_call(f.port, "POST", "/spool", plain, body, 40000), 503, "busy");
    check_problem(client_call(f.port, "POST", "/spool", plain, body, 1 << 20), 503, "busy");
    check_problem(client_call(f.port, "POST", "/spool", chunked, body, 1 << 20), 503, "busy");
    check_body(client_call(f.port, "POST", "/spool", plain, body, 1000), false, body, 1000);
    free(body);
    assert_int_equal(mkdir(folder, 0700), 0);
    check_empty();
}

/* A server that stops closes bodies that have not arrived. */
static void test_stop(void **state)
{
    struct raw raw;
    (void)state;
    char *body = make_body(60000);
    assert_true(raw_open(&raw, f.port));
    assert_true(raw_text(&raw, "POST /spool HTTP/1.1\r\n" HOST "Content-Length: 90000\r\n\r\n"));
    raw_send(&raw, body, 60000);
    assert_true(fixture_until(&f, budget_used, 60000));
    fixture_stop(&f, 100);
    assert_int_equal(atomic_load(&budget.used), 0);
    raw_close(&raw);
    free(body);
    setup(state);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes), cmocka_unit_test(test_many_at_once), cmocka_unit_test(test_limits),
        cmocka_unit_test(test_leave), cmocka_unit_test(test_disk_fails),   cmocka_unit_test(test_stop),
    };
    assert_non_null(mkdtemp(folder));
    int failed = cmocka_run_group_tests(tests, setup, fixture_teardown);
    rmdir(folder);
    return failed;
}
