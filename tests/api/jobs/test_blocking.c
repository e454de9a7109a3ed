/* The HTTP thread never reads the store, waits for a commit, uses a temporary file or parses a large body. The program
 * under test ends when it does (harness/blocking.c). It keeps no finished job in memory, so that each request for
 * one has to read the store. */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"

static struct daemon d = {.args = {"--memory", "1"}};

/* Asks for a path, which must be answered with this status; the server must live. */
static void expect_get(const char *path, int status)
{
    struct answer answer = ask_get(d.port, path);
    expect_status(&answer, status);
    answer_free(&answer);
}

static void expect_call(const char *method, const char *path, const char *body, int status)
{
    static const char *const json[] = {"Content-Type: application/json", NULL};
    struct answer answer = ask(d.port, method, path, body != NULL ? json : NULL, body);
    expect_status(&answer, status);
    answer_free(&answer);
}

/* Submits a problem, waits for it, and writes the path of its job. */
static void solve(const char *body, char path[64])
{
    struct answer answer = ask_json(d.port, "/v1/sudoku", body);
    expect_status(&answer, 200);
    snprintf(path, 64, "%s", job_path(&answer, ""));
    answer_free(&answer);
}

static void test_finished_jobs(void **state)
{
    static const char *const tails[] = {"", "?wait=1", "/problem", "/record", "/blobs"};
    char path[64], whole[96];
    (void)state;
    solve("{\"puzzle\":\"1...............\",\"solutions\":1}", path);
    for (size_t i = 0; i < sizeof tails / sizeof tails[0]; i++) {
        snprintf(whole, sizeof whole, "%s%s", path, tails[i]);
        expect_get(whole, 200);
    }
    snprintf(whole, sizeof whole, "%s/blobs/none", path);
    expect_get(whole, 404);
    snprintf(whole, sizeof whole, "%s/events", path);
    expect_get(whole, 200);
    snprintf(whole, sizeof whole, "%s/cancel", path);
    expect_call("POST", whole, NULL, 409);
    expect_call("DELETE", path, NULL, 204);
    expect_get(path, 404);
    expect_get("/v1/jobs/00000000000000000000000000000000", 404);
}

static void test_lists_and_counters(void **state)
{
    (void)state;
    expect_get("/v1/jobs", 200);
    expect_get("/v1/jobs?kind=sudoku&status=succeeded&limit=1", 200);
    expect_get("/v1/jobs?status=wrong", 400);
    expect_get("/v1/stats", 200);
    expect_get("/metrics", 200);
    expect_get("/healthz", 200);
    expect_get("/readyz", 200);
    expect_get("/v1/kinds", 200);
    expect_get("/v1/shards", 200);
    expect_get("/v1/openapi.json", 200);
}

static void test_known_problems(void **state)
{
    static const char again[] = "{\"puzzle\":\"2...............\",\"solutions\":1}";
    char path[64], other[64];
    (void)state;
    solve(again, path);
    solve(again, other);
    assert_string_not_equal(path, "");
    for (int i = 0; i < 2; i++) {
        struct answer answer = ask_json_with(d.port, "/v1/sudoku", "Idempotency-Key: one", again);
        expect_status(&answer, 200);
        snprintf(i == 0 ? path : other, sizeof path, "%s", job_path(&answer, ""));
        answer_free(&answer);
    }
    assert_string_equal(path, other);
}

static void test_batches(void **state)
{
    static const char *const lines[] = {"Content-Type: application/x-ndjson", NULL};
    static const char *const text[] = {"Content-Type: text/plain", NULL};
    (void)state;
    for (int i = 0; i < 2; i++) { /* the second time, the answers are in the store */
        struct answer answer = ask(d.port, "POST", "/v1/batch", lines,
                                   "{\"kind\":\"sudoku\",\"puzzle\":\"3...............\"}\n"
                                   "{\"kind\":\"sudoku\",\"puzzle\":\"4...............\"}\n{}\n");
        expect_status(&answer, 200);
        answer_free(&answer);
    }
    struct answer answer = ask(d.port, "POST", "/v1/sudoku/batch", text, "1...............\n2...............\n");
    expect_status(&answer, 200);
    answer_free(&answer);
    expect_call("POST", "/v1/sudoku/read", "{\"puzzle\":\"1...............\"}", 200);
    expect_call("POST", "/v1/read", "1...............", 200);
}

static void test_documents(void **state)
{
    struct answer made = ask_json(d.port, "/v1/games", "{\"game\":\"hex\",\"size\":3}");
    char path[64], whole[96];
    (void)state;
    expect_status(&made, 201);
    snprintf(path, sizeof path, "%s", reply_header(&made.reply, "Location"));
    answer_free(&made);
    expect_get(path, 200);
    snprintf(whole, sizeof whole, "%s/record", path);
    expect_get(whole, 200);
    expect_call("DELETE", path, NULL, 204);
    expect_get(path, 404);
    expect_get("/v1/games", 200);
    expect_get("/v1/opponents", 200);
    expect_get("/v1/models", 200);
    expect_get("/v1/opponents/00000000000000000000000000000000", 404);
    expect_get("/v1/models/00000000000000000000000000000000", 404);
    expect_get("/v1/models/compare?a=00000000000000000000000000000000&b=00000000000000000000000000000000", 404);
    expect_call("POST", "/v1/shards/invitations", "{}", 201);
}

static void test_large_body(void **state)
{
    enum { LARGE = 80000 };
    static char body[LARGE + 64] = "{\"say\":\"";
    (void)state;
    memset(body + 8, 'a', LARGE);
    strcpy(body + 8 + LARGE, "\"}");
    expect_call("POST", "/v1/echo", body, 200);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_finished_jobs),  cmocka_unit_test(test_lists_and_counters),
        cmocka_unit_test(test_known_problems), cmocka_unit_test(test_batches),
        cmocka_unit_test(test_documents),      cmocka_unit_test(test_large_body),
    };
    setenv("NASHD_BLOCKING", "end", 1);
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
