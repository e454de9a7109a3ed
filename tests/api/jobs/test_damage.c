/* Bytes of the database that change behind the server's back: an altered answer is never served. It is solved again, or
 * the job says that it is lost. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"
#include "../harness/database.h"

enum { JOBS = 6 };

static struct daemon d;
static char *body[JOBS];   /* of the problems */
static char *result[JOBS]; /* of the answers */
static struct answer made[JOBS];

static char *problem_of(int i)
{
    char *text = malloc(256);
    snprintf(text, 256, "{\"puzzle\":\"1...............\",\"solutions\":%d}", 10 + i);
    return text;
}

/* Returns the result without what differs from run to run. */
static char *result_text(const struct answer *answer)
{
    cJSON *copy = cJSON_Duplicate(answer_member(answer, "result"), true);
    cJSON_DeleteItemFromObjectCaseSensitive(copy, "statistics");
    char *text = cJSON_PrintUnformatted(copy);
    cJSON_Delete(copy);
    return text;
}

static void alter_results(void)
{
    assert_true(
        database_run(
            &d,
            "UPDATE job SET result = CAST(replace(CAST(result AS TEXT), '1', '7') AS BLOB) WHERE result IS NOT NULL") >
        0);
}

static void start(void)
{
    d = (struct daemon){.args = {"--workers", "2", "--memory", "0"}};
    daemon_start(&d);
    for (int i = 0; i < JOBS; i++) {
        body[i] = problem_of(i);
        made[i] = ask_json_with(d.port, "/v1/sudoku", "Prefer: wait=50", body[i]);
        expect_status(&made[i], 200);
        result[i] = result_text(&made[i]);
    }
}

static void finish(void)
{
    for (int i = 0; i < JOBS; i++) {
        answer_free(&made[i]);
        free(body[i]);
        free(result[i]);
    }
    daemon_stop(&d);
    daemon_remove(&d);
}

/* Asks for a job until it has ended; each reply either has no result or the right one. */
static void expect_mended(int i)
{
    bool done = false;
    for (int tries = 0; tries < 100 && !done; tries++) {
        struct answer answer = ask_get(d.port, job_path(&made[i], tries == 0 ? "" : "?wait=5"));
        expect_status(&answer, 200);
        const char *status = answer_text(&answer, "status");
        done = strcmp(status, "succeeded") == 0;
        if (!done && strcmp(status, "queued") != 0 && strcmp(status, "running") != 0)
            fail_msg("job %d is %s", i, answer.reply.body);
        char *text = done ? result_text(&answer) : NULL;
        if (done && strcmp(text, result[i]) != 0)
            fail_msg("job %d has another result: %.300s", i, text);
        if (!done)
            assert_null(answer_member(&answer, "result"));
        free(text);
        answer_free(&answer);
    }
    assert_true(done);
}

static unsigned long long damaged(void)
{
    static const char name[] = "\nnashd_damaged_results_total ";
    struct answer metrics = ask_get(d.port, "/metrics");
    const char *at = strstr(metrics.reply.body, name);
    assert_non_null(at);
    unsigned long long count = strtoull(at + strlen(name), NULL, 10);
    answer_free(&metrics);
    return count;
}

/* Altered while the server runs, and while it does not. */
static void test_results(void **state)
{
    start();
    for (int round = 0; round < 2; round++) {
        if (round == 1)
            daemon_stop(&d);
        alter_results();
        if (round == 1)
            daemon_start(&d);
        unsigned long long before = damaged();
        for (int i = 0; i < JOBS; i++)
            expect_mended(i);
        assert_true(damaged() - before == JOBS);
        for (int i = 0; i < JOBS; i++) /* what was mended is whole in the database */
            expect_mended(i);
        assert_true(damaged() - before == JOBS);
    }
    finish();
}

/* A damaged answer answers no other job. */
static void test_cached(void **state)
{
    start();
    daemon_stop(&d);
    alter_results();
    daemon_start(&d);
    for (int i = 0; i < JOBS; i++) {
        struct answer answer = ask_json_with(d.port, "/v1/sudoku", "Prefer: wait=50", body[i]);
        expect_status(&answer, 200);
        char *text = result_text(&answer);
        assert_string_equal(text, result[i]);
        assert_true(cJSON_IsFalse(answer_member(&answer, "cached")));
        free(text);
        answer_free(&answer);
    }
    finish();
}

/* Without its problem, a damaged answer is lost, which the job says from then on. */
static void test_lost(void **state)
{
    start();
    daemon_stop(&d);
    alter_results();
    assert_true(database_run(&d, "UPDATE job SET problem = CAST(replace(CAST(problem AS TEXT), '1', '2') AS BLOB) "
                                 "WHERE problem IS NOT NULL") > 0);
    daemon_start(&d);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < JOBS; i++) {
            struct answer end = ask_get(d.port, job_path(&made[i], "?wait=20"));
            expect_status(&end, 200);
            assert_string_equal(answer_text(&end, "status"), "failed");
            assert_string_equal(answer_text2(&end, "error", "type"), "/problems/answer-damaged");
            answer_free(&end);
        }
        if (round == 0) {
            daemon_stop(&d);
            daemon_start(&d);
        }
    }
    assert_true(damaged() == 0); /* this server has found failed jobs only */
    finish();
}

/* A server that nobody asks anything finds the damage itself. */
static void test_scrub(void **state)
{
    start();
    daemon_stop(&d);
    d.args[4] = "--scrub";
    d.args[5] = "1";
    daemon_start(&d);
    alter_results();
    for (int tries = 0; damaged() < JOBS; tries++) {
        assert_true(tries < 600);
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
    for (int i = 0; i < JOBS; i++)
        expect_mended(i);
    finish();
}

static int check_command(void)
{
    char command[256];
    snprintf(command, sizeof command, "\"%s\" check --data %s/data >/dev/null 2>&1", getenv("NASHD"), d.folder);
    int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* nashd check says what is damaged, and changes nothing. */
static void test_check(void **state)
{
    start();
    assert_int_equal(check_command(), 2); /* the server has it open */
    daemon_stop(&d);
    assert_int_equal(check_command(), 0);
    alter_results();
    assert_int_equal(check_command(), 1);
    assert_int_equal(check_command(), 1);
    daemon_start(&d);
    for (int i = 0; i < JOBS; i++)
        expect_mended(i);
    daemon_stop(&d);
    assert_int_equal(check_command(), 0);
    assert_true(database_run(&d, "UPDATE job SET problem = CAST(replace(CAST(problem AS TEXT), '1', '2') AS BLOB) "
                                 "WHERE problem IS NOT NULL") > 0);
    assert_int_equal(check_command(), 1);
    daemon_start(&d);
    finish();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results), cmocka_unit_test(test_cached), cmocka_unit_test(test_lost),
        cmocka_unit_test(test_scrub),   cmocka_unit_test(test_check),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
