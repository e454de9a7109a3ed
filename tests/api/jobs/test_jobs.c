/* The life of a job, over HTTP. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <base/sanitizer.h>
#include <jobs/dispatch/slices.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"

#define EASY        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
#define EASY_SOLVED "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
#define EASY_JSON   "{\"puzzle\":\"" EASY "\"}"

static struct daemon d = {.args = {"--workers", "1", "--queue", "2"}};

/* Writes a request to count the solutions of an empty 25x25 board, which runs until its time limit. */
static const char *endless(char *out, size_t size, unsigned timeout_ms, unsigned solutions, int priority)
{
    char grid[626];
    memset(grid, '.', 625);
    grid[625] = '\0';
    snprintf(out, size, "{\"puzzle\":\"%s\",\"solutions\":%u,\"job\":{\"timeout_ms\":%u,\"priority\":%d}}", grid,
             solutions, timeout_ms, priority);
    return out;
}

static struct answer start_endless(unsigned solutions, int priority)
{
    char body[1024];
    struct answer answer = ask_json_with(d.port, "/v1/sudoku", "Prefer: respond-async",
                                         endless(body, sizeof body, 60000, solutions, priority));
    expect_status(&answer, 202);
    return answer;
}

/* Repeats the request until the job has this status. */
static void until_status(const char *path, const char *status)
{
    for (int i = 0; i < 2000; i++) {
        struct answer answer = ask_get(d.port, path);
        bool there = strcmp(answer_text(&answer, "status"), status) == 0;
        answer_free(&answer);
        if (there)
            return;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    fail_msg("%s never became %s", path, status);
}

static void cancel(const char *job)
{
    char path[160];
    snprintf(path, sizeof path, "%s/cancel", job);
    struct answer answer = ask(d.port, "POST", path, NULL, NULL);
    expect_status(&answer, 200);
    assert_string_equal(answer_text(&answer, "status"), "cancelled");
    answer_free(&answer);
}

static void test_solved_and_known_again(void **state)
{
    struct answer first = ask_json(d.port, "/v1/sudoku", EASY_JSON);
    expect_status(&first, 200);
    assert_string_equal(answer_text(&first, "status"), "succeeded");
    assert_string_equal(answer_text2(&first, "result", "solution"), EASY_SOLVED);
    assert_true(cJSON_IsFalse(answer_member(&first, "cached")));
    assert_non_null(reply_header(&first.reply, "ETag"));
    /* the same problem, written differently */
    struct answer again = ask_text(d.port, "/v1/sudoku",
                                   "530070000600195000098000060800060003400803001700020006060000280"
                                   "000419005000080079");
    expect_status(&again, 200);
    assert_true(cJSON_IsTrue(answer_member(&again, "cached")));
    assert_string_equal(answer_text(&again, "id"), answer_text(&first, "id"));
    assert_string_equal(answer_text2(&again, "result", "solution"), EASY_SOLVED);
    /* and in the same form */
    struct answer job = ask_get(d.port, job_path(&first, ""));
    expect_status(&job, 200);
    assert_string_equal(job.reply.body, first.reply.body);
    char line[128];
    snprintf(line, sizeof line, "If-None-Match: %s", reply_header(&job.reply, "ETag"));
    const char *const headers[] = {line, NULL};
    struct answer unchanged = ask(d.port, "GET", job_path(&first, ""), headers, NULL);
    expect_status(&unchanged, 304);
    struct answer problem = ask_get(d.port, job_path(&first, "/problem"));
    expect_status(&problem, 200);
    assert_string_equal(problem.reply.body, EASY_JSON);
    answer_free(&problem);
    answer_free(&unchanged);
    answer_free(&job);
    answer_free(&again);
    answer_free(&first);
}

/* Each request for a fresh answer is a new job: as JSON, as a text with a query, as a line of a batch, and of every
 * kind. The last one answers equal problems. */
static void test_solved_again(void **state)
{
    static const char *const bodies[][2] = {
        {"sudoku", "{\"puzzle\":\"1...............\""},
        {"whist", "{\"a\":[6,4],\"b\":[5,3]"},
        {"matrix", "{\"payoff\":[[5,4],[9,0]]"},
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        char path[64], body[256], known[256], last[64] = "";
        snprintf(path, sizeof path, "/v1/%s", bodies[i][0]);
        snprintf(body, sizeof body, "%s,\"job\":{\"fresh\":true}}", bodies[i][1]);
        snprintf(known, sizeof known, "%s}", bodies[i][1]);
        for (int n = 0; n < 3; n++) {
            struct answer answer = ask_json(d.port, path, body);
            expect_status(&answer, 200);
            assert_true(cJSON_IsFalse(answer_member(&answer, "cached")));
            assert_string_not_equal(answer_text(&answer, "id"), last);
            snprintf(last, sizeof last, "%s", answer_text(&answer, "id"));
            answer_free(&answer);
        }
        struct answer answer = ask_json(d.port, path, known);
        assert_true(cJSON_IsTrue(answer_member(&answer, "cached")));
        assert_string_equal(answer_text(&answer, "id"), last);
        answer_free(&answer);
    }
    struct answer text = ask_text(d.port, "/v1/sudoku?fresh=true", "1...............");
    expect_status(&text, 200);
    assert_true(cJSON_IsFalse(answer_member(&text, "cached")));
    answer_free(&text);
    text = ask_text(d.port, "/v1/sudoku?fresh=soon", "1...............");
    expect_problem(&text, 400, "invalid-request");
    answer_free(&text);
    const char *const accepted[] = {"Content-Type: application/json", "Prefer: respond-async", NULL};
    text = ask(d.port, "POST", "/v1/sudoku", accepted, "{\"puzzle\":\"1...............\",\"job\":{\"fresh\":true}}");
    expect_status(&text, 202);
    answer_free(&text);
    const char *const lines[] = {"Content-Type: application/x-ndjson", NULL};
    text = ask(d.port, "POST", "/v1/batch", lines,
               "{\"kind\":\"whist\",\"a\":[6,4],\"b\":[5,3]}\n"
               "{\"kind\":\"whist\",\"a\":[6,4],\"b\":[5,3],\"job\":{\"fresh\":true}}\n");
    expect_status(&text, 200);
    assert_non_null(strstr(text.reply.body, "\"cached\":true"));
    assert_non_null(strstr(text.reply.body, "\"cached\":false"));
    answer_free(&text);
}

/* With "Accept: text/plain", a result is text, whether new or cached, requested as JSON or text. A client that accepts
 * both forms gets JSON. */
static void test_results_as_text(void **state)
{
    static const struct {
        const char *body, *says;
    } cases[] = {
        {EASY_JSON, EASY_SOLVED "\n"},
        {EASY_JSON, EASY_SOLVED "\n"},
        {"{\"puzzle\":\"12..............\",\"cages\":[{\"sum\":9,\"cells\":[[1,3],[1,4]]}]}",
         "# cage 1: sum 9 in r1c3, r1c4\ncontradiction\n"},
        {"{\"puzzle\":\"" EASY "\",\"check\":true}", "completable\n"},
        {"{\"puzzle\":\"" EASY_SOLVED "\",\"check\":true}", "solved\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct answer answer = ask_json_with(d.port, "/v1/sudoku", "Accept: text/plain", cases[i].body);
        expect_status(&answer, 200);
        assert_string_equal(answer.reply.body, cases[i].says);
        assert_non_null(strstr(reply_header(&answer.reply, "Content-Type"), "text/plain"));
        assert_non_null(strstr(reply_header(&answer.reply, "Content-Location"), "/v1/jobs/"));
        answer_free(&answer);
    }
    static const char *const both[] = {"Accept: text/plain, application/json", "Accept: */*",
                                       "Accept: application/json"};
    for (size_t i = 0; i < sizeof both / sizeof *both; i++) {
        struct answer answer = ask_json_with(d.port, "/v1/sudoku", both[i], EASY_JSON);
        expect_status(&answer, 200);
        assert_string_equal(answer_text2(&answer, "result", "solution"), EASY_SOLVED);
        answer_free(&answer);
    }
    struct answer none = ask_json_with(d.port, "/v1/sudoku", "Accept: text/html", EASY_JSON);
    expect_problem(&none, 406, "not-acceptable");
    answer_free(&none);
    struct answer later = ask_json_with(d.port, "/v1/sudoku", "Accept: text/plain", "{\"puzzle\":\"...\"}");
    expect_problem(&later, 422, "unprocessable");
    answer_free(&later);
}

/* The text form of a generated puzzle is the puzzle, not its solution; that of an explanation consists of sentences. */
static void test_tasks_as_text(void **state)
{
    static const char order[] = "{\"generate\":{\"size\":4},\"job\":{\"seed\":3}}";
    char puzzle[32];
    struct answer made = ask_json_with(d.port, "/v1/sudoku", "Accept: application/json", order);
    snprintf(puzzle, sizeof puzzle, "%s\n", answer_text2(&made, "result", "puzzle"));
    assert_non_null(strchr(puzzle, '.'));
    answer_free(&made);
    made = ask_json_with(d.port, "/v1/sudoku", "Accept: text/plain", order);
    assert_string_equal(made.reply.body, puzzle);
    answer_free(&made);

    struct answer hint =
        ask_json_with(d.port, "/v1/sudoku", "Accept: text/plain", "{\"puzzle\":\"" EASY "\",\"hint\":true}");
    assert_memory_equal(hint.reply.body, "hidden single", strlen("hidden single"));
    assert_null(strstr(hint.reply.body, EASY_SOLVED));
    answer_free(&hint);

    struct answer steps =
        ask_json_with(d.port, "/v1/sudoku", "Accept: text/plain", "{\"puzzle\":\"" EASY "\",\"explain\":true}");
    assert_memory_equal(steps.reply.body, "# 1. ", 5);
    assert_non_null(strstr(steps.reply.body, "\n# 51. "));
    assert_string_equal(steps.reply.body + strlen(steps.reply.body) - 82, EASY_SOLVED "\n");
    answer_free(&steps);
}

static void test_no_solution_is_a_success(void **state)
{
    struct answer answer = ask_json(d.port, "/v1/sudoku", "{\"puzzle\":\"11..............\"}");
    expect_status(&answer, 200);
    assert_string_equal(answer_text(&answer, "status"), "succeeded");
    assert_null(answer_member(&answer, "error"));
    answer_free(&answer);
}

static void test_idempotency(void **state)
{
    const char *body = "{\"puzzle\":\"1...............\",\"solutions\":7}";
    struct answer first = ask_json_with(d.port, "/v1/sudoku", "Idempotency-Key: k-1", body);
    struct answer again = ask_json_with(d.port, "/v1/sudoku", "Idempotency-Key: k-1", body);
    struct answer other = ask_json_with(d.port, "/v1/sudoku", "Idempotency-Key: k-1", EASY_JSON);
    expect_status(&first, 200);
    expect_status(&again, 200);
    assert_string_equal(answer_text(&first, "id"), answer_text(&again, "id"));
    expect_problem(&other, 422, "idempotency-mismatch");
    answer_free(&first);
    answer_free(&again);
    answer_free(&other);
}

static void test_async_wait_and_events(void **state)
{
    char body[1024];
    struct answer accepted =
        ask_json_with(d.port, "/v1/sudoku", "Prefer: respond-async", endless(body, sizeof body, 1500, 1000000, 0));
    expect_status(&accepted, 202);
    assert_string_equal(reply_header(&accepted.reply, "Location"), job_path(&accepted, ""));
    assert_non_null(reply_header(&accepted.reply, "Retry-After"));
    struct answer done = ask_get(d.port, job_path(&accepted, "?wait=30"));
    expect_status(&done, 200);
    assert_string_equal(answer_text(&done, "status"), "succeeded"); /* with a partial answer, at its time limit */
    struct answer all = ask_get(d.port, job_path(&accepted, "/events"));
    expect_status(&all, 200);
    assert_non_null(strstr(all.reply.body, "event: state"));
    assert_non_null(strstr(all.reply.body, "event: progress"));
    assert_non_null(strstr(all.reply.body, "event: result"));
    /* the replay after any event is the rest of the stream */
    unsigned cuts = 0;
    for (const char *at = strstr(all.reply.body, "id: "); at != NULL; at = strstr(at + 1, "\nid: ")) {
        long number = strtol(strpbrk(at, "0123456789"), NULL, 10);
        const char *rest = strstr(strstr(at, "id: "), "\n\n");
        char header[64];
        snprintf(header, sizeof header, "Last-Event-ID: %ld", number);
        const char *const headers[] = {header, NULL};
        struct answer tail = ask(d.port, "GET", job_path(&accepted, "/events"), headers, NULL);
        expect_status(&tail, 200);
        const char *got = strstr(tail.reply.body, "id: ");
        assert_string_equal(got != NULL ? got : "", rest[2] != '\0' ? rest + 2 : "");
        answer_free(&tail);
        cuts++;
    }
    assert_true(cuts >= 3);
    answer_free(&all);
    answer_free(&done);
    answer_free(&accepted);
}

static void test_cancel(void **state)
{
    struct answer running = start_endless(999001, 0), queued = start_endless(999002, 0);
    until_status(job_path(&running, ""), "running");
    struct answer look = ask_get(d.port, job_path(&queued, ""));
    assert_string_equal(answer_text(&look, "status"), "queued");
    assert_non_null(answer_member(&look, "queue_position"));
    struct answer forget = ask(d.port, "DELETE", job_path(&queued, ""), NULL, NULL);
    expect_problem(&forget, 409, "job-not-finished");
    cancel(job_path(&queued, ""));
    cancel(job_path(&running, ""));
    struct answer twice = ask(d.port, "POST", job_path(&running, "/cancel"), NULL, NULL);
    expect_problem(&twice, 409, "job-already-finished");
    answer_free(&twice);
    answer_free(&forget);
    answer_free(&look);
    answer_free(&queued);
    answer_free(&running);
}

static void test_shared_run(void **state)
{
    struct answer one = start_endless(999003, 0), two = start_endless(999003, 0);
    assert_string_not_equal(answer_text(&one, "id"), answer_text(&two, "id"));
    until_status(job_path(&two, ""), "running"); /* the server has one worker, so both jobs share an execution */
    cancel(job_path(&one, ""));
    struct answer other = ask_get(d.port, job_path(&two, ""));
    assert_string_equal(answer_text(&other, "status"), "running");
    cancel(job_path(&two, ""));
    answer_free(&other);
    answer_free(&one);
    answer_free(&two);
}

static void test_priority_and_full_queue(void **state)
{
    enum { SLICES_MS = (SANITIZER_ANY ? 3 : 1) * 2 * (SLICE_MS + SLICE_GRACE_MS) };
    char body[1024];
    struct answer busy = start_endless(999004, 0), low = start_endless(999005, -5), high = start_endless(999006, 5);
    struct answer full = ask_json(d.port, "/v1/sudoku", endless(body, sizeof body, 60000, 999007, 0));
    expect_problem(&full, 503, "queue-full");
    assert_non_null(reply_header(&full.reply, "Retry-After"));
    /* A job that has its slice just when a worker becomes free is passed over. After this time both have had theirs. */
    nanosleep(&(struct timespec){.tv_nsec = SLICES_MS * 1000000}, NULL);
    cancel(job_path(&busy, ""));
    until_status(job_path(&high, ""), "running");
    struct answer waiting = ask_get(d.port, job_path(&low, ""));
    assert_string_equal(answer_text(&waiting, "status"), "queued");
    cancel(job_path(&high, ""));
    cancel(job_path(&low, ""));
    answer_free(&waiting);
    answer_free(&full);
    answer_free(&busy);
    answer_free(&low);
    answer_free(&high);
}

static void test_forget(void **state)
{
    const char *body = "{\"puzzle\":\"..34............\"}";
    struct answer first = ask_json(d.port, "/v1/sudoku", body);
    expect_status(&first, 200);
    struct answer gone = ask(d.port, "DELETE", job_path(&first, ""), NULL, NULL);
    expect_status(&gone, 204);
    struct answer look = ask_get(d.port, job_path(&first, ""));
    expect_problem(&look, 404, "job-not-found");
    struct answer again = ask_json(d.port, "/v1/sudoku", body);
    expect_status(&again, 200);
    assert_true(cJSON_IsFalse(answer_member(&again, "cached"))); /* the stored result was deleted with the job */
    assert_string_not_equal(answer_text(&again, "id"), answer_text(&first, "id"));
    answer_free(&again);
    answer_free(&look);
    answer_free(&gone);
    answer_free(&first);
}

/* A row of the list has the summary of the result, and not the result; the job object has the result, not the summary.
 */
static bool check_summary(const cJSON *row)
{
    char path[64];
    snprintf(path, sizeof path, "/v1/jobs/%s", cJSON_GetObjectItem(row, "id")->valuestring);
    struct answer job = ask_get(d.port, path);
    expect_status(&job, 200);
    const cJSON *summary = cJSON_GetObjectItemCaseSensitive(row, "summary");
    const cJSON *said = cJSON_GetObjectItemCaseSensitive(answer_member(&job, "result"), "summary");
    assert_null(cJSON_GetObjectItemCaseSensitive(row, "result"));
    assert_null(answer_member(&job, "summary"));
    assert_int_equal(summary != NULL, said != NULL);
    bool has = summary != NULL;
    if (has)
        assert_string_equal(summary->valuestring, said->valuestring);
    answer_free(&job);
    return has;
}

static void test_summaries(void **state)
{
    unsigned summaries = 0;
    struct answer all = ask_get(d.port, "/v1/jobs?limit=500");
    expect_status(&all, 200);
    const cJSON *row;
    cJSON_ArrayForEach(row, answer_member(&all, "jobs"))
    {
        bool succeeded = strcmp(cJSON_GetObjectItem(row, "status")->valuestring, "succeeded") == 0;
        bool has = check_summary(row);
        assert_true(has || !succeeded);
        summaries += has;
    }
    assert_true(summaries > 3);
    answer_free(&all);
}

static void test_list(void **state)
{
    struct answer all = ask_get(d.port, "/v1/jobs?limit=500");
    expect_status(&all, 200);
    int count = cJSON_GetArraySize(answer_member(&all, "jobs")), paged = 0, cancelled = 0;
    assert_true(count > 5);
    char path[128] = "/v1/jobs?limit=3";
    while (path[0] != '\0') {
        struct answer page = ask_get(d.port, path);
        expect_status(&page, 200);
        const cJSON *job;
        cJSON_ArrayForEach(job, answer_member(&page, "jobs"))
        {
            const cJSON *same = cJSON_GetArrayItem(answer_member(&all, "jobs"), paged++);
            assert_string_equal(cJSON_GetObjectItem(job, "id")->valuestring,
                                cJSON_GetObjectItem(same, "id")->valuestring);
            cancelled += strcmp(cJSON_GetObjectItem(job, "status")->valuestring, "cancelled") == 0;
        }
        const char *next = answer_text(&page, "next");
        path[0] = '\0';
        if (next[0] != '\0')
            snprintf(path, sizeof path, "/v1/jobs?limit=3&cursor=%s", next);
        answer_free(&page);
    }
    assert_int_equal(paged, count);
    struct answer some = ask_get(d.port, "/v1/jobs?limit=500&status=cancelled&kind=sudoku");
    assert_int_equal(cJSON_GetArraySize(answer_member(&some, "jobs")), cancelled);
    answer_free(&some);
    answer_free(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solved_and_known_again),
        cmocka_unit_test(test_solved_again),
        cmocka_unit_test(test_results_as_text),
        cmocka_unit_test(test_tasks_as_text),
        cmocka_unit_test(test_no_solution_is_a_success),
        cmocka_unit_test(test_idempotency),
        cmocka_unit_test(test_async_wait_and_events),
        cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_shared_run),
        cmocka_unit_test(test_priority_and_full_queue),
        cmocka_unit_test(test_forget),
        cmocka_unit_test(test_list),
        cmocka_unit_test(test_summaries),
    };
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
