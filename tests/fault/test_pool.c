/* The worker pool through executor.h, with solvers that misbehave. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <jobs/pool/sandbox.h>

#include "../unit/base/test.h"
#include "attempt.h"

/* ---- answers ---- */

static void test_answers(void **state)
{
    expect_echo();
    struct attempt attempt;
    attempt_prepare(&attempt, "echo", "a text", 1000);
    attempt.x.format = NASH_FORMAT_TEXT;
    attempt.x.want_text = true;
    attempt_start(&attempt);
    attempt_finish(&attempt);
    assert_string_equal(attempt.text, "a text");
    /* a problem and an answer that are larger than any socket buffer */
    static char large[(1 << 20) + 16];
    size_t len = (size_t)snprintf(large, sizeof large, "{\"text\":\"");
    memset(large + len, 'x', 90000);
    memset(large + len + 90000, ' ', (1 << 20) - 90020);
    memcpy(large + (1 << 20) - 20 + len, "\"}", 3);
    memcpy(large + len + 90000, "\"", 1);
    large[(1 << 20) - 20 + len] = ' ';
    attempt_run(&attempt, "echo", large, 5000);
    assert_int_equal(attempt.result.status, NASH_OK);
    attempt_run(&attempt, "echo", "{\"text\":1}", 1000); /* the worker parses the problem again and refuses it */
    assert_int_equal(attempt.result.status, NASH_INVALID);
}

/* A slice stops longer work, as a cancel does, and the worker goes on to other work; shorter work is not touched. */
static void test_slices(void **state)
{
    struct attempt attempt;
    for (int i = 0; i < 10; i++) {
        attempt_prepare(&attempt, "echo", "{\"say\":\"slow\",\"sleep_ms\":20000}", 30000);
        attempt.x.slice_ms = 10;
        attempt_start(&attempt);
        attempt_finish(&attempt);
        assert_int_equal(attempt.result.stopped, NASH_STOP_CANCEL);
        attempt_prepare(&attempt, "echo", "{\"say\":\"fast\"}", 30000);
        attempt.x.slice_ms = 10000;
        attempt_start(&attempt);
        attempt_finish(&attempt);
        assert_true(attempt.result.status == NASH_OK && attempt.result.final);
    }
    attempt_prepare(&attempt, "fault", "{\"do\":\"spin\",\"n\":0}", 30000); /* a solver that does not poll is killed */
    attempt.x.slice_ms = 10;
    attempt_start(&attempt);
    attempt_finish(&attempt);
    assert_int_equal(attempt.result.status, NASH_STOPPED);
    assert_int_equal(attempt.result.stopped, NASH_STOP_CANCEL);
    expect_echo();
}

/* Large outputs of a correct worker. */
static void test_by_products(void **state)
{
    struct attempt attempt;
    attempt_fault(&attempt, "emit", 0, 1000);
    assert_int_equal(attempt.result.status, NASH_OK);
    assert_int_equal(attempt.blobs, 1);
    attempt_fault(&attempt, "emit-much", 0, 10000); /* progress after it is within the limit */
    assert_int_equal(attempt.result.status, NASH_OK);
    assert_int_equal(attempt.blob_bytes, 4 << 20);
    assert_int_equal(attempt.progresses, 1);
    attempt_fault(&attempt, "long-progress", 0, 10000); /* the report is left out */
    assert_int_equal(attempt.result.status, NASH_OK);
    assert_int_equal(attempt.progresses, 0);
    attempt_fault(&attempt, "emit-too-much", 0, 10000);
    assert_true(attempt.blob_bytes <= 256 << 20);
    attempt_fault(&attempt, "emit-too-often", 0, 10000);
    assert_int_equal(attempt.result.status, NASH_BUSY);
    attempt_fault(&attempt, "emit-hidden", 0, 10000);
    assert_int_equal(attempt.result.status, NASH_INVALID);
    attempt_fault(&attempt, "mangled-error", 0, 10000); /* the error is repaired so that it can stand in JSON */
    struct nash_buf text = NASH_BUF_INIT(0);
    const char *parts[] = {attempt.result.error.pointer, attempt.result.error.detail};
    for (int i = 0; i < 2; i++)
        nash_buf_printf(&text, "%s\"%s\"", i == 0 ? "[" : ",", parts[i]);
    nash_buf_putc(&text, ']');
    if (nash_json_check(text.data, text.len, NULL) != NASH_OK)
        fail_msg("not UTF-8: %s", nash_buf_cstr(&text));
    nash_buf_free(&text);
}

static void test_faults(void **state)
{
    static const struct {
        const char *what, *type;
        bool sandbox; /* needs limits of the sandbox that sanitizer builds lack */
    } faults[] = {
        {"segfault", "worker-crashed", false},
        {"abort", "worker-crashed", false},
        {"exit", "worker-crashed", false},
        {"stack-overflow", "worker-crashed", false},
        {"eat-memory", "out-of-memory", false},
        {"eat-malloc", "out-of-memory", true},
        {"bad-alloc", "out-of-memory", true},
        {"spin", "runaway", false},
        {"open", "sandbox-violation", true},
        {"socket", "sandbox-violation", true},
        {"fork", "sandbox-violation", true},
        {"exec", "sandbox-violation", true},
        {"kill-parent", "sandbox-violation", true},
        {"executable-memory", "sandbox-violation", true},
        {"flood-progress", "output-limit", false},
        {"flood-result", "output-limit", false},
        {"flood-raw", "worker-crashed", false},
        {"huge-frame", "output-limit", false},
        {"close-socket", SANDBOX_SANITIZED ? "worker-crashed" : "sandbox-violation", false},
        {"emit-too-much", "output-limit", false},
        {"out-of-turn", "worker-crashed", false},
        {"wrong-answer", "verification-failed", false},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        struct attempt bad, good;
        if (SANDBOX_SANITIZED && faults[i].sandbox)
            continue;
        char problem[128];
        snprintf(problem, sizeof problem, "{\"do\":\"%s\",\"n\":60}", faults[i].what);
        bool waits = strcmp(faults[i].type, "runaway") == 0; /* only this one ends by its time limit */
        attempt_prepare(&bad, "fault", problem, waits ? 2000 : 20000);
        attempt_prepare(&good, "echo", "{\"sleep_ms\":20}", 10000);
        attempt_start(&bad);
        attempt_start(&good);
        attempt_finish(&good);
        attempt_finish(&bad);
        if (good.result.status != NASH_OK)
            fail_msg("a neighbour of %s ended with %s", faults[i].what, good.result.error.detail);
        if (bad.result.status == NASH_OK || strcmp(bad.result.error.type, faults[i].type) != 0)
            fail_msg("%s ended as %s, not %s: %s", faults[i].what, bad.result.error.type, faults[i].type,
                     bad.result.error.detail);
        assert_true(strlen(bad.result.error.detail) > 10);
    }
    for (int i = 0; i < 2 * WORKERS; i++)
        expect_echo();
}

static void test_budget_and_cancel(void **state)
{
    struct attempt attempt;
    attempt_fault(&attempt, "wait", 0, 50); /* stops by itself when its time is over, with a partial answer */
    assert_int_equal(attempt.result.status, NASH_OK);
    assert_int_equal(attempt.result.stopped, NASH_STOP_TIME);
    assert_false(attempt.result.final);

    attempt_prepare(&attempt, "echo", "{\"sleep_ms\":60000}", 60000); /* stops on request */
    attempt_start(&attempt);
    nanosleep(&(struct timespec){.tv_nsec = 400000000}, NULL);
    assert_true(attempt.progresses > 0 || SANDBOX_SANITIZED);
    pool->cancel(pool, &attempt.x);
    pool->cancel(pool, &attempt.x);
    attempt_finish(&attempt);
    assert_int_equal(attempt.result.status, NASH_OK);
    assert_int_equal(attempt.result.stopped, NASH_STOP_CANCEL);

    attempt_prepare(&attempt, "fault", "{\"do\":\"spin\"}",
                    60000); /* does not stop: is killed after the grace period */
    attempt_start(&attempt);
    pool->cancel(pool, &attempt.x);
    attempt_finish(&attempt);
    assert_int_equal(attempt.result.status, NASH_STOPPED);
    assert_int_equal(attempt.result.stopped, NASH_STOP_CANCEL);
    pool->cancel(pool, &attempt.x); /* no effect: the work has ended */
    expect_echo();
}

/* A cancel that arrives with, or just after, the end of its work never stops the next work. */
static void test_stale_cancel(void **state)
{
    struct nash_rng rng = test_rng();
    for (int i = 0; i < 2000; i++) {
        struct attempt first, second;
        attempt_prepare(&first, "echo", "{\"text\":\"a\"}", 10000);
        attempt_start(&first);
        for (uint64_t spin = nash_rng_below(&rng, 30000); spin > 0; spin--)
            __asm__ volatile("");
        pool->cancel(pool, &first.x);
        attempt_run(&second, "echo", "{\"sleep_ms\":1}", 10000);
        attempt_finish(&first);
        if (second.result.stopped != NASH_STOP_NONE || !second.result.final)
            fail_msg("round %d: the cancel of another run stopped this one", i);
    }
}

int main(int argc, char **argv)
{
    zygote_enter(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers),           cmocka_unit_test(test_slices),
        cmocka_unit_test(test_by_products),       cmocka_unit_test(test_faults),
        cmocka_unit_test(test_budget_and_cancel), cmocka_unit_test(test_stale_cancel),
    };
    return cmocka_run_group_tests(tests, pool_setup, pool_teardown);
}
