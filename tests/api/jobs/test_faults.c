/* The sandbox, tested through the server: each way in which a worker can misbehave ends its own job with its own
 * problem type, while the server answers other requests. The program under test has the additional kind "fault". */
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <base/sanitizer.h>
#include <jobs/pool/sandbox.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"

static struct daemon d = {.args = {"--workers", "2"}};

struct fault {
    const char *what, *type;
    bool needs_sandbox; /* limits that do not work with a sanitizer's runtime */
};

static const struct fault faults[] = {
    {"segfault", "worker-crashed", false},
    {"abort", "worker-crashed", false},
    {"stack-overflow", "worker-crashed", false},
    {"eat-memory", "out-of-memory", false},
    {"eat-malloc", "out-of-memory", true},
    {"spin", "runaway", false},
    {"open", "sandbox-violation", true},
    {"socket", "sandbox-violation", true},
    {"fork", "sandbox-violation", true},
    {"exec", "sandbox-violation", true},
    {"kill-parent", "sandbox-violation", true},
    {"flood-result", "output-limit", false},
    {"flood-raw", "worker-crashed", false},
    {"huge-frame", "output-limit", false},
    {"wrong-answer", "verification-failed", false},
};

static struct answer start(const char *what)
{
    char body[128];
    /* "spin" ends by its time limit; the others must reach their own end, on a busy machine too */
    int timeout_ms = strcmp(what, "spin") == 0 ? 300 : 20000;
    snprintf(body, sizeof body, "{\"do\":\"%s\",\"job\":{\"timeout_ms\":%d}}", what, timeout_ms);
    struct answer answer = ask_json_with(d.port, "/v1/fault", "Prefer: respond-async", body);
    expect_status(&answer, 202);
    return answer;
}

/* Solves problem number n, which has not been requested before. */
static void solve_another(unsigned n)
{
    char body[128];
    snprintf(body, sizeof body, "{\"puzzle\":\"1...............\",\"solutions\":%u}", 10 + n);
    struct answer answer = ask_json_with(d.port, "/v1/sudoku", "Prefer: wait=30", body);
    expect_status(&answer, 200);
    assert_string_equal(answer_text(&answer, "status"), "succeeded");
    assert_true(cJSON_IsFalse(answer_member(&answer, "cached")));
    answer_free(&answer);
}

static void test_each_fault(void **state)
{
    for (unsigned i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        if (SANDBOX_SANITIZED && faults[i].needs_sandbox)
            continue;
        struct answer job = start(faults[i].what);
        solve_another(i); /* at the same time */
        struct answer health = ask_get(d.port, "/healthz");
        expect_status(&health, 200);
        struct answer end = ask_get(d.port, job_path(&job, "?wait=30"));
        const char *type = answer_text2(&end, "error", "type");
        if (strcmp(answer_text(&end, "status"), "failed") != 0 || strncmp(type, "/problems/", 10) != 0 ||
            strcmp(type + 10, faults[i].type) != 0)
            fail_msg("%s did not end as %s: %s", faults[i].what, faults[i].type, end.reply.body);
        assert_true(strlen(answer_text2(&end, "error", "detail")) > 10);
        const cJSON *first = cJSON_GetObjectItemCaseSensitive(answer_member(&end, "error"), "first_try");
        if ((first != NULL) != (strcmp(faults[i].type, "worker-crashed") == 0))
            fail_msg("%s has the wrong number of tries: %s", faults[i].what, end.reply.body);
        answer_free(&end);
        answer_free(&health);
        answer_free(&job);
    }
}

/* If the result of a failed job is requested as text, the reply has the problem details of the fault. */
static void test_faults_as_text(void **state)
{
    static const struct {
        const char *what, *type;
        int status;
    } cases[] = {{"segfault", "worker-crashed", 500}, {"eat-memory", "out-of-memory", 507}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char body[128];
        snprintf(body, sizeof body, "{\"do\":\"%s\",\"job\":{\"timeout_ms\":20001}}", cases[i].what);
        struct answer answer = ask_json_with(d.port, "/v1/fault", "Accept: text/plain", body);
        expect_problem(&answer, cases[i].status, cases[i].type);
        answer_free(&answer);
    }
}

/* All faults at once, repeatedly: afterwards the number of workers is the same. */
static void test_storm_of_faults(void **state)
{
    enum { STORM = 60 };
    struct answer jobs[STORM];
    unsigned count = 0, kinds = sizeof faults / sizeof faults[0];
    for (unsigned i = 0; i < STORM; i++)
        if (!SANDBOX_SANITIZED || !faults[i % kinds].needs_sandbox)
            jobs[count++] = start(faults[i % kinds].what);
    for (unsigned i = 0; i < count; i++) {
        struct answer end = ask_get(d.port, job_path(&jobs[i], "?wait=60"));
        expect_status(&end, 200);
        assert_string_equal(answer_text(&end, "status"), "failed");
        answer_free(&end);
        answer_free(&jobs[i]);
    }
    for (unsigned i = 0; i < 20; i++)
        solve_another(100 + i);
    struct answer metrics = ask_get(d.port, "/metrics");
    expect_status(&metrics, 200);
    assert_non_null(strstr(metrics.reply.body, "\nnashd_workers 2\n"));
    assert_non_null(strstr(metrics.reply.body, "nashd_jobs_finished_total{kind=\"fault\",status=\"failed\"}"));
    answer_free(&metrics);
}

/* ---- kills ---- */

static unsigned killed_count(const struct daemon *one)
{
    static const char name[] = "nashd_worker_faults_total{fault=\"killed\"} ";
    struct answer metrics = ask_get(one->port, "/metrics");
    expect_status(&metrics, 200);
    const char *at = strstr(metrics.reply.body, name);
    assert_non_null(at);
    unsigned count = (unsigned)strtoul(at + sizeof name - 1, NULL, 10);
    answer_free(&metrics);
    return count;
}

static void until_status(const struct daemon *one, const char *path, const char *status)
{
    enum { PATIENCE_MS = 20000, STEP_MS = 2 };
    for (int ms = 0;; ms += STEP_MS) {
        struct answer answer = ask_get(one->port, path);
        bool is = strcmp(answer_text(&answer, "status"), status) == 0;
        if (!is && ms >= PATIENCE_MS)
            fail_msg("%s is not %s: %s", path, status, answer.reply.body);
        answer_free(&answer);
        if (is)
            return;
        nanosleep(&(struct timespec){.tv_nsec = STEP_MS * 1000000}, NULL);
    }
}

static bool until_killed_count(const struct daemon *one, unsigned least)
{
    enum { WAIT_MS = SANITIZER_ANY ? 500 : 100, STEP_MS = 2 };
    bool there = killed_count(one) >= least;
    for (int ms = 0; ms < WAIT_MS && !there; ms += STEP_MS) {
        nanosleep(&(struct timespec){.tv_nsec = STEP_MS * 1000000}, NULL);
        there = killed_count(one) >= least;
    }
    return there;
}

/* Kills the process that solves the job. The other processes are idle: their deaths are not counted. The list of
 * processes is read again, since it may be from before the start of that process. */
static void kill_worker_of(const struct daemon *one, const char *path)
{
    enum { PROCESSES = 3, READINGS = 3 };
    pid_t zygote, worker[PROCESSES];
    until_status(one, path, "running");
    unsigned before = killed_count(one);
    assert_int_equal(daemon_children(one->pid, &zygote, 1), 1);
    for (unsigned reading = 0; reading < READINGS; reading++) {
        unsigned count = daemon_children(zygote, worker, PROCESSES);
        for (unsigned i = 0; i < count; i++) {
            kill(worker[i], SIGKILL);
            if (until_killed_count(one, before + 1))
                return;
        }
    }
    fail_msg("no process solves %s", path);
}

/* A job whose worker is killed from outside runs once more; at the second kill it fails, with the signal's name. */
static void test_kills(void **state)
{
    /* Each job outlasts the search for its process. */
    const char *const problems[] = {
        SANITIZER_ANY ? "{\"do\":\"slow\",\"n\":8000,\"job\":{\"timeout_ms\":30000}}"
                      : "{\"do\":\"slow\",\"n\":3000,\"job\":{\"timeout_ms\":30000}}",
        "{\"do\":\"wait\",\"n\":1,\"job\":{\"timeout_ms\":30000}}",
    };
    struct daemon one = {.args = {"--workers", "1"}};
    daemon_start(&one);
    for (unsigned kills = 1; kills <= 2; kills++) {
        struct answer job = ask_json_with(one.port, "/v1/fault", "Prefer: respond-async", problems[kills - 1]);
        expect_status(&job, 202);
        for (unsigned i = 0; i < kills; i++)
            kill_worker_of(&one, job_path(&job, ""));
        struct answer end = ask_get(one.port, job_path(&job, "?wait=30"));
        const char *status = answer_text(&end, "status"), *type = answer_text2(&end, "error", "type");
        if (strcmp(status, kills == 1 ? "succeeded" : "failed") != 0 ||
            (kills == 2 && (strcmp(type, "/problems/worker-killed") != 0 || strstr(end.reply.body, "SIGKILL") == NULL)))
            fail_msg("after %u kills: %s", kills, end.reply.body);
        answer_free(&end);
        struct answer text = ask(one.port, "POST", "/v1/fault",
                                 (const char *const[]){"Content-Type: application/json", "Accept: text/plain", NULL},
                                 "{\"do\":\"nothing\"}");
        expect_status(&text, 200);
        answer_free(&text);
        answer_free(&job);
    }
    assert_int_equal(killed_count(&one), 3);
    daemon_stop(&one);
    daemon_remove(&one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_fault),
        cmocka_unit_test(test_faults_as_text),
        cmocka_unit_test(test_storm_of_faults),
        cmocka_unit_test(test_kills),
    };
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
