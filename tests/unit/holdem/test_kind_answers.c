/* Answers of the form "equity": published equities, seeds, grids, decisions; runs that end early. */
#include <math.h>

#include <solvers/holdem/problem.h>

#include "../solvers/kind_case.h"

extern const struct nash_solver nash_solver_holdem;
const struct nash_solver *const kind_solver = &nash_solver_holdem;

enum { CHECKS = 8 };

static void equity_is(const char *text, double equity, double slack)
{
    struct kind_case c = {.run = {.seed = 1}};
    kind_solve(&c, NASH_FORMAT_TEXT, text);
    if (fabs(kind_number(&c, "equity/0") - equity) > slack)
        fail_msg("%s: %.9f, not %.9f", text, kind_number(&c, "equity/0"), equity);
    kind_free(&c);
}

/* The first seven values are those of OMPEval. */
static void test_published(void **state)
{
    equity_is("AhAs v random", 0.852037, 5e-7);
    equity_is("AhAs v KdKc", 0.812555, 5e-7);
    equity_is("AA v KK", 0.819461, 5e-7);
    equity_is("AhKs v random on Qh7s2d", 0.557284, 5e-7);
    equity_is("AhKs v random on Qh7s2d9c", 0.474901, 5e-7);
    equity_is("AhKs v 22+,A2s+,KTs+,QTs+,ATo+ on Qh7s2d", 0.436439, 5e-7);
    equity_is("AA v QQ v AKo dead AsTs", 0.734955, 5e-7);
    equity_is("random v random", 0.5, 1e-12);
    equity_is("AhJh v QcQd on Th9h8h7h6h", 1, 0);
    equity_is("AcKc v QcQd on Th9h8h7h6h", 0.5, 0);
}

/* The same hands with and without dead cards, in the order in which a calculator with a stale cache errs. */
static void test_dead_cards(void **state)
{
    for (unsigned n = 0; n < 2; n++) {
        equity_is("AA v QQ v AKo", 0.761346715, 5e-9);
        equity_is("AA v QQ v AKo dead AsTs", 0.734954787, 5e-9);
    }
    kind_keys(NASH_FORMAT_TEXT, "AA v QQ v AKo", NASH_FORMAT_TEXT, "AA v QQ v AKo dead AsTs", false);
}

static void test_methods(void **state)
{
    static const struct {
        const char *text, *method;
    } cases[] = {
        {"AA v random", "preflop_table"},
        {"AA v KK on 2c3d4h", "exact"},
        {"AA v KK dead 2c", "exact"},
        {"AhAs v KdKc v QhQs", "exact"},
        {"random v random v AA", "monte_carlo"},
        {"22+ v A2s+ v KTo+ on 2c3d4h9s", "exact"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct kind_case c = {.run = {.seed = 2}};
        kind_solve(&c, NASH_FORMAT_TEXT, cases[i].text);
        assert_string_equal(kind_word(&c, "method"), cases[i].method);
        const bool sampled = strcmp(cases[i].method, "monte_carlo") == 0;
        assert_int_equal(cJSON_IsTrue(kind_at(&c, "exact")), !sampled);
        assert_int_equal(kind_has(&c, "samples"), sampled);
        assert_int_equal(kind_has(&c, "players/0/stderr"), sampled);
        assert_int_equal(kind_solver->seeded(c.problem), sampled);
        kind_free(&c);
    }
}

/* The grid and the list of hands, weighted, give the equity. */
static void test_vectors(void **state)
{
    struct kind_case c = {.run = {.seed = 2}};
    double share = 0, weights = 0;
    kind_solve(&c, NASH_FORMAT_JSON,
               "{\"players\":[{\"range\":\"QQ+,AKs:0.5,7c6c:0.25\"},{\"range\":\"2c2d\"}],\"board\":\"Qh7s2h\","
               "\"want\":[\"combos\",\"grid\"]}");
    const cJSON *hands = kind_at(&c, "players/0/hands");
    const int count = cJSON_GetArraySize(cJSON_GetObjectItem(hands, "hand"));
    assert_int_equal(count, kind_int(&c, "players/0/combos"));
    assert_int_equal(count, 3 + 6 + 6 + 4 + 1);
    for (int i = 0; i < count; i++) { /* nobody shares a card with 2c2d, so that all deals count by their weight */
        const double weight = cJSON_GetArrayItem(cJSON_GetObjectItem(hands, "weight"), i)->valuedouble;
        share += weight * cJSON_GetArrayItem(cJSON_GetObjectItem(hands, "equity"), i)->valuedouble;
        weights += weight;
    }
    assert_true(fabs(share / weights - kind_number(&c, "equity/0")) < 1e-12);
    assert_true(kind_number(&c, "players/0/grid/weight/0") == 1);   /* AA */
    assert_true(kind_number(&c, "players/0/grid/weight/1") == 0.5); /* AKs */
    assert_true(kind_number(&c, "players/0/grid/weight/28") == 1);  /* QQ without the queen on the board */
    assert_true(cJSON_IsNull(kind_at(&c, "players/0/grid/equity/168")));
    assert_false(kind_has(&c, "players/1/grid")); /* one hand */
    assert_string_equal(kind_word(&c, "board"), "Qh7s2h");
    kind_free(&c);
}

static void test_seeds(void **state)
{
    double equity[3];
    for (unsigned i = 0; i < 3; i++) {
        struct kind_case c = {.run = {.seed = i / 2}};
        kind_solve(&c, NASH_FORMAT_JSON,
                   "{\"players\":[{\"range\":\"random\"},{\"range\":\"random\"}],\"method\":\"monte_carlo\","
                   "\"samples\":5000}");
        equity[i] = kind_number(&c, "equity/0");
        assert_int_equal(kind_int(&c, "samples"), 5000);
        kind_free(&c);
    }
    assert_true(equity[0] == equity[1]);
    assert_true(equity[0] != equity[2]);
}

/* On this river the hero beats QQ and loses to AA: three of nine deals are AA, six are QQ. */
static void test_decision(void **state)
{
    struct kind_case c = {.run = {.seed = 0}};
    kind_solve(
        &c, NASH_FORMAT_JSON,
        "{\"players\":[{\"range\":\"AhKs\"},{\"range\":\"AA,QQ\"}],\"board\":\"Kd8c5c3h2d\",\"pot\":30,\"to_call\":10,"
        "\"invested\":5,\"bets\":[{\"amount\":30},{\"to\":45,\"response\":{\"fold\":0.5}},"
        "{\"amount\":40,\"response\":{\"fold\":\"QQ\"}},{\"amount\":40,\"response\":{\"fold\":\"random\"}}]}");
    const double equity = 2.0 / 3;
    assert_true(fabs(kind_number(&c, "equity/0") - equity) < 1e-12);
    assert_true(fabs(kind_number(&c, "decision/pot_odds") - 3) < 1e-12);
    assert_true(fabs(kind_number(&c, "decision/break_even") - 0.25) < 1e-12);
    assert_true(fabs(kind_number(&c, "decision/call_ev") - (equity * 40 - 10)) < 1e-9);
    assert_string_equal(kind_word(&c, "decision/actions/0/id"), "fold");
    assert_string_equal(kind_word(&c, "decision/actions/1/id"), "call");
    assert_string_equal(kind_word(&c, "decision/actions/2/id"), "raise 35");
    assert_true(fabs(kind_number(&c, "decision/actions/2/ev") - (equity * 80 - 30)) < 1e-9);
    assert_true(fabs(kind_number(&c, "decision/actions/3/amount") - 40) < 1e-12);
    assert_true(fabs(kind_number(&c, "decision/actions/3/ev") - (0.5 * 30 + 0.5 * (equity * 100 - 40))) < 1e-9);
    assert_true(fabs(kind_number(&c, "decision/actions/4/p_fold") - equity) <
                1e-12); /* all QQ fold, AA calls and wins */
    assert_true(fabs(kind_number(&c, "decision/actions/4/equity_called")) < 1e-12);
    assert_true(fabs(kind_number(&c, "decision/actions/4/ev") - (equity * 30 - (1 - equity) * 40)) < 1e-9);
    assert_true(fabs(kind_number(&c, "decision/actions/5/ev") - 30) < 1e-9);
    assert_true(cJSON_IsNull(kind_at(&c, "decision/actions/5/equity_called")));
    assert_string_equal(kind_word(&c, "decision/best"), "raise 45");
    kind_free(&c);
}

/* ---- early ends ---- */

static const char *const stopping[] = {
    "{\"players\":[{\"range\":\"AhKs\"},{\"range\":\"QQ+\"}],\"board\":\"2c3d4h\"}",
    "{\"players\":[{\"range\":\"random\"},{\"range\":\"random\"}],\"board\":\"2c3d4h\"}",
    "{\"players\":[{\"range\":\"22+\"},{\"range\":\"A2s+\"},{\"range\":\"ATo+\"}],\"board\":\"2c3d4h9s\"}",
    "{\"players\":[{\"range\":\"random\"},{\"range\":\"random\"}],\"method\":\"monte_carlo\",\"samples\":20000}",
};

static void test_each_check(void **state)
{
    bool met[CHECKS] = {false};
    for (size_t i = 0; i < sizeof stopping / sizeof *stopping; i++)
        for (unsigned check = 1; check < CHECKS; check++) {
            struct kind_case c = {.run = {.force_check = check}};
            assert_int_equal(kind_parse(&c, NASH_FORMAT_JSON, stopping[i]), NASH_OK);
            c.run.arena = c.arena;
            const enum nash_status status = kind_solver->solve(c.problem, &c.run, &c.result, &c.error);
            const bool stopped = c.run.stopped == NASH_STOP_TEST;
            met[check] = met[check] || stopped;
            if (stopped && check == HOLDEM_STOP_SAMPLES) { /* an answer of the samples so far */
                assert_int_equal(status, NASH_OK);
                assert_false(c.result.final);
                assert_int_equal(kind_solver->verify(c.problem, &c.result, &c.error), NASH_OK);
            } else {
                assert_int_equal(status, stopped ? NASH_STOPPED : NASH_OK);
            }
            kind_free(&c);
        }
    for (unsigned check = HOLDEM_STOP_VERSUS; check <= HOLDEM_STOP_TUPLES; check++)
        if (!met[check])
            fail_msg("check %u was never met", check);
}

static void test_timeout(void **state)
{
    struct kind_case c = {.run = {.force_check = HOLDEM_STOP_SAMPLES}};
    kind_solve(&c, NASH_FORMAT_JSON, stopping[3]);
    assert_true(kind_has(&c, "timeout"));
    assert_true(kind_int(&c, "samples") > 0 && kind_int(&c, "samples") < 20000);
    kind_free(&c);
}

static void test_out_of_memory(void **state)
{
    for (size_t i = 0; i < sizeof stopping / sizeof *stopping; i++) {
        bool solved = false;
        for (size_t bytes = 1 << 15; !solved; bytes += bytes / 4) {
            struct nash_solve_options options = {.memory_bytes = bytes};
            struct nash_answer answer;
            const enum nash_status status = nash_solve("holdem", stopping[i], strlen(stopping[i]), &options, &answer);
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
        cmocka_unit_test(test_published),  cmocka_unit_test(test_dead_cards), cmocka_unit_test(test_methods),
        cmocka_unit_test(test_vectors),    cmocka_unit_test(test_seeds),      cmocka_unit_test(test_decision),
        cmocka_unit_test(test_each_check), cmocka_unit_test(test_timeout),    cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
