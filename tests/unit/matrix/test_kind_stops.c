/* Runs that end early, by a forced stop at each check, a cancel, or a lack of memory: the answer is correct as far as
 * it goes and lists the missing parts. */
#include "kind.h"

enum { CHECKS = 128 /* larger than the numbers of all stop checks */ };

static const char *const problems[] = {
    ("{\"row_payoff\":[[4,0,1],[0,4,1],[1,1,1]],\"col_payoff\":[[3,1,2],[1,3,2],[0,2,2]],"
     "\"want\":[\"pure\",\"classification\",\"pareto\",\"security\",\"dominance\",\"one\",\"equilibria\"]}"),
    "{\"payoff\":[[3,-1,2],[0,2,1],[-2,4,1]]}",
    "{\"payoff\":[[3,-1,2],[0,2,1],[-2,4,1]],\"acts\":[\"x\",\"y\",\"z\"],\"probability\":[0.2,0.3,0.5]}",
};

enum { PROBLEMS = sizeof problems / sizeof *problems };

static void check_case(const struct kind_case *c)
{
    bool stopped = c->run.stopped != NASH_STOP_NONE;
    assert_int_equal(c->result.final, !answer_of(c)->unfinished);
    assert_int_equal(kind_has(c, "timeout"), answer_of(c)->unfinished != 0);
    if (!stopped)
        assert_int_equal(answer_of(c)->unfinished, 0);
}

static void test_each_check(void **state)
{
    static const unsigned numbers[] = {MATRIX_STOP_BETWEEN, MATRIX_STOP_PROFILES, MATRIX_STOP_DOMINATORS};
    bool met[CHECKS] = {false};
    for (size_t i = 0; i < PROBLEMS; i++)
        for (unsigned check = 1; check < CHECKS; check++) {
            struct kind_case c = {.run = {.force_check = check}};
            kind_solve(&c, NASH_FORMAT_JSON, problems[i]);
            met[check] = met[check] || c.run.stopped == NASH_STOP_TEST;
            check_case(&c);
            kind_free(&c);
        }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!met[numbers[i]])
            fail_msg("check %u was never met", numbers[i]);
}

static void test_cancelled(void **state)
{
    static const _Atomic int cancel = 1;
    for (size_t i = 0; i < PROBLEMS; i++) {
        struct kind_case c = {.run = {.cancel = &cancel}};
        kind_solve(&c, NASH_FORMAT_JSON, problems[i]);
        check_case(&c);
        kind_free(&c);
    }
}

/* With an arena of any size, the problem is solved or refused for lack of memory. */
static void test_out_of_memory(void **state)
{
    for (size_t i = 0; i < PROBLEMS; i++) {
        bool solved = false;
        for (size_t bytes = 1 << 12; !solved; bytes += bytes / 8) {
            struct nash_solve_options options = {.memory_bytes = bytes};
            struct nash_answer answer;
            enum nash_status status = nash_solve("matrix", problems[i], strlen(problems[i]), &options, &answer);
            solved = status == NASH_OK;
            if (!solved && status != NASH_NOMEM)
                fail_msg("%zu bytes: %s %s", bytes, nash_status_name(status), answer.error.detail);
            assert_true(bytes < 64 << 20);
            nash_answer_free(&answer);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_check),
        cmocka_unit_test(test_cancelled),
        cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
