/* Runs that end early: by a forced stop at each check, a cancel, or a lack of memory. And answers that are wrong, which
 * verify() must refuse. */
#include <solvers/imperfect/inference/steps.h>
#include <solvers/kit/forms.h>

#include "tables_random.h"

const struct nash_solver *const kind_solver = &nash_solver_imperfect;

static const char problem[] =
    "{\"hidden\":[\"p\",\"q\",\"r\"],\"observations\":[\"a\",\"b\",\"a\"],\"model\":{\"likelihood\":{\"a\":[0.1,0.5,1],"
    "\"b\":[0.3,0.6,0.1]}},\"outcome\":{\"win\":[\"p\"],\"tie\":[0,0.5,0]},\"actions\":[{\"id\":\"x\",\"payoff_win\":3,"
    "\"payoff_lose\":-1},{\"id\":\"y\",\"payoff\":0}],\"samples\":50000,\"method\":\"monte_carlo\"}";

static void test_each_check(void **state)
{
    static const unsigned early[] = {TABLES_STOP_ROWS, TABLES_STOP_VALUES};
    struct kind_case c = {0};
    for (size_t i = 0; i < sizeof early / sizeof *early; i++) {
        c.run.force_check = early[i];
        assert_int_equal(kind_parse(&c, NASH_FORMAT_JSON, problem), NASH_OK);
        c.run.arena = c.arena;
        assert_int_equal(kind_solver->solve(c.problem, &c.run, &c.result, &c.error), NASH_STOPPED);
        assert_true(*c.error.detail);
        kind_free(&c);
    }

    c.run.force_check = TABLES_STOP_TRACE;
    kind_solve(&c, NASH_FORMAT_JSON, problem);
    assert_int_equal(c.run.stopped, NASH_STOP_TEST);
    assert_false(c.result.final);
    assert_string_equal(kind_word(&c, "unfinished/0"), "observations");
    assert_int_equal(kind_int(&c, "samples"), 50000);
    kind_free(&c);

    c.run.force_check = TABLES_STOP_SAMPLES;
    kind_solve(&c, NASH_FORMAT_JSON, problem);
    assert_false(c.result.final);
    assert_string_equal(kind_word(&c, "unfinished/1"), "samples");
    assert_true(kind_int(&c, "samples") > 0 && kind_int(&c, "samples") < 50000);
    assert_int_equal(kind_int(&c, "wins") + kind_int(&c, "ties") + kind_int(&c, "losses"), kind_int(&c, "samples"));
    kind_free(&c);
}

static void test_cancelled(void **state)
{
    static const _Atomic int cancel = 1;
    struct kind_case c = {.run = {.cancel = &cancel}};
    assert_int_equal(kind_parse(&c, NASH_FORMAT_JSON, problem), NASH_OK);
    c.run.arena = c.arena;
    assert_int_equal(kind_solver->solve(c.problem, &c.run, &c.result, &c.error), NASH_STOPPED);
    kind_free(&c);
}

/* With an arena of any size the problem is solved, or refused for lack of memory. */
static void test_memory(void **state)
{
    unsigned solved = 0, refused = 0;
    for (size_t size = 256; size < 200000; size += size / 8) {
        struct nash_arena *arena = nash_arena_new(size);
        struct nash_json doc = {0};
        struct nash_error error = {0};
        struct nash_run run = {.arena = arena};
        struct nash_result result = {0};
        void *p = NULL;
        enum nash_status status = NASH_NOMEM;
        if (arena)
            status = nash_json_parse(&doc, problem, strlen(problem), arena, &error);
        if (status == NASH_OK)
            status = kind_solver->parse(&doc, arena, &p, &error);
        if (status == NASH_OK)
            status = kind_solver->solve(p, &run, &result, &error);
        if (status == NASH_OK)
            assert_int_equal(kind_solver->verify(p, &result, &error), NASH_OK);
        else
            assert_int_equal(status, NASH_NOMEM);
        *(status == NASH_OK ? &solved : &refused) += 1;
        nash_json_free(&doc);
        nash_arena_free(arena);
    }
    assert_true(solved > 3 && refused > 3);
}

enum { POSTERIOR, ENTROPY, GAIN, VALUE, BEST, MARGIN, CHANCE, DRAWN, EVPI, CHOICE, FAULTS };

static void plant_fault(struct tables_answer *a, unsigned fault)
{
    switch (fault) {
    case POSTERIOR:
        a->posterior[0] += 1e-4;
        break;
    case ENTROPY:
        a->entropy_posterior += 0.001;
        break;
    case GAIN:
        a->trace[1].gained += 0.001;
        break;
    case VALUE:
        a->value[0].ev = 4;
        break;
    case BEST:
        a->best = !a->best;
        break;
    case MARGIN:
        a->margin += 0.1;
        break;
    case CHANCE:
        a->chance[TABLES_TIE] += 0.01;
        break;
    case DRAWN:
        a->drawn[TABLES_WIN]++;
        break;
    case EVPI:
        a->evpi = -0.1;
        break;
    default:
        a->choice[TABLES_UNIFORM].ev = 10;
    }
}

static void test_wrong_answers(void **state)
{
    for (unsigned fault = 0; fault < FAULTS; fault++) {
        struct kind_case c = {0};
        kind_solve(&c, NASH_FORMAT_JSON, problem);
        plant_fault(c.result.answer, fault);
        if (kind_solver->verify(c.problem, &c.result, &c.error) != NASH_INTERNAL)
            fail_msg("fault %u passes", fault);
        kind_free(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_check),
        cmocka_unit_test(test_cancelled),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_wrong_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
