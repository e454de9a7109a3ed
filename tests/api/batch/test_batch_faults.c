/* A batch with lines that misbehave: each way to end a worker affects its own line only, whose answer has the reason.
 * All other lines are answered, each once and in order. The program under test has the additional kind "fault". */
#include <check.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jobs/pool/sandbox.h>
#include <nash/rng.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"

static struct daemon d = {.args = {"--workers", "2"}};

static const struct misdeed {
    const char *name, *type; /* fault, and the error type of its answer; NULL: a normal answer */
    bool needs_sandbox;
} misdeeds[] = {
    {"segfault", "worker-crashed", false},
    {"abort", "worker-crashed", false},
    {"exit", "worker-crashed", false},
    {"stack-overflow", "worker-crashed", false},
    {"eat-memory", "out-of-memory", false},
    {"eat-malloc", "out-of-memory", true},
    {"open", "sandbox-violation", true},
    {"fork", "sandbox-violation", true},
    {"kill-parent", "sandbox-violation", true},
    {"flood-raw", "worker-crashed", false},
    {"huge-frame", "output-limit", false},
    {"out-of-turn", "output-limit", false},
    {"answers-cut", "worker-crashed", false},
    {"answers-two-lines", "worker-crashed", false},
    {"answers-bad-error", "worker-crashed", false},
    {"answers-late", "worker-crashed", false},
    {"wrong-answer", "verification-failed", false},
    {"nosuch", "invalid-request", false},
    {"slow", NULL, false},
    {"long-text", NULL, false},
    {"use-malloc", NULL, true},
};
enum { MISDEEDS = sizeof misdeeds / sizeof *misdeeds };

/* A line and its expected answer, or (if not exact) the beginning of the answer. */
struct line {
    char text[48], answer[48];
    bool exact;
};

static void good_line(struct line *line, unsigned number)
{
    snprintf(line->text, sizeof line->text, "nothing %u", number);
    snprintf(line->answer, sizeof line->answer, "nothing %u", number);
    line->exact = true;
}

static void bad_line(struct line *line, const struct misdeed *misdeed)
{
    snprintf(line->text, sizeof line->text, "%s 20", misdeed->name);
    if (misdeed->type != NULL)
        snprintf(line->answer, sizeof line->answer, "! %s: ", misdeed->type);
    else
        memcpy(line->answer, line->text, sizeof line->answer);
    line->exact = false;
}

static void run_lines(const struct line *lines, unsigned count, const char *path)
{
    char *body = malloc(count * 64 + 1), *at = body, *rest = NULL;
    unsigned told = 0;
    assert_non_null(body);
    for (unsigned i = 0; i < count; i++)
        at += sprintf(at, "%s\n", lines[i].text);
    const char *const headers[] = {"Content-Type: text/plain", "Accept: text/plain", NULL};
    struct answer answer = ask(d.port, "POST", path, headers, body);
    expect_status(&answer, 200);
    for (char *text = strtok_r(answer.reply.body, "\n", &rest); text != NULL; text = strtok_r(NULL, "\n", &rest)) {
        assert_true(told < count);
        const struct line *line = &lines[told++];
        if (line->exact ? strcmp(text, line->answer) != 0 : strncmp(text, line->answer, strlen(line->answer)) != 0)
            fail_msg("line %u of %u, \"%s\", was answered by %s", told - 1, count, line->text, text);
    }
    assert_int_equal(told, count);
    answer_free(&answer);
    free(body);
}

/* Each fault once, among hundreds of valid lines, so that faults are in the middle of chunks and next to each other. */
static void test_each(void **state)
{
    enum { LINES = 400 };
    struct line lines[LINES];
    for (unsigned m = 0; m < MISDEEDS; m++) {
        if (SANDBOX_SANITIZED && misdeeds[m].needs_sandbox)
            continue;
        for (unsigned i = 0; i < LINES; i++)
            good_line(&lines[i], i);
        bad_line(&lines[200], &misdeeds[m]);
        bad_line(&lines[201], &misdeeds[m]);
        bad_line(&lines[LINES - 1], &misdeeds[m]);
        run_lines(lines, LINES, "/v1/fault/batch");
    }
}

static void test_at_random(void **state)
{
    enum { LINES = 1500 };
    static struct line lines[LINES];
    struct nash_rng rng;
    nash_rng_seed(&rng, 3);
    for (int round = 0; round < 4; round++) {
        for (unsigned i = 0; i < LINES; i++) {
            const struct misdeed *misdeed = &misdeeds[nash_rng_below(&rng, MISDEEDS)];
            if (nash_rng_below(&rng, 40) == 0 && !(SANDBOX_SANITIZED && misdeed->needs_sandbox))
                bad_line(&lines[i], misdeed);
            else
                good_line(&lines[i], i);
        }
        run_lines(lines, LINES, "/v1/fault/batch");
    }
}

/* Every line ends its worker. */
static void test_all_die(void **state)
{
    enum { LINES = 150 };
    static struct line lines[LINES];
    for (unsigned i = 0; i < LINES; i++)
        bad_line(&lines[i], &misdeeds[i % 3]);
    run_lines(lines, LINES, "/v1/fault/batch");
}

/* Lines that exceed their time: those that stop have an answer, those that do not are killed. */
static void test_runaways(void **state)
{
    enum { LINES = 100 };
    static struct line lines[LINES];
    for (unsigned i = 0; i < LINES; i++)
        good_line(&lines[i], i);
    bad_line(&lines[30], &(struct misdeed){.name = "spin", .type = "runaway"});
    bad_line(&lines[31], &(struct misdeed){.name = "wait"});
    bad_line(&lines[70], &(struct misdeed){.name = "spin", .type = "runaway"});
    run_lines(lines, LINES, "/v1/fault/batch?timeout_ms=50");
}

/* Lines that leak memory: a later line that fails for lack of memory is not the cause, and another worker solves it. */
static void test_leaks(void **state)
{
    enum { LINES = 120 };
    static struct line lines[LINES];
    if (SANDBOX_SANITIZED)
        skip();
    for (unsigned i = 0; i < LINES; i++) {
        good_line(&lines[i], i);
        if (i % 3 == 0)
            bad_line(&lines[i], &(struct misdeed){.name = "leak"});
    }
    run_lines(lines, LINES, "/v1/fault/batch");
}

static atomic_bool stop_killing;

/* Kills one of the workers every few milliseconds; adds up the kills in *context. */
static void *kill_workers(void *context)
{
    unsigned *kills = context;
    struct nash_rng rng;
    nash_rng_seed(&rng, 4);
    while (!atomic_load(&stop_killing)) {
        pid_t zygote, workers[2];
        unsigned count = daemon_children(d.pid, &zygote, 1) == 1 ? daemon_children(zygote, workers, 2) : 0;
        if (count > 0)
            *kills += kill(workers[nash_rng_below(&rng, count)], SIGKILL) == 0;
        nanosleep(&(struct timespec){.tv_nsec = 5000000 + (long)nash_rng_below(&rng, 20000000)}, NULL);
    }
    return NULL;
}

/* Workers are killed from outside during a batch: each line has its answer, unless it was hit twice. */
static void test_kills(void **state)
{
    enum { LINES = 600 };
    const char *const headers[] = {"Content-Type: text/plain", "Accept: text/plain", NULL};
    char *body = malloc(LINES * 16 + 1), *at = body, *rest = NULL, expected[32];
    unsigned kills = 0, told = 0, failed = 0;
    pthread_t thread;
    assert_non_null(body);
    for (unsigned i = 0; i < LINES; i++)
        at += sprintf(at, "slow %u\n", i % 4);
    atomic_store(&stop_killing, false);
    assert_int_equal(pthread_create(&thread, NULL, kill_workers, &kills), 0);
    struct answer answer = ask(d.port, "POST", "/v1/fault/batch", headers, body);
    atomic_store(&stop_killing, true);
    pthread_join(thread, NULL);
    expect_status(&answer, 200);
    for (char *text = strtok_r(answer.reply.body, "\n", &rest); text != NULL; text = strtok_r(NULL, "\n", &rest)) {
        snprintf(expected, sizeof expected, "slow %u", told++ % 4);
        bool killed = strncmp(text, "! worker-killed: ", 17) == 0;
        failed += killed;
        if (!killed && strcmp(text, expected) != 0)
            fail_msg("line %u was answered by %s", told, text);
    }
    assert_int_equal(told, LINES);
    assert_in_range(failed, 0, kills / 2);
    answer_free(&answer);
    free(body);
}

/* A job gets a worker although a batch has a minute of work for all workers. When the client of the batch has
 * disconnected, its workers become free. */
static void test_jobs_get_their_turn(void **state)
{
    enum { LINES = 4000 };
    struct raw raw;
    char head[256];
    const char *line = "slow 30\n";
    assert_true(raw_open(&raw, d.port));
    snprintf(
        head, sizeof head,
        "POST /v1/fault/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: %zu\r\n\r\n",
        LINES * strlen(line));
    raw_text(&raw, head);
    for (int i = 0; i < LINES; i++)
        raw_text(&raw, line);
    for (int i = 0; i < 20; i++) {
        char body[64];
        snprintf(body, sizeof body, "{\"do\":\"slow\",\"n\":%d}", 1 + i);
        struct answer answer = ask_json_with(d.port, "/v1/fault", "Prefer: wait=30", body);
        expect_status(&answer, 200);
        assert_string_equal(answer_text(&answer, "status"), "succeeded");
        answer_free(&answer);
    }
    raw_close(&raw);
    struct line lines[20];
    for (unsigned i = 0; i < 20; i++)
        good_line(&lines[i], i);
    run_lines(lines, 20, "/v1/fault/batch");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each),     cmocka_unit_test(test_at_random), cmocka_unit_test(test_all_die),
        cmocka_unit_test(test_runaways), cmocka_unit_test(test_leaks),     cmocka_unit_test(test_jobs_get_their_turn),
        cmocka_unit_test(test_kills),
    };
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
