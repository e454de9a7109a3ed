/* Problems and results of more than a mebibyte are sent in pieces. The server keeps no finished job in memory, so they
 * come from the store. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"

enum { LARGE = 3 << 20 }; /* bytes of a text that makes problem and result large */

static struct daemon d = {.args = {"--memory", "1"}};
static char *problem;
static char path[64];

/* Returns a text of which every part is different, so that a piece in a wrong place is found. */
static void fill(char *text)
{
    for (size_t i = 0; i < LARGE; i += 8)
        snprintf(text + i, 9, "%07zu.", i / 8);
}

static void test_submit(void **state)
{
    (void)state;
    problem = malloc(LARGE + 32);
    assert_non_null(problem);
    strcpy(problem, "{\"say\":\"");
    fill(problem + 8);
    strcpy(problem + 8 + LARGE, "\"}");
    struct answer answer = ask_json(d.port, "/v1/echo", problem); /* this reply is made of the bytes in memory */
    expect_status(&answer, 200);
    assert_memory_equal(answer_text2(&answer, "result", "text"), problem + 8, LARGE);
    assert_int_equal(answer_text2(&answer, "result", "text")[LARGE], '\0');
    snprintf(path, sizeof path, "%s", job_path(&answer, ""));
    answer_free(&answer);
}

static struct answer get(const char *tail)
{
    char whole[96];
    snprintf(whole, sizeof whole, "%s%s", path, tail);
    return ask_get(d.port, whole);
}

static void expect_result(const cJSON *job)
{
    const cJSON *result = cJSON_GetObjectItemCaseSensitive(job, "result");
    const cJSON *text = cJSON_GetObjectItemCaseSensitive(result, "text");
    assert_true(cJSON_IsString(text));
    assert_int_equal(strlen(text->valuestring), LARGE);
    assert_memory_equal(text->valuestring, problem + 8, LARGE);
}

static void test_job(void **state)
{
    char field[64];
    const char *headers[] = {field, NULL};
    (void)state;
    struct answer answer = get("");
    expect_status(&answer, 200);
    assert_int_equal(strtoull(reply_header(&answer.reply, "Content-Length"), NULL, 10), answer.reply.len);
    expect_result(answer.json);
    assert_string_equal(answer_text(&answer, "status"), "succeeded");
    snprintf(field, sizeof field, "If-None-Match: %s", reply_header(&answer.reply, "ETag"));
    answer_free(&answer);
    answer = ask(d.port, "GET", path, headers, NULL);
    expect_status(&answer, 304);
    answer_free(&answer);
    answer = ask(d.port, "HEAD", path, NULL, NULL);
    expect_status(&answer, 200);
    assert_true(strtoull(reply_header(&answer.reply, "Content-Length"), NULL, 10) > LARGE);
    answer_free(&answer);
    answer = get("?wait=1");
    expect_status(&answer, 200);
    expect_result(answer.json);
    answer_free(&answer);
}

static void test_problem(void **state)
{
    (void)state;
    struct answer answer = get("/problem");
    expect_status(&answer, 200);
    assert_int_equal(answer.reply.len, strlen(problem));
    assert_memory_equal(answer.reply.body, problem, strlen(problem));
    answer_free(&answer);
}

static void test_record(void **state)
{
    (void)state;
    struct answer answer = get("/record");
    expect_status(&answer, 200);
    const cJSON *said = cJSON_GetObjectItemCaseSensitive(answer_member(&answer, "problem"), "say");
    assert_true(cJSON_IsString(said));
    assert_memory_equal(said->valuestring, problem + 8, LARGE);
    expect_result(answer_member(&answer, "job"));
    assert_string_equal(answer_text(&answer, "kind"), "echo");
    answer_free(&answer);
}

/* The event says how long the result is, and does not have it. */
static void test_events(void **state)
{
    (void)state;
    struct answer answer = get("/events");
    expect_status(&answer, 200);
    assert_true(answer.reply.len < 4096);
    assert_non_null(strstr(answer.reply.body, "event: result\n"));
    assert_non_null(strstr(answer.reply.body, "\"result_bytes\":"));
    answer_free(&answer);
}

/* The same problem again has the stored answer. */
static void test_cached(void **state)
{
    (void)state;
    struct answer answer = ask_json(d.port, "/v1/echo", problem);
    expect_status(&answer, 200);
    expect_result(answer.json);
    assert_true(cJSON_IsTrue(answer_member(&answer, "cached")));
    answer_free(&answer);
}

/* A client that leaves in the middle of a reply costs nothing but its connection. */
static void test_clients_leave(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) {
        struct raw raw;
        char head[160];
        assert_true(raw_open(&raw, d.port));
        snprintf(head, sizeof head, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", path);
        assert_true(raw_text(&raw, head));
        raw_close(&raw);
    }
    test_job(state);
}

static void test_delete(void **state)
{
    (void)state;
    struct answer answer = ask(d.port, "DELETE", path, NULL, NULL);
    expect_status(&answer, 204);
    answer_free(&answer);
    answer = get("");
    expect_problem(&answer, 404, "job-not-found");
    answer_free(&answer);
    free(problem);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_submit),        cmocka_unit_test(test_job),    cmocka_unit_test(test_problem),
        cmocka_unit_test(test_record),        cmocka_unit_test(test_events), cmocka_unit_test(test_cached),
        cmocka_unit_test(test_clients_leave), cmocka_unit_test(test_delete),
    };
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
