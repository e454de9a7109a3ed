/* Problems in files, which a worker reads before it is decided what becomes of them. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <jobs/submit/fingerprint.h>

#include "../../unit/base/test.h"
#include "../attempt.h"

enum { LARGE = 900000 }; /* bytes of a body: more than a socket holds */

static char body[LARGE + 1];

/* Writes an "echo" problem of LARGE bytes, padded with spaces. */
static const char *echo_body(const char *say, const char *more)
{
    memset(body, ' ', LARGE);
    int len = snprintf(body, sizeof body, "{\"say\":\"%s\"%s}", say, more);
    body[len] = ' ';
    return body;
}

static void start_reading(struct attempt *attempt, const char *kind, const char *text, size_t len)
{
    attempt_prepare_file(attempt, kind, text, len, READING_MAX_MS);
    attempt->x.kind = WORK_READING;
    attempt_start(attempt);
}

/* Ends an attempt that the pool refers to no longer. */
static void release(struct attempt *attempt)
{
    assert_false(attempt->done);
    tempfile_unref(attempt->x.file);
}

static struct executor_stats stats_now(void)
{
    struct executor_stats stats;
    pool->stats(pool, &stats);
    return stats;
}

/* ---- reading ---- */

static void test_adopt(void **state)
{
    struct attempt reading, work;
    attempt_prepare_file(&reading, "echo", echo_body("it", ",\"job\":{\"timeout_ms\":3000,\"priority\":7,\"seed\":5}"),
                         LARGE, READING_MAX_MS);
    reading.x.kind = WORK_READING;
    reading.x.fingerprint = true;
    attempt_start(&reading);
    assert_true(attempt_await_read(&reading));
    assert_int_equal(reading.reading.timeout_ms, 3000);
    assert_int_equal(reading.reading.priority, 7);
    assert_int_equal(reading.reading.seed, 5);
    assert_false(reading.reading.fresh || reading.reading.distributed || reading.reading.background);
    struct nash_hash print = request_fingerprint(reading.x.solver, NASH_FORMAT_JSON, body, LARGE);
    assert_memory_equal(&print, &reading.reading.fingerprint, sizeof print);
    attempt_prepare(&work, "echo", "never sent", 3000);
    assert_true(pool->reading->adopt(pool, &reading.x, &work.x));
    assert_false(pool->reading->adopt(pool, &reading.x, &work.x));
    assert_false(pool->reading->drop(pool, &reading.x));
    attempt_finish(&work);
    assert_int_equal(work.result.status, NASH_OK);
    assert_string_equal(work.text, "{\"text\":\"it\"}");
    release(&reading);
    expect_echo();
}

/* A worker that has dropped a problem takes other work, as often as wanted, and is not replaced. */
static void test_drop(void **state)
{
    uint64_t replaced = stats_now().replaced;
    for (int i = 0; i < 20; i++) {
        struct attempt reading;
        start_reading(&reading, "echo", echo_body("it", ""), LARGE);
        assert_true(attempt_await_read(&reading));
        assert_true(pool->reading->drop(pool, &reading.x));
        assert_false(pool->reading->drop(pool, &reading.x));
        release(&reading);
        expect_echo();
    }
    assert_int_equal(stats_now().busy, 0);
    assert_int_equal(stats_now().replaced, replaced);
}

/* What the parser refuses ends the reading with the parser's own error. */
static void test_refused(void **state)
{
    struct attempt reading;
    start_reading(&reading, "echo", echo_body("it", ",\"sleep_ms\":-1"), LARGE);
    attempt_finish(&reading);
    assert_int_equal(reading.result.status, NASH_INVALID);
    assert_string_equal(reading.result.error.pointer, "/sleep_ms");
    start_reading(&reading, "echo", echo_body("it", ",\"job\":{\"timeout_ms\":60001}"), LARGE);
    attempt_finish(&reading);
    assert_int_equal(reading.result.status, NASH_UNPROCESSABLE);
    assert_string_equal(reading.result.error.pointer, "/job/timeout_ms");
    start_reading(&reading, "echo", "{", 1);
    attempt_finish(&reading);
    assert_string_equal(reading.result.error.type, "invalid-json");
    expect_echo();
}

/* A problem in a file is solved like one in memory. */
static void test_solve_from_file(void **state)
{
    struct attempt attempt;
    attempt_prepare_file(&attempt, "echo", echo_body("from a file", ""), LARGE, 5000);
    attempt_start(&attempt);
    attempt_finish(&attempt);
    assert_string_equal(attempt.text, "{\"text\":\"from a file\"}");
    attempt_prepare_file(&attempt, "echo", "a text", 6, 5000);
    attempt.x.format = NASH_FORMAT_TEXT;
    attempt.x.want_text = true;
    attempt_start(&attempt);
    attempt_finish(&attempt);
    assert_string_equal(attempt.text, "a text");
}

/* Bodies of random lengths, around the sizes of pieces and buffers. */
static void test_lengths(void **state)
{
    struct nash_rng rng = test_rng();
    for (int i = 0; i < 60; i++) {
        struct attempt attempt;
        char *text = malloc(LARGE + 64);
        static const size_t near[] = {1, 64 << 10, 208 << 10, 256 << 10};
        size_t len =
            20 + (i % 2 == 0 ? nash_rng_below(&rng, LARGE) : near[nash_rng_below(&rng, 4)] + nash_rng_below(&rng, 3));
        memset(text, ' ', len);
        memcpy(text, "{\"say\":", 7);
        memcpy(text + len - 4, "\"z\"}", 4);
        attempt_prepare_file(&attempt, "echo", text, len, 5000);
        attempt_start(&attempt);
        attempt_finish(&attempt);
        assert_string_equal(attempt.text, "{\"text\":\"z\"}");
        free(text);
    }
}

/* ---- faults ---- */

static void expect_reading_fault(const char *what, long n, const char *type)
{
    struct attempt reading;
    char problem[128];
    int len = snprintf(problem, sizeof problem, "{\"do\":\"%s\",\"n\":%ld,\"reading\":true}", what, n);
    start_reading(&reading, "fault", problem, (size_t)len);
    attempt_finish(&reading);
    if (reading.result.status == NASH_OK || strcmp(reading.result.error.type, type) != 0)
        fail_msg("%s %ld ended as \"%s\", not \"%s\": %s", what, n, reading.result.error.type, type,
                 reading.result.error.detail);
    expect_echo();
}

static void test_faults(void **state)
{
    expect_reading_fault("segfault", 0, "worker-crashed");
    expect_reading_fault("exit", 0, "worker-crashed");
    expect_reading_fault("flood-raw", 0, "worker-crashed");
    expect_reading_fault("huge-frame", 0, "output-limit");
    expect_reading_fault("out-of-turn", 0, "worker-crashed"); /* a result without a report */
    for (long n = 0; n < 6; n++)
        expect_reading_fault("read-garbage", n, "worker-crashed");
    expect_reading_fault("read-twice", 0, "worker-crashed");
    expect_reading_fault("read-then-result", 0, "worker-crashed");
    expect_fault("read-garbage", 0, "worker-crashed"); /* nobody has asked for a report */
    expect_fault("read-twice", 0, "worker-crashed");
}

/* A reading that does not end is killed; a cancel makes it end sooner. */
static void test_slow_reading(void **state)
{
    static const char spin[] = "{\"do\":\"spin\",\"reading\":true}";
    struct attempt reading;
    attempt_prepare_file(&reading, "fault", spin, sizeof spin - 1, 100);
    reading.x.kind = WORK_READING;
    attempt_start(&reading);
    attempt_finish(&reading);
    assert_string_equal(reading.result.error.type, "runaway");
    start_reading(&reading, "fault", spin, sizeof spin - 1);
    pool->cancel(pool, &reading.x);
    attempt_finish(&reading);
    assert_int_equal(reading.result.status, NASH_STOPPED);
    expect_echo();
}

/* A worker that dies while it holds a problem: the end is reported for the reading, and the worker is replaced. */
static void test_death_while_holding(void **state)
{
    struct attempt reading, work;
    pid_t found[16];
    start_reading(&reading, "echo", echo_body("it", ""), LARGE);
    assert_true(attempt_await_read(&reading));
    unsigned count = workers_of(getpid(), found, 16);
    assert_true(count > 0);
    for (unsigned i = 0; i < count; i++)
        kill(found[i], 9);
    attempt_finish(&reading);
    assert_true(reading.result.killed);
    attempt_prepare(&work, "echo", "x", 1000);
    assert_false(pool->reading->adopt(pool, &reading.x, &work.x));
    bytes_unref(work.x.problem);
    for (unsigned i = 0; i < count; i++)
        assert_true(process_gone(found[i]));
    do /* the pool may not have noticed every death yet */
        attempt_run(&work, "echo", "{}", 10000);
    while (work.result.killed);
    assert_int_equal(work.result.status, NASH_OK);
}

int main(int argc, char **argv)
{
    zygote_enter(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_adopt),        cmocka_unit_test(test_drop),
        cmocka_unit_test(test_refused),      cmocka_unit_test(test_solve_from_file),
        cmocka_unit_test(test_lengths),      cmocka_unit_test(test_faults),
        cmocka_unit_test(test_slow_reading), cmocka_unit_test(test_death_while_holding),
    };
    return cmocka_run_group_tests(tests, pool_setup, pool_teardown);
}
