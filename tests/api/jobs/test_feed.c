/* The feed of all jobs and the statistics, over HTTP. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"

static struct daemon d, locked;
static char ann[160], bob[160]; /* Authorization fields */

/* ---- streams ---- */

static void listen_to(struct raw *raw, const struct daemon *server, const char *fields)
{
    char text[512];
    assert_true(raw_open(raw, server->port));
    snprintf(text, sizeof text, "GET /v1/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n%s\r\n",
             fields);
    assert_true(raw_text(raw, text));
}

static bool has(const struct raw *raw, const char *text)
{
    return memmem(raw->data, raw->len, text, strlen(text)) != NULL;
}

static void await_text(struct raw *raw, const char *text)
{
    if (!raw_wait_for(raw, text))
        fail_msg("never came: %s\nbut: %.*s", text, (int)raw->len, raw->data);
}

/* Returns the number of the last event received. */
static const char *last_id(const struct raw *raw)
{
    static char field[64];
    const char *at = NULL, *from = raw->data;
    while ((from = memmem(from, raw->len - (size_t)(from - raw->data), "\nid: ", 5)) != NULL)
        at = from += 5;
    assert_non_null(at);
    snprintf(field, sizeof field, "Last-Event-ID: %lld\r\n", strtoll(at, NULL, 10));
    return field;
}

/* Returns a different problem at each call. */
static const char *fresh(void)
{
    static unsigned asked;
    static char body[96];
    snprintf(body, sizeof body, "{\"puzzle\":\"12343412.....321\",\"solutions\":%u}", ++asked);
    return body;
}

static void row_of(char *row, size_t size, const struct answer *job, const char *status)
{
    snprintf(row, size, "{\"id\":\"%s\",\"kind\":\"sudoku\",\"status\":\"%s\"", answer_text(job, "id"), status);
}

/* ---- the feed ---- */

static void test_what_happens_is_told(void **state)
{
    struct raw raw;
    char row[160];
    listen_to(&raw, &d, "");
    await_text(&raw, "event: reset\ndata: {}\n\n");
    await_text(&raw, "event: stats\ndata: {\"version\":");
    struct answer job = ask_json(d.port, "/v1/sudoku", fresh());
    expect_status(&job, 200);
    row_of(row, sizeof row, &job, "succeeded");
    await_text(&raw, row);
    await_text(&raw, ",\"summary\":\"4x4, 11 clues: ");
    assert_false(has(&raw, "\"result\""));
    struct answer gone = ask(d.port, "DELETE", job_path(&job, ""), NULL, NULL);
    expect_status(&gone, 204);
    snprintf(row, sizeof row, "{\"id\":\"%s\",\"deleted\":true}", answer_text(&job, "id"));
    await_text(&raw, row);
    answer_free(&gone);
    answer_free(&job);
    raw_close(&raw);
}

static void test_running_and_cancelled(void **state)
{
    struct raw raw;
    char body[800], grid[626], row[160];
    memset(grid, '.', 625);
    grid[625] = '\0';
    snprintf(body, sizeof body, "{\"puzzle\":\"%s\",\"solutions\":100000,\"job\":{\"timeout_ms\":60000}}", grid);
    listen_to(&raw, &d, "");
    await_text(&raw, "event: reset");
    struct answer job = ask_json_with(d.port, "/v1/sudoku", "Prefer: respond-async", body);
    expect_status(&job, 202);
    row_of(row, sizeof row, &job, "running");
    await_text(&raw, row);
    struct answer ended = ask(d.port, "POST", job_path(&job, "/cancel"), NULL, NULL);
    expect_status(&ended, 200);
    row_of(row, sizeof row, &job, "cancelled");
    await_text(&raw, row);
    answer_free(&ended);
    answer_free(&job);
    raw_close(&raw);
}

static void test_jobs_of_a_batch(void **state)
{
    static const char *const type[] = {"Content-Type: application/x-ndjson", NULL};
    struct raw raw;
    char body[512], row[64];
    listen_to(&raw, &d, "");
    await_text(&raw, "event: reset");
    snprintf(body, sizeof body, "{\"kind\":\"sudoku\",%s\n", fresh() + 1);
    snprintf(body + strlen(body), sizeof body - strlen(body), "{\"kind\":\"sudoku\",%s\n", fresh() + 1);
    struct answer answer = ask(d.port, "POST", "/v1/batch", type, body);
    expect_status(&answer, 200);
    unsigned told = 0;
    for (const char *at = answer.reply.body; (at = strstr(at, "\"id\":\"")) != NULL; at++, told++) {
        snprintf(row, sizeof row, "{%.38s\"", at);
        await_text(&raw, row);
    }
    assert_int_equal(told, 2);
    answer_free(&answer);
    raw_close(&raw);
}

static void test_coming_back(void **state)
{
    struct raw raw, other;
    char row[160], field[64];
    listen_to(&other, &d, ""); /* a second stream stays open */
    listen_to(&raw, &d, "");
    struct answer first = ask_json(d.port, "/v1/sudoku", fresh());
    row_of(row, sizeof row, &first, "succeeded");
    await_text(&raw, row);
    snprintf(field, sizeof field, "%s", last_id(&raw));
    raw_close(&raw);
    struct answer second = ask_json(d.port, "/v1/sudoku", fresh());
    listen_to(&raw, &d, field);
    row_of(row, sizeof row, &second, "succeeded");
    await_text(&raw, row);
    assert_false(has(&raw, "event: reset"));
    raw_close(&raw);
    listen_to(&raw, &d, "Last-Event-ID: 7\r\n");
    await_text(&raw, "event: reset");
    raw_close(&raw);
    raw_close(&other);
    answer_free(&second);
    answer_free(&first);
    static const char *const odd[] = {"Last-Event-ID: seven", NULL};
    struct answer refused = ask(d.port, "GET", "/v1/events", odd, NULL);
    expect_problem(&refused, 400, "invalid-request");
    answer_free(&refused);
}

static void test_a_restart(void **state)
{
    struct raw raw;
    char row[160], field[64];
    listen_to(&raw, &d, "");
    struct answer job = ask_json(d.port, "/v1/sudoku", fresh());
    row_of(row, sizeof row, &job, "succeeded");
    await_text(&raw, row);
    snprintf(field, sizeof field, "%s", last_id(&raw));
    daemon_stop(&d);
    assert_true(raw_closed_within(&raw, CLIENT_PATIENCE_MS)); /* the drain ends streams */
    raw_close(&raw);
    daemon_start(&d);
    listen_to(&raw, &d, field);
    await_text(&raw, "event: reset");
    raw_close(&raw);
    answer_free(&job);
}

/* ---- owners ---- */

static void test_owners_are_apart(void **state)
{
    struct raw hers, his;
    char fields[256], row[160];
    const char *const her_headers[] = {ann, "Content-Type: application/json", NULL};
    const char *const his_headers[] = {bob, "Content-Type: application/json", NULL};
    snprintf(fields, sizeof fields, "%s\r\n", ann);
    listen_to(&hers, &locked, fields);
    snprintf(fields, sizeof fields, "%s\r\n", bob);
    listen_to(&his, &locked, fields);
    await_text(&hers, "event: reset");
    await_text(&his, "event: reset");
    struct answer her_job = ask(locked.port, "POST", "/v1/sudoku", her_headers, fresh());
    struct answer his_job = ask(locked.port, "POST", "/v1/sudoku", his_headers, fresh());
    row_of(row, sizeof row, &her_job, "succeeded");
    await_text(&hers, row);
    row_of(row, sizeof row, &his_job, "succeeded");
    await_text(&his, row);
    assert_false(has(&his, answer_text(&her_job, "id")));
    assert_false(has(&hers, answer_text(&his_job, "id")));
    answer_free(&his_job);
    answer_free(&her_job);
    static const char *const closed[] = {"/v1/events", "/v1/stats"};
    for (size_t i = 0; i < 2; i++) {
        struct answer answer = ask_get(locked.port, closed[i]);
        expect_problem(&answer, 401, "unauthorized");
        answer_free(&answer);
    }
    raw_close(&his);
    raw_close(&hers);
}

/* ---- statistics ---- */

static double number(const struct answer *answer, const char *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(answer_member(answer, object), name);
    assert_true(cJSON_IsNumber(item));
    return item->valuedouble;
}

static void test_counts(void **state)
{
    struct answer before = ask_get(d.port, "/v1/stats");
    expect_status(&before, 200);
    for (int i = 0; i < 3; i++) {
        struct answer job = ask_json(d.port, "/v1/sudoku", fresh());
        expect_status(&job, 200);
        answer_free(&job);
    }
    struct answer after = ask_get(d.port, "/v1/stats");
    assert_int_equal((int)(number(&after, "jobs", "succeeded") - number(&before, "jobs", "succeeded")), 3);
    assert_int_equal((int)number(&after, "jobs", "queued"), 0);
    assert_true(number(&after, "workers", "count") > 0);
    const cJSON *answers = cJSON_GetObjectItemCaseSensitive(answer_member(&after, "budgets"), "answers");
    const double used = cJSON_GetObjectItemCaseSensitive(answers, "used")->valuedouble;
    assert_true(used > 0 && used <= cJSON_GetObjectItemCaseSensitive(answers, "limit")->valuedouble);
    const cJSON *kind = answer_member(&after, "kinds")->child;
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(kind, "run_buckets")),
                     cJSON_GetArraySize(answer_member(&after, "bucket_seconds")) + 1);
    answer_free(&after);
    answer_free(&before);
}

/* ---- repeating a job ---- */

/* Repeats a job as the web page does: fetches its problem and posts it with its media type. */
static void repost(const struct answer *job, const char *type, const char *body)
{
    char field[64];
    struct answer problem = ask_get(d.port, job_path(job, "/problem"));
    expect_status(&problem, 200);
    assert_string_equal(reply_header(&problem.reply, "Content-Type"), type);
    assert_string_equal(problem.reply.body, body);
    snprintf(field, sizeof field, "Content-Type: %s", type);
    const char *const headers[] = {field, NULL};
    struct answer again = ask(d.port, "POST", "/v1/sudoku", headers, problem.reply.body);
    expect_status(&again, 200);
    assert_true(cJSON_IsTrue(answer_member(&again, "cached")));
    assert_string_equal(answer_text(&again, "id"), answer_text(job, "id"));
    answer_free(&again);
    answer_free(&problem);
}

static void test_again(void **state)
{
    static const char *const type[] = {"Content-Type: application/x-ndjson", NULL};
    static const char text[] = "1...\n..3.\n....\n.2..\n", line[] = "{\"puzzle\":\"1.....3......2..\",\"solutions\":9}";
    char body[128];
    snprintf(body, sizeof body, "%s", fresh());
    struct answer json = ask_json(d.port, "/v1/sudoku", body);
    expect_status(&json, 200);
    repost(&json, "application/json", body);
    answer_free(&json);
    struct answer plain = ask_text(d.port, "/v1/sudoku", text);
    expect_status(&plain, 200);
    repost(&plain, "text/plain", text);
    answer_free(&plain);
    snprintf(body, sizeof body, "{\"kind\":\"sudoku\",%s\n", line + 1);
    struct answer batch = ask(d.port, "POST", "/v1/batch", type, body);
    expect_status(&batch, 200); /* the answer has one line, which is valid JSON */
    repost(&batch, "application/json", line);
    answer_free(&batch);
}

/* ---- all tests ---- */

static void make_key(const char *file, const char *name, char field[160])
{
    char command[512], line[256] = "";
    snprintf(command, sizeof command, "%s keygen %s 2>&1 >>%s", getenv("NASHD"), name, file);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    assert_non_null(fgets(line, sizeof line, pipe));
    assert_int_equal(pclose(pipe), 0);
    const char *key = strrchr(line, ' ');
    assert_non_null(key);
    snprintf(field, 160, "Authorization: Bearer %.*s", (int)strcspn(key + 1, "\n"), key + 1);
}

static char keys[64] = "/tmp/nashd-feed-XXXXXX";

static int setup(void **state)
{
    int fd = mkstemp(keys);
    assert_true(fd >= 0);
    close(fd);
    make_key(keys, "ann", ann);
    make_key(keys, "bob", bob);
    locked.args[0] = "--api-keys";
    locked.args[1] = keys;
    daemon_start(&locked);
    daemon_start(&d);
    *state = &d;
    return 0;
}

static int teardown(void **state)
{
    daemon_stop(&locked);
    daemon_remove(&locked);
    unlink(keys);
    return daemon_teardown(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_happens_is_told),
        cmocka_unit_test(test_running_and_cancelled),
        cmocka_unit_test(test_jobs_of_a_batch),
        cmocka_unit_test(test_coming_back),
        cmocka_unit_test(test_owners_are_apart),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_again),
        cmocka_unit_test(test_a_restart),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
