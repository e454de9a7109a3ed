/* Bridge in the sandbox: libdds makes no forbidden system call; deals that it cannot finish end at their time limit or
 * by a cancel; many workers at once give the same answers as one process. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <base/log.h>
#include <solvers/interrupt.h>

#include "../unit/base/test.h"
#include "../unit/bridge/harness/minimax.h"
#include "attempt.h"

/* libdds takes many seconds for this deal in notrump. */
static const char freak[] = "N:AJ96.KT85.Q7432. KT85.Q7432..AJ96 Q7432..AJ96.KT85 .AJ96.KT85.Q7432";
static const char ordinary[] = "N:QJ63.K85.T94.A72 A52.QJ73.K86.Q95 K84.A92.AJ52.K63 T97.T64.Q73.JT84";

static uint64_t replaced(void)
{
    struct executor_stats stats;
    pool->stats(pool, &stats);
    assert_int_equal(stats.crashes + stats.out_of_memory + stats.runaways + stats.sandbox_violations, 0);
    return stats.replaced;
}

static void prepare(struct attempt *attempt, const char *deal, const char *want, uint32_t timeout_ms)
{
    char problem[256];
    snprintf(problem, sizeof problem, "{\"deal\":\"%s\",\"want\":\"%s\",\"strain\":\"NT\",\"leader\":\"W\"}", deal,
             want);
    attempt_prepare(attempt, "bridge", problem, timeout_ms);
}

/* Checks that another worker solves the next problem, after the interrupted worker has been replaced. */
static void expect_ordinary(void)
{
    struct attempt attempt;
    prepare(&attempt, ordinary, "card", 60000);
    attempt_start(&attempt);
    attempt_finish(&attempt);
    assert_int_equal(attempt.result.status, NASH_OK);
    assert_true(attempt.result.final);
}

static void test_time(void **state)
{
    static const char *const wants[] = {"card", "line", "table", "play\",\"play\":\"HA"};
    uint64_t before = replaced();
    if (!interrupt_is_possible())
        skip();
    for (size_t i = 0; i < sizeof wants / sizeof wants[0]; i++) {
        struct attempt attempt;
        prepare(&attempt, freak, wants[i], 100);
        attempt_start(&attempt);
        attempt_finish(&attempt);
        if (attempt.result.status != NASH_OK)
            fail_msg("%s: %s", wants[i], attempt.result.error.detail);
        assert_int_equal(attempt.result.stopped, NASH_STOP_TIME);
        assert_false(attempt.result.final);
        expect_ordinary();
    }
    assert_true(replaced() > before);
}

static void test_cancel(void **state)
{
    struct attempt attempt;
    if (!interrupt_is_possible())
        skip();
    prepare(&attempt, freak, "card", 60000);
    attempt_start(&attempt);
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    pool->cancel(pool, &attempt.x);
    attempt_finish(&attempt);
    assert_int_equal(attempt.result.status, NASH_OK); /* the worker answered before it was killed */
    assert_int_equal(attempt.result.stopped, NASH_STOP_CANCEL);
    expect_ordinary();
}

/* Writes the answer of this process, which solves the deal without other processes. */
static void answer_alone(const char *deal, struct nash_buf *out)
{
    struct nash_answer answer;
    const struct nash_solve_options options = {.format = NASH_FORMAT_TEXT, .want_text = true};
    if (nash_solve("bridge", deal, strlen(deal), &options, &answer) != NASH_OK)
        fail_msg("%s: %s", deal, answer.error.detail);
    nash_buf_puts(out, answer.json);
    nash_answer_free(&answer);
}

static void test_many(void **state)
{
    enum { DEALS = 12 };
    static struct attempt attempts[DEALS];
    struct nash_buf alone[DEALS];
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < DEALS; i++) {
        struct bridge_position position = {0};
        char line[128];
        minimax_deal(&rng, 7 + i % 7, &position.deal);
        snprintf(line, sizeof line, "%s", minimax_name(&position));
        *strstr(line, " S led") = '\0';
        alone[i] = (struct nash_buf)NASH_BUF_INIT(0);
        answer_alone(line, &alone[i]);
        strcat(line, "\n");
        attempt_prepare_chunk(&attempts[i], "bridge", line, 60000);
    }
    for (unsigned i = 0; i < DEALS; i++)
        attempt_start(&attempts[i]);
    for (unsigned i = 0; i < DEALS; i++) {
        attempt_finish(&attempts[i]);
        assert_int_equal(attempts[i].answers, 1);
        nash_buf_putc(&alone[i], '\n');
        assert_string_equal(nash_buf_cstr(&attempts[i].answer_text), nash_buf_cstr(&alone[i]));
        nash_buf_free(&attempts[i].answer_text);
        nash_buf_free(&alone[i]);
    }
    replaced();
}

static int setup(void **state)
{
    struct nash_error error;
    log_setup(LOG_ERROR, LOG_TEXT);
    return nash_prepare_kind(nash_find_kind("bridge", 6), NULL, &error) == NASH_OK && pool_up(WORKERS) ? 0 : -1;
}

int main(int argc, char **argv)
{
    zygote_enter(argc, argv);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_time), cmocka_unit_test(test_cancel),
                                       cmocka_unit_test(test_many)};
    return cmocka_run_group_tests(tests, setup, pool_teardown);
}
