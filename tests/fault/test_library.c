/* Workers whose solver uses a library: a call that does not return is interrupted, and the memory that the library
 * keeps neither ends the process nor reduces the memory of other kinds in it. */
#include <string.h>
#include <unistd.h>

#include <jobs/pool/sandbox.h>
#include <solvers/interrupt.h>

#include "../unit/base/test.h"
#include "attempt.h"

static unsigned replaced(void)
{
    struct executor_stats stats;
    pool->stats(pool, &stats);
    return (unsigned)stats.replaced;
}

/* Waits for the pool's only worker and checks the number of workers replaced so far. */
static void expect_replaced(unsigned count)
{
    expect_echo();
    assert_int_equal(replaced(), count);
}

static void need_jumps(void)
{
    if (!interrupt_is_possible())
        skip();
}

static void expect_told(struct attempt *attempt, const char *answer_text)
{
    assert_int_equal(attempt->result.status, NASH_OK);
    assert_string_equal(nash_buf_cstr(&attempt->answer_text), answer_text);
    nash_buf_free(&attempt->answer_text);
}

static void test_left_at_the_deadline(void **state)
{
    unsigned before = replaced();
    need_jumps();
    for (unsigned i = 1; i <= 5; i++) {
        struct attempt attempt;
        attempt_prepare(&attempt, "library", "spin 1", 100);
        attempt.x.format = NASH_FORMAT_TEXT;
        attempt_start(&attempt);
        attempt_finish(&attempt);
        assert_int_equal(attempt.result.status, NASH_OK);
        assert_int_equal(attempt.result.stopped, NASH_STOP_TIME);
        assert_false(attempt.result.final);
        assert_string_equal(attempt.text, "{\"left\":0}");
        expect_replaced(before + i);
    }
}

static void test_left_when_cancelled(void **state)
{
    struct attempt attempt;
    unsigned before = replaced();
    need_jumps();
    attempt_prepare(&attempt, "library", "spin 1", 60000);
    attempt.x.format = NASH_FORMAT_TEXT;
    attempt_start(&attempt);
    usleep(20000);
    pool->cancel(pool, &attempt.x);
    attempt_finish(&attempt);
    assert_int_equal(attempt.result.status, NASH_OK); /* it answered within its grace period */
    assert_int_equal(attempt.result.stopped, NASH_STOP_CANCEL);
    expect_replaced(before + 1);
}

/* A line whose library call is interrupted ends its chunk: the rest is returned, to be solved by a new process. */
static void test_left_in_a_chunk(void **state)
{
    struct attempt attempt;
    unsigned before = replaced();
    need_jumps();
    attempt_run_chunk(&attempt, "library", "spin 1\nkeep 0\n", 100);
    assert_int_equal(attempt.answers, 1);
    expect_told(&attempt, "left\n");
    expect_replaced(before + 1);
}

static void test_left_in_a_cancelled_chunk(void **state)
{
    struct attempt attempt;
    unsigned before = replaced();
    need_jumps();
    attempt_prepare_chunk(&attempt, "library", "spin 1\nkeep 0\n", 60000);
    attempt_start(&attempt);
    usleep(20000);
    pool->cancel(pool, &attempt.x);
    attempt_finish(&attempt);
    assert_int_equal(attempt.answers, 0);
    expect_told(&attempt, "");
    expect_replaced(before + 1);
}

/* While a library keeps 40 MiB, a kind with 64 MiB of memory (and a tolerance of 48) can still use them. */
static void test_keeps(void **state)
{
    struct attempt attempt;
    if (SANDBOX_SANITIZED)
        skip();
    attempt_run_chunk(&attempt, "library", "keep 0\n", 10000);
    expect_told(&attempt, "kept 0\n");
    unsigned before = replaced();
    for (unsigned i = 0; i < 10; i++) {
        attempt_run_chunk(&attempt, "library", "keep 40\n", 10000);
        expect_told(&attempt, "kept 40\n");
        attempt_fault(&attempt, "use-malloc", 100, 10000);
        assert_int_equal(attempt.result.status, NASH_OK);
    }
    expect_replaced(before);
    attempt_run_chunk(&attempt, "library", "keep 1\n", 10000); /* the same process */
    expect_told(&attempt, "kept 40\n");
    attempt_fault(&attempt, "use-malloc", 200, 10000); /* more than the kind may use still fails */
    assert_string_equal(attempt.result.error.type, "out-of-memory");
}

/* Memory that a library keeps does not end a chunk early. */
static void test_keeps_in_a_chunk(void **state)
{
    struct attempt attempt;
    if (SANDBOX_SANITIZED)
        skip();
    attempt_run_chunk(&attempt, "library", "keep 40\n", 10000);
    expect_told(&attempt, "kept 40\n");
    attempt_run_chunk(&attempt, "library", "keep 1\nkeep 2\nkeep 3\n", 10000);
    expect_told(&attempt, "kept 40\nkept 40\nkept 40\n");
}

/* A library that keeps more memory than its kind may have ends the process. */
static void test_keeps_too_much(void **state)
{
    struct attempt attempt;
    if (SANDBOX_SANITIZED)
        skip();
    unsigned before = replaced();
    attempt_run_chunk(&attempt, "library", "keep 80\n", 10000);
    expect_told(&attempt, "kept 80\n");
    expect_replaced(before + 1);
    attempt_run_chunk(&attempt, "library", "keep 40\n", 10000);
    expect_told(&attempt, "kept 40\n");
    attempt_run_chunk(&attempt, "library", "keep 160\n", 10000); /* more than the limit of 96 and the tolerance of 48 */
    assert_string_equal(attempt.result.error.type, "out-of-memory");
    nash_buf_free(&attempt.answer_text);
}

static int one_worker(void **state)
{
    return pool_up(1) ? 0 : -1;
}

int main(int argc, char **argv)
{
    zygote_enter(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_left_at_the_deadline),
        cmocka_unit_test(test_left_when_cancelled),
        cmocka_unit_test(test_left_in_a_chunk),
        cmocka_unit_test(test_left_in_a_cancelled_chunk),
        cmocka_unit_test(test_keeps),
        cmocka_unit_test(test_keeps_in_a_chunk),
        cmocka_unit_test(test_keeps_too_much),
    };
    return cmocka_run_group_tests(tests, one_worker, pool_teardown);
}
