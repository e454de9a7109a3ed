/* Requests that the server must refuse: the right status, problem type and pointer; nothing is stored. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"

static struct daemon d = {.args = {"--workers", "1"}};

#define JSON   "application/json"
#define DOTS39 "......................................."
#define DOTS624                                                                                                        \
    DOTS39 DOTS39 DOTS39 DOTS39 DOTS39 DOTS39 DOTS39 DOTS39 DOTS39 DOTS39 DOTS39 DOTS39 DOTS39 DOTS39 DOTS39 DOTS39

struct refusal {
    const char *what, *path, *media, *body;
    int status;
    const char *type, *pointer; /* problem type and JSON pointer; "" = none */
};

static const struct refusal refusals[] = {
    {"empty", "/v1/sudoku", JSON, "", 400, "invalid-json", ""},
    {"truncated", "/v1/sudoku", JSON, "{\"puzzle\":\"1...", 400, "invalid-json", ""},
    {"trailing bytes", "/v1/sudoku", JSON, "{\"puzzle\":\"1...............\"} x", 400, "invalid-json", ""},
    {"duplicate key", "/v1/sudoku", JSON, "{\"puzzle\":\"1\",\"puzzle\":\"1...............\"}", 400, "invalid-json",
     ""},
    {"NaN", "/v1/sudoku", JSON, "{\"puzzle\":\"1...............\",\"solutions\":NaN}", 400, "invalid-json", ""},
    {"infinity", "/v1/sudoku", JSON, "{\"puzzle\":\"1...............\",\"solutions\":1e400}", 400, "invalid-json", ""},
    {"leading zero", "/v1/sudoku", JSON, "{\"puzzle\":\"1...............\",\"solutions\":01}", 400, "invalid-json", ""},
    {"invalid UTF-8", "/v1/sudoku", JSON, "{\"puzzle\":\"\xff\"}", 400, "invalid-json", ""},
    {"byte order mark", "/v1/sudoku", JSON, "\xef\xbb\xbf{\"puzzle\":\"1...............\"}", 400, "invalid-json", ""},
    {"not an object", "/v1/sudoku", JSON, "[1,2]", 400, "invalid-request", ""},
    {"no puzzle", "/v1/sudoku", JSON, "{}", 400, "invalid-request", ""},
    {"unknown member", "/v1/sudoku", JSON, "{\"puzzle\":\"1...............\",\"nosuch\":1}", 400, "unknown-member",
     "/nosuch"},
    {"puzzle is a number", "/v1/sudoku", JSON, "{\"puzzle\":5}", 400, "invalid-request", "/puzzle"},
    {"puzzle is null", "/v1/sudoku", JSON, "{\"puzzle\":null}", 400, "invalid-request", "/puzzle"},
    {"solutions is a text", "/v1/sudoku", JSON, "{\"puzzle\":\"1...............\",\"solutions\":\"two\"}", 400,
     "invalid-request", "/solutions"},
    {"solutions out of range", "/v1/sudoku", JSON, "{\"puzzle\":\"1...............\",\"solutions\":0}", 400,
     "invalid-request", "/solutions"},
    {"a row has an object", "/v1/sudoku", JSON, "{\"grid\":[[1,0,0,0],[0,{},0,0],[0,0,0,0],[0,0,0,0]]}", 400,
     "invalid-request", "/grid/1/1"},
    {"job is a text", "/v1/sudoku", JSON, "{\"puzzle\":\"1...............\",\"job\":\"fast\"}", 400, "invalid-request",
     "/job"},
    {"job has a stranger", "/v1/sudoku", JSON, "{\"puzzle\":\"1...............\",\"job\":{\"nosuch\":1}}", 400,
     "unknown-member", "/job/nosuch"},
    {"timeout of 0", "/v1/sudoku", JSON, "{\"puzzle\":\"1...............\",\"job\":{\"timeout_ms\":0}}", 400,
     "invalid-request", "/job/timeout_ms"},
    {"timeout above the kind's maximum", "/v1/sudoku", JSON,
     "{\"puzzle\":\"1...............\",\"job\":{\"timeout_ms\":600001}}", 422, "unprocessable", "/job/timeout_ms"},
    {"priority out of range", "/v1/sudoku", JSON, "{\"puzzle\":\"1...............\",\"job\":{\"priority\":101}}", 400,
     "invalid-request", "/job/priority"},
    {"seed out of range", "/v1/sudoku", JSON, "{\"puzzle\":\"1...............\",\"job\":{\"seed\":-1}}", 400,
     "invalid-request", "/job/seed"},
    {"wrong length", "/v1/sudoku", JSON, "{\"puzzle\":\"1..............\"}", 422, "unprocessable", "/puzzle"},
    {"624 cells", "/v1/sudoku", JSON, "{\"puzzle\":\"" DOTS624 "\"}", 422, "unprocessable", "/puzzle"},
    {"unknown symbol", "/v1/sudoku", JSON, "{\"puzzle\":\"1.......~.......\"}", 422, "unprocessable", "/puzzle"},
    {"value out of range", "/v1/sudoku", JSON, "{\"grid\":[[1,0,0,0],[0,9,0,0],[0,0,0,0],[0,0,0,0]]}", 422,
     "unprocessable", "/grid/1/1"},
    {"not a text form", "/v1/sudoku", "text/plain", "hello", 422, "unprocessable", ""},
    {"another media type", "/v1/sudoku", "application/xml", "<a/>", 415, "unsupported-media-type", ""},
    {"a form", "/v1/sudoku", "application/x-www-form-urlencoded", "puzzle=1", 415, "unsupported-media-type", ""},
    {"unknown kind", "/v1/nosuch", JSON, "{}", 404, "unknown-kind", ""},
    {"unknown query", "/v1/sudoku?x=1", JSON, "{\"puzzle\":\"1...............\"}", 400, "unknown-member", ""},
    {"encoded slash", "/v1%2Fsudoku", JSON, "{}", 400, "invalid-target", ""},
    {"encoded NUL", "/v1/sudoku%00", JSON, "{}", 400, "invalid-target", ""},
};

static void test_bodies(void **state)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const struct refusal *r = &refusals[i];
        char line[96];
        snprintf(line, sizeof line, "Content-Type: %s", r->media);
        const char *const headers[] = {line, NULL};
        struct answer answer = ask(d.port, "POST", r->path, headers, r->body);
        if (answer.status != r->status || strcmp(reply_problem(&answer.reply), r->type) != 0 ||
            strcmp(answer_text(&answer, "pointer"), r->pointer) != 0)
            fail_msg("%s: %d %s %s, not %d %s %s: %s", r->what, answer.status, reply_problem(&answer.reply),
                     answer_text(&answer, "pointer"), r->status, r->type, r->pointer, answer.reply.body);
        answer_free(&answer);
    }
}

static void test_methods_and_places(void **state)
{
    static const struct {
        const char *method, *path;
        int status;
        const char *type;
    } cases[] = {
        {"GET", "/v1/sudoku", 405, "method-not-allowed"},
        {"PUT", "/v1/sudoku", 405, "method-not-allowed"},
        {"PUT", "/v1/jobs", 405, "method-not-allowed"},
        {"DELETE", "/v1/jobs", 400, "invalid-request"},
        {"GET", "/v1/batch", 405, "method-not-allowed"},
        {"BREW", "/v1/jobs", 405, "method-not-allowed"},
        {"GET", "/nosuch", 404, "not-found"},
        {"GET", "/v1/jobs/0123456789abcdef0123456789abcdef", 404, "job-not-found"},
        {"GET", "/v1/jobs/0123456789abcdef0123456789abcdef/events", 404, "job-not-found"},
        {"POST", "/v1/jobs/0123456789abcdef0123456789abcdef/cancel", 404, "job-not-found"},
        {"DELETE", "/v1/jobs/xyz", 404, "job-not-found"},
        {"GET", "/v1/jobs?limit=0", 400, "invalid-request"},
        {"GET", "/v1/jobs?status=nosuch", 400, "invalid-request"},
        {"GET", "/v1/schema/nosuch", 404, "not-found"},
        {"GET", "/v1/kinds/nosuch", 404, "unknown-kind"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct answer answer = ask(d.port, cases[i].method, cases[i].path, NULL, NULL);
        if (answer.status != cases[i].status || strcmp(reply_problem(&answer.reply), cases[i].type) != 0)
            fail_msg("%s %s: %d %s", cases[i].method, cases[i].path, answer.status, answer.reply.body);
        if (answer.status == 405)
            assert_non_null(reply_header(&answer.reply, "Allow"));
        answer_free(&answer);
    }
}

/* JSON of extreme depth: valid JSON that is too deep, and a text of opening brackets only. */
static void test_depth(void **state)
{
    enum { DEPTH = 100000 };
    char *body = malloc(2 * DEPTH + 64);
    assert_non_null(body);
    for (int closed = 0; closed < 2; closed++) {
        size_t len = (size_t)sprintf(body, "{\"puzzle\":");
        memset(body + len, '[', DEPTH);
        len += DEPTH;
        if (closed) {
            memset(body + len, ']', DEPTH);
            len += DEPTH;
            body[len++] = '}';
        }
        body[len] = '\0';
        struct answer answer = ask_json(d.port, "/v1/sudoku", body);
        expect_problem(&answer, 400, "invalid-json");
        answer_free(&answer);
    }
    free(body);
}

/* A body of a gigabyte is refused by its Content-Length, or, if it is chunked, when it exceeds the limit. */
static void test_gigabyte(void **state)
{
    struct reply reply =
        raw_ask(d.port, "POST /v1/sudoku HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        "Content-Length: 1073741824\r\n\r\n{\"puzzle\":\"");
    assert_int_equal(reply.status, 413);
    assert_string_equal(reply_problem(&reply), "too-large");
    reply_free(&reply);
    struct raw raw;
    assert_true(raw_open(&raw, d.port));
    raw_text(&raw, "POST /v1/sudoku HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                   "Transfer-Encoding: chunked\r\n\r\n");
    static char chunk[65536 + 16];
    size_t head = (size_t)sprintf(chunk, "10000\r\n");
    memset(chunk + head, ' ', 65536);
    memcpy(chunk + head + 65536, "\r\n", 2);
    unsigned sent = 0;
    while (sent < 16384 && raw_send(&raw, chunk, head + 65536 + 2)) /* a gigabyte, or until the server closes */
        sent++;
    if (sent == 16384)
        fail_msg("a gigabyte in chunks was taken");
    raw_close(&raw);
}

/* A body that is no problem has 16 KiB at most, because anyone may send one to some of the paths. */
static void test_small_bodies(void **state)
{
    static const char *const paths[] = {"/v1/shards/members", "/v1/shards/invitations"};
    static char body[(16 << 10) + 2];
    memset(body, ' ', sizeof body - 1);
    memcpy(body, "{}", 2);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct answer answer = ask_json(d.port, paths[i], body);
        expect_problem(&answer, 413, "too-large");
        answer_free(&answer);
    }
}

/* Heads and bodies that arrive too slowly or not at all do not affect other requests. */
static void test_idle_connections(void **state)
{
    enum { IDLE = 5000 };
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur < IDLE + 100) {
        print_message("only %llu descriptors: 5,000 idle connections are not tried\n",
                      (unsigned long long)limit.rlim_cur);
        skip();
    }
    struct raw *idle = calloc(IDLE, sizeof *idle);
    assert_non_null(idle);
    for (int i = 0; i < IDLE; i++) {
        if (!raw_open(&idle[i], d.port))
            fail_msg("connection %d was refused", i);
        if (i % 3 == 1)
            raw_text(&idle[i], "GET /healthz HT"); /* an incomplete head */
        else if (i % 3 == 2)
            raw_text(&idle[i], "POST /v1/sudoku HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                               "Content-Length: 30\r\n\r\n{\"puz"); /* an incomplete body */
    }
    for (int i = 0; i < 20; i++) {
        struct answer answer = ask_json(d.port, "/v1/sudoku", "{\"puzzle\":\"~\"}");
        expect_status(&answer, 422);
        answer_free(&answer);
    }
    struct answer health = ask_get(d.port, "/healthz");
    expect_status(&health, 200);
    answer_free(&health);
    for (int i = 0; i < IDLE; i++)
        raw_close(&idle[i]);
    free(idle);
}

static void test_nothing_was_stored(void **state)
{
    struct answer list = ask_get(d.port, "/v1/jobs");
    expect_status(&list, 200);
    if (cJSON_GetArraySize(answer_member(&list, "jobs")) != 0)
        fail_msg("refused problems were stored: %s", list.reply.body);
    answer_free(&list);
    struct answer ready = ask_get(d.port, "/readyz");
    expect_status(&ready, 200);
    answer_free(&ready);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bodies),
        cmocka_unit_test(test_methods_and_places),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_gigabyte),
        cmocka_unit_test(test_small_bodies),
        cmocka_unit_test(test_idle_connections),
        cmocka_unit_test(test_nothing_was_stored),
    };
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
