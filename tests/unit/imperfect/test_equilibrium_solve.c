/* Regret minimisation, best responses, backward induction and the normal form, compared with each other and with known
 * results. */
#include <math.h>
#include <string.h>

#include <solvers/imperfect/equilibrium/backward.h>
#include <solvers/imperfect/equilibrium/cfr.h>
#include <solvers/imperfect/equilibrium/normal_form.h>
#include <solvers/imperfect/equilibrium/restricted.h>
#include <solvers/imperfect/equilibrium/values.h>
#include <solvers/imperfect/games/builtin.h>

#include "../base/test.h"
#include "random_game.h"

static struct nash_arena *arena;
static struct nash_rng rng;

static struct nash_run fresh(void)
{
    nash_arena_reset(arena, 512 << 20);
    return (struct nash_run){.arena = arena};
}

static double action_of(const struct game_tree *tree, const double *strategy, const char *infoset, uint32_t action)
{
    uint32_t i = game_find_infoset(tree, infoset);
    assert_true(i < tree->infosets);
    return strategy[tree->infoset_of[i].first_action + action];
}

static void assert_close(double is, double wanted, double tolerance)
{
    if (!(fabs(is - wanted) <= tolerance))
        fail_msg("%.12g is not %.12g to %g", is, wanted, tolerance);
}

static double exploitability_of(const struct game_tree *tree, const double *strategy)
{
    struct game_distance distance;
    assert_int_equal(game_exploitability(tree, strategy, NULL, &distance, arena), NASH_OK);
    return distance.exploitability;
}

/* Kuhn (1950): the first player bets the jack with probability alpha in 0..1/3 and the king with 3 alpha, calls with
 * the queen with alpha + 1/3; the second player's equilibrium is unique. */
static void kuhn_family(void **state)
{
    struct nash_error error = {0};
    for (int method = CFR_PLUS; method <= CFR_PREDICTIVE_DISCOUNTED; method++) {
        struct nash_run run = fresh();
        struct game_tree *tree = game_kuhn(arena, &error);
        struct cfr_options options = {.method = (enum cfr_method)method, .target = 1e-5, .iterations = 100000};
        struct cfr_result result;
        assert_int_equal(cfr_solve(tree, &options, &run, &result, &error), NASH_OK);
        assert_true(result.reached);
        assert_close(result.value[0], -1.0 / 18, 1e-5);
        assert_close(result.exploitability, exploitability_of(tree, result.strategy), 1e-9);
        double alpha = action_of(tree, result.strategy, "J", 1);
        assert_true(alpha >= 0 && alpha <= 1.0 / 3 + 1e-3);
        assert_close(action_of(tree, result.strategy, "K", 1), 3 * alpha, 2e-3);
        assert_close(action_of(tree, result.strategy, "Q:pb", 1), alpha + 1.0 / 3, 2e-3);
        assert_close(action_of(tree, result.strategy, "J:p", 1), 1.0 / 3, 2e-3);
        assert_close(action_of(tree, result.strategy, "Q:b", 1), 1.0 / 3, 2e-3);
        assert_close(action_of(tree, result.strategy, "Q", 1), 0, 2e-3);
    }
}

/* The family's members are equilibria to rounding: a test of best responses by theory. */
static void kuhn_members_are_equilibria(void **state)
{
    struct nash_error error = {0};
    (void)fresh();
    struct game_tree *tree = game_kuhn(arena, &error);
    double *strategy = NASH_NEW(arena, double, tree->actions);
    for (int step = 0; step <= 10; step++) {
        double alpha = step / 30.0;
        const struct {
            const char *infoset;
            double bet;
        } member[] = {{"J", alpha},     {"Q", 0},         {"K", 3 * alpha}, {"J:pb", 0}, {"Q:pb", alpha + 1.0 / 3},
                      {"K:pb", 1},      {"J:p", 1.0 / 3}, {"Q:p", 0},       {"K:p", 1},  {"J:b", 0},
                      {"Q:b", 1.0 / 3}, {"K:b", 1}};
        for (size_t k = 0; k < sizeof member / sizeof *member; k++) {
            uint32_t i = game_find_infoset(tree, member[k].infoset);
            strategy[tree->infoset_of[i].first_action] = 1 - member[k].bet;
            strategy[tree->infoset_of[i].first_action + 1] = member[k].bet;
        }
        double value[2];
        assert_int_equal(game_expected(tree, strategy, value, arena), NASH_OK);
        assert_close(value[0], -1.0 / 18, 1e-12);
        assert_close(exploitability_of(tree, strategy), 0, 1e-12);
    }
}

static void leduc_value(void **state)
{
    struct nash_error error = {0};
    struct nash_run run = fresh();
    struct game_tree *tree = game_leduc(arena, &error);
    struct cfr_options options = {.target = 1e-6};
    struct cfr_result result;
    assert_int_equal(cfr_solve(tree, &options, &run, &result, &error), NASH_OK);
    assert_true(result.reached);
    assert_close(result.value[0], -0.085606, 1e-6);
    assert_close(result.exploitability, exploitability_of(tree, result.strategy), 1e-9);
    assert_true(result.curve_points > 10);
    for (uint32_t k = 1; k < result.curve_points; k++)
        assert_true(result.curve[k].iterations > result.curve[k - 1].iterations);
}

/* Random zero-sum trees: the value of the exact normal form is that of regret minimisation. */
static void random_trees_against_the_normal_form(void **state)
{
    unsigned solved = 0;
    for (unsigned round = 0; round < test_length(60, 1000); round++) {
        struct nash_error error = {0};
        struct nash_run run = fresh();
        struct game_tree *tree = random_game(arena, &rng, 2, 5, true);
        struct normal_form_result exact;
        if (normal_form_strategies(tree, 0, arena) > 200 || normal_form_strategies(tree, 1, arena) > 200)
            continue;
        if (normal_form_solve(tree, &run, &exact, &error) != NASH_OK)
            fail_msg("round %u: %s", round, error.detail);
        assert_close(exploitability_of(tree, exact.strategy), 0, 1e-9);
        enum cfr_method method = (enum cfr_method)(round % 5);
        /* Without prediction, some small games converge with 40 / iterations. */
        double target = method == CFR_PLUS || method == CFR_DISCOUNTED ? 1e-3 : 1e-5;
        struct cfr_options options = {.method = method, .target = target, .iterations = 200000};
        struct cfr_result result;
        assert_int_equal(cfr_solve(tree, &options, &run, &result, &error), NASH_OK);
        if (!result.reached)
            fail_msg("round %u: %s is at %g after %llu iterations", round, cfr_method_names[result.method],
                     result.exploitability, (unsigned long long)result.iterations);
        assert_close(result.value[0], exact.value[0], 3 * target);
        assert_close(result.exploitability, exploitability_of(tree, result.strategy), 1e-9);
        solved++;
    }
    assert_true(solved > test_length(60, 1000) / 10);
}

/* Random trees of any sum: the converted equilibrium of the normal form is one of the tree. */
static void general_sum_equilibria(void **state)
{
    unsigned solved = 0;
    for (unsigned round = 0; round < test_length(100, 2000); round++) {
        struct nash_error error = {0};
        struct nash_run run = fresh();
        struct game_tree *tree = random_game(arena, &rng, 2, 4, false);
        struct normal_form_result exact;
        if (normal_form_strategies(tree, 0, arena) > 60 || normal_form_strategies(tree, 1, arena) > 60)
            continue;
        if (normal_form_solve(tree, &run, &exact, &error) != NASH_OK)
            fail_msg("round %u: %s", round, error.detail);
        double value[2];
        assert_int_equal(game_expected(tree, exact.strategy, value, arena), NASH_OK);
        assert_close(value[0], exact.value[0], 1e-9);
        assert_close(value[1], exact.value[1], 1e-9);
        assert_close(exploitability_of(tree, exact.strategy), 0, 1e-9);
        solved++;
    }
    assert_true(solved > test_length(100, 2000) / 10);
}

/* Kuhn poker as fractions: 64 against 64 plans, 27 of each reduced. */
static void kuhn_is_exact_in_normal_form(void **state)
{
    struct nash_error error = {0};
    struct nash_run run = fresh();
    struct game_tree *tree = game_kuhn(arena, &error);
    struct normal_form_result exact;
    assert_int_equal(normal_form_strategies(tree, 0, arena), 27);
    assert_int_equal(normal_form_strategies(tree, 1, arena), 64);
    assert_int_equal(normal_form_solve(tree, &run, &exact, &error), NASH_OK);
    assert_string_equal(exact.exact[0], "-1/18");
    assert_string_equal(exact.exact[1], "1/18");
    run = fresh();
    tree = game_leduc(arena, &error);
    assert_int_equal(normal_form_solve(tree, &run, &exact, &error), NASH_UNPROCESSABLE);
}

/* A best response against every pure strategy of the player, enumerated. */
static void best_responses_by_brute_force(void **state)
{
    unsigned compared = 0;
    for (unsigned round = 0; round < test_length(200, 3000); round++) {
        (void)fresh();
        uint32_t players = 1 + (uint32_t)nash_rng_below(&rng, 3), player = (uint32_t)nash_rng_below(&rng, players);
        struct game_tree *tree = random_game(arena, &rng, players, 4, false);
        double *strategy = NASH_NEW(arena, double, tree->actions), *response = NASH_NEW(arena, double, tree->actions);
        random_strategy(tree, &rng, strategy);
        double best, brute, value[3];
        if (!brute_best_response(tree, player, strategy, arena, &brute))
            continue;
        compared++;
        assert_int_equal(game_best_response(tree, player, strategy, response, &best, arena), NASH_OK);
        assert_close(best, brute, 1e-9);
        assert_int_equal(game_expected(tree, response, value, arena), NASH_OK);
        assert_close(value[player], best, 1e-9);
        for (uint32_t i = 0; i < tree->infosets; i++)
            if (tree->infoset_of[i].player != player)
                assert_memory_equal(response + tree->infoset_of[i].first_action,
                                    strategy + tree->infoset_of[i].first_action,
                                    tree->infoset_of[i].action_count * sizeof *strategy);
    }
    assert_true(compared > test_length(200, 3000) / 5);
}

/* Perfect information: no player gains by deviating, and with two opposed players the value is that of CFR. */
static void backward_induction(void **state)
{
    for (unsigned round = 0; round < test_length(200, 2000); round++) {
        (void)fresh();
        uint32_t players = 1 + (uint32_t)nash_rng_below(&rng, 4);
        struct game_tree *tree = random_perfect_game(arena, &rng, players, 5);
        double *strategy = NASH_NEW(arena, double, tree->actions), value[4], expected[4];
        assert_true(tree->perfect_information);
        assert_int_equal(backward_solve(tree, strategy, value, arena), NASH_OK);
        assert_int_equal(game_expected(tree, strategy, expected, arena), NASH_OK);
        for (uint32_t p = 0; p < players; p++)
            assert_close(expected[p], value[p], 1e-9);
        assert_close(exploitability_of(tree, strategy), 0, 1e-9);
    }
}

/* Each numbered stop leaves a result. */
static void stops(void **state)
{
    struct nash_error error = {0};
    struct nash_run run = fresh();
    struct game_tree *tree = game_kuhn(arena, &error);
    struct cfr_options options = {.target = 1e-9};
    struct cfr_result result;
    struct normal_form_result exact;
    run.force_check = EQUILIBRIUM_STOP_CFR;
    assert_int_equal(cfr_solve(tree, &options, &run, &result, &error), NASH_OK);
    assert_int_equal(result.iterations, 0);
    assert_false(result.reached);
    assert_close(action_of(tree, result.strategy, "K", 1), 0.5, 0);
    assert_close(result.exploitability, exploitability_of(tree, result.strategy), 1e-12);
    run = fresh();
    tree = game_kuhn(arena, &error);
    run.force_check = EQUILIBRIUM_STOP_STRATEGIES;
    assert_int_equal(normal_form_solve(tree, &run, &exact, &error), NASH_STOPPED);
}

static void refusals(void **state)
{
    struct nash_error error = {0};
    struct nash_run run = fresh();
    struct cfr_options options = {0};
    struct cfr_result result;
    struct response response;
    struct response_options trust = {.trust = 0.5};
    struct game_tree *three = random_game(arena, &rng, 3, 3, false);
    assert_int_equal(cfr_solve(three, &options, &run, &result, &error), NASH_UNPROCESSABLE);
    assert_non_null(strstr(error.detail, "3"));
    assert_int_equal(response_solve(three, NULL, &trust, &run, &response, &error), NASH_UNPROCESSABLE);
    struct nash_arena *small = nash_arena_new(16 << 10);
    struct nash_run starved = {.arena = small};
    struct game_tree *leduc = game_leduc(arena, &error);
    assert_int_equal(cfr_solve(leduc, &options, &starved, &result, &error), NASH_NOMEM);
    nash_arena_free(small);
}

int main(void)
{
    arena = nash_arena_new(512 << 20);
    rng = test_rng();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kuhn_family),
        cmocka_unit_test(kuhn_members_are_equilibria),
        cmocka_unit_test(leduc_value),
        cmocka_unit_test(random_trees_against_the_normal_form),
        cmocka_unit_test(general_sum_equilibria),
        cmocka_unit_test(kuhn_is_exact_in_normal_form),
        cmocka_unit_test(best_responses_by_brute_force),
        cmocka_unit_test(backward_induction),
        cmocka_unit_test(stops),
        cmocka_unit_test(refusals),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    nash_arena_free(arena);
    return failed;
}
