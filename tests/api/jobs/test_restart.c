/* The end of a server, by SIGTERM and by SIGKILL, and the state after the next start. */
#include <check.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include <base/sanitizer.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"

static struct daemon d;

static void sleep_us(long us)
{
    nanosleep(&(struct timespec){.tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000}, NULL);
}

static struct answer start_endless(unsigned solutions, unsigned timeout_ms)
{
    char grid[626], body[1024];
    memset(grid, '.', 625);
    grid[625] = '\0';
    snprintf(body, sizeof body, "{\"puzzle\":\"%s\",\"solutions\":%u,\"job\":{\"timeout_ms\":%u}}", grid, solutions,
             timeout_ms);
    struct answer answer = ask_json_with(d.port, "/v1/sudoku", "Prefer: respond-async", body);
    expect_status(&answer, 202);
    return answer;
}

static void until_running(const char *path)
{
    for (int i = 0; i < 4000; i++) {
        struct answer answer = ask_get(d.port, path);
        bool there = strcmp(answer_text(&answer, "status"), "running") == 0;
        answer_free(&answer);
        if (there)
            return;
        sleep_us(5000);
    }
    fail_msg("%s never ran", path);
}

/* After SIGTERM, running jobs may end within the grace period, queued jobs run after the next start, and new jobs are
 * refused. */
static void test_drain(void **state)
{
    d = (struct daemon){.args = {"--workers", "1", "--grace", "1"}};
    daemon_start(&d);
    struct answer solved = ask_json(d.port, "/v1/sudoku", "{\"puzzle\":\"1...............\"}");
    struct answer running = start_endless(1000000, 3000), waiting = start_endless(999999, 500);
    until_running(job_path(&running, ""));
    kill(d.pid, SIGTERM);
    bool refused = false;
    for (int i = 0; i < 200 && !refused; i++) {
        struct answer ready = ask_get(d.port, "/readyz");
        if (ready.status == 503) {
            refused = true;
            struct answer late = ask_json(d.port, "/v1/sudoku", "{\"puzzle\":\"2...............\"}");
            expect_problem(&late, 503, "draining");
            assert_non_null(reply_header(&late.reply, "Retry-After"));
            struct answer look = ask_get(d.port, job_path(&running, ""));
            expect_status(&look, 200); /* reading is still allowed */
            answer_free(&look);
            answer_free(&late);
        }
        answer_free(&ready);
    }
    assert_true(refused);
    daemon_wait(&d);

    daemon_start(&d);
    struct answer *const unfinished[] = {&running, &waiting};
    for (int i = 0; i < 2; i++) {
        struct answer end = ask_get(d.port, job_path(unfinished[i], "?wait=15"));
        expect_status(&end, 200);
        assert_string_equal(answer_text(&end, "status"), "succeeded");
        answer_free(&end);
    }
    struct answer known = ask_json(d.port, "/v1/sudoku", "{\"puzzle\":\"1...............\"}");
    expect_status(&known, 200);
    assert_true(cJSON_IsTrue(answer_member(&known, "cached")));
    assert_string_equal(answer_text(&known, "id"), answer_text(&solved, "id"));
    answer_free(&known);
    answer_free(&solved);
    answer_free(&running);
    answer_free(&waiting);
    daemon_stop(&d);
    daemon_remove(&d);
}

/* A server whose zygote is killed starts another one, and solves the jobs that ran and waited. */
static void test_zygote_killed(void **state)
{
    d = (struct daemon){.args = {"--workers", "1", "--grace", "1"}};
    daemon_start(&d);
    struct answer running = start_endless(999998, 3000), waiting = start_endless(999997, 500);
    struct answer *const unfinished[] = {&running, &waiting};
    pid_t zygote;
    until_running(job_path(&running, ""));
    assert_int_equal(daemon_children(d.pid, &zygote, 1), 1);
    kill(zygote, SIGKILL);
    for (int i = 0; i < 2; i++) {
        struct answer end = ask_get(d.port, job_path(unfinished[i], "?wait=30"));
        expect_status(&end, 200);
        if (strcmp(answer_text(&end, "status"), "succeeded") != 0)
            fail_msg("job %d is lost: %s", i, end.reply.body);
        answer_free(&end);
        answer_free(unfinished[i]);
    }
    struct answer metrics = ask_get(d.port, "/metrics");
    assert_non_null(strstr(metrics.reply.body, "\nnashd_zygote_restarts_total 1\n"));
    answer_free(&metrics);
    daemon_stop(&d);
    daemon_remove(&d);
}

/* Expects that the server is not ready, for the given part only. */
static void expect_not_ready(const char *part)
{
    struct answer ready = ask_get(d.port, "/readyz");
    expect_problem(&ready, 503, "unavailable");
    const cJSON *reasons = answer_member(&ready, "reasons");
    assert_int_equal(cJSON_GetArraySize(reasons), 1);
    const cJSON *reason = cJSON_GetArrayItem(reasons, 0);
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(reason, "part")), part);
    assert_true(strlen(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(reason, "detail"))) > 4);
    answer_free(&ready);
}

static void await_ready(void)
{
    for (int i = 0; i < 600; i++) {
        struct answer ready = ask_get(d.port, "/readyz");
        int status = ready.status;
        answer_free(&ready);
        if (status == 200)
            return;
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
    fail_msg("the server does not become ready");
}

/* Below the least free space, new jobs are refused; jobs are read, and stored ones run, as before. */
static void test_little_space(void **state)
{
    d = (struct daemon){.args = {"--workers", "1", "--grace", "0"}};
    daemon_start(&d);
    struct answer waiting = start_endless(999996, 500);
    daemon_kill(&d);
    d.args[4] = "--min-free";
    d.args[5] = "1000000G";
    daemon_start(&d);
    struct answer refused = {0};
    for (int i = 0; i < 600 && refused.status != 503; i++) {
        char body[80];
        answer_free(&refused);
        snprintf(body, sizeof body, "{\"puzzle\":\"1...............\",\"solutions\":%d}", 3 + i);
        refused = ask_json(d.port, "/v1/sudoku", body);
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    expect_problem(&refused, 503, "disk-full");
    assert_non_null(reply_header(&refused.reply, "Retry-After"));
    answer_free(&refused);
    expect_not_ready("disk");
    struct answer end = ask_get(d.port, job_path(&waiting, "?wait=30"));
    expect_status(&end, 200);
    assert_string_equal(answer_text(&end, "status"), "succeeded");
    answer_free(&end);
    answer_free(&waiting);
    daemon_stop(&d);
    daemon_remove(&d);
}

/* If the database cannot grow, new jobs are refused, stored jobs remain, and the server continues. It is not ready
 * until the database takes writes again. */
static void test_full_disk(void **state)
{
    struct rlimit before, small;
    getrlimit(RLIMIT_FSIZE, &before);
    small = before;
    small.rlim_cur = 3 << 20;
    setrlimit(RLIMIT_FSIZE, &small);
    d = (struct daemon){.args = {"--workers", "1"}};
    daemon_start(&d);
    setrlimit(RLIMIT_FSIZE, &before);
    struct answer first = {0}, answer = {0};
    unsigned stored = 0, refused = 0;
    for (unsigned i = 0; i < 4000 && refused < 5; i++) {
        char body[128];
        snprintf(body, sizeof body, "{\"puzzle\":\"1...............\",\"solutions\":%u}", 3 + i);
        const char *const headers[] = {"Content-Type: application/json",
                                       i % 2 == 0 ? "Prefer: respond-async" : "Prefer: wait=20", NULL};
        answer = ask(d.port, "POST", "/v1/sudoku", headers, body);
        if (answer.status == 503) {
            expect_problem(&answer, 503, "unavailable");
            refused++;
        } else if (answer.status != 200 && answer.status != 202) {
            fail_msg("%d %s", answer.status, answer.reply.body);
        }
        stored += answer.status != 503;
        if (i == 0)
            first = answer;
        else
            answer_free(&answer);
    }
    assert_int_equal(refused, 5);
    expect_not_ready("store");
    assert_true(stored > 50);
    answer = ask_get(d.port, job_path(&first, "?wait=20"));
    expect_status(&answer, 200);
    assert_string_equal(answer_text(&answer, "status"), "succeeded");
    answer_free(&answer);
    answer_free(&first);
    assert_int_equal(prlimit(d.pid, RLIMIT_FSIZE, &before, NULL), 0);
    await_ready(); /* without a job */
    answer = ask_json(d.port, "/v1/sudoku", "{\"puzzle\":\"123.............\"}");
    expect_status(&answer, 200);
    answer_free(&answer);
    daemon_stop(&d);
    daemon_start(&d); /* without the limit on file size */
    answer = ask_json(d.port, "/v1/sudoku", "{\"puzzle\":\"12..............\"}");
    expect_status(&answer, 200);
    answer_free(&answer);
    daemon_stop(&d);
    daemon_remove(&d);
}

/* A server that has nothing to do holds neither the tables of the solvers nor what its start needed. */
static void test_idle_memory(void **state)
{
    enum { RESIDENT_MAX_KIB = 10 << 10 };
    char path[32], line[256];
    unsigned long kib = 0;
    if (SANITIZER_ANY)
        skip();
    d = (struct daemon){.args = {"--workers", "1"}};
    daemon_start(&d);
    sleep_us(500000); /* it says that it listens before it gives back memory */
    snprintf(path, sizeof path, "/proc/%d/status", (int)d.pid);
    FILE *status = fopen(path, "re");
    assert_non_null(status);
    while (fgets(line, sizeof line, status) != NULL && sscanf(line, "VmRSS: %lu", &kib) != 1)
        continue;
    fclose(status);
    assert_in_range(kib, 1, RESIDENT_MAX_KIB);
    daemon_stop(&d);
    daemon_remove(&d);
}

int main(void)
{
    signal(SIGXFSZ, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_idle_memory),  cmocka_unit_test(test_drain),     cmocka_unit_test(test_zygote_killed),
        cmocka_unit_test(test_little_space), cmocka_unit_test(test_full_disk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
