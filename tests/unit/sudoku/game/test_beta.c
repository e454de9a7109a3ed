/* Schedules and default values of beta. */
#include <math.h>

#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/game/schedule.h>

#include "../harness/played.h"

static void beta_anneals(void **state)
{
    struct sudoku_beta_schedule t;
    uint32_t before;
    sudoku_beta_schedule_init(&t, SUDOKU_ANNEAL, 3 * BETA_ONE, 1000000);
    assert_int_equal(t.beta, 3 * BETA_ONE / 2);
    before = t.beta;
    for (uint64_t updates = 1000; updates <= 1000000; updates += 1000) {
        bool other = sudoku_beta_schedule_step(&t, updates, 1000, 10);
        assert_int_equal(other, t.beta != before);
        assert_true(t.beta >= before);
        before = t.beta;
    }
    assert_int_equal(t.beta, 3 * BETA_ONE * 3 / 2);
}

/* The adaptive schedule: if many ticks are changes, beta rises to its upper bound; if none is, it falls to its lower
 * bound; if the share of changes decreases with beta, beta converges to the value at which this share is 1/250. */
static void beta_adapts(void **state)
{
    static const double middle = 4, share[] = {0.05, 0, 0.01}, low[] = {6, 1.96, 4.2}, high[] = {6, 2.08, 4.4};
    for (unsigned i = 0; i < 3; i++) {
        struct sudoku_beta_schedule t;
        sudoku_beta_schedule_init(&t, SUDOKU_ADAPTIVE, (uint32_t)(middle * BETA_ONE), 1);
        for (unsigned k = 1; k <= 2000; k++) {
            double falling = i == 2 ? exp(-3 * ((double)t.beta / BETA_ONE - middle)) : 1;
            sudoku_beta_schedule_step(&t, k * 10000, 10000, (uint64_t)(10000 * share[i] * falling));
        }
        assert_in_range(t.beta, low[i] * BETA_ONE, high[i] * BETA_ONE);
    }
}

static void defaults_of_beta(void **state)
{
    for (unsigned size = SUDOKU_MIN; size <= SUDOKU_MAX; size++) {
        for (unsigned propagate = 0; propagate < 2; propagate++) {
            uint32_t before = BETA_MAX;
            for (unsigned clues = 0; clues <= size * size; clues++) {
                uint32_t beta = sudoku_default_beta(size, clues, propagate);
                assert_in_range(beta, 2 * BETA_ONE, before); /* more clues never need a larger beta */
                before = beta;
            }
        }
    }
}

static void schedules_solve(void **state)
{
    static uint8_t grid[SUDOKU_CELLS_MAX];
    struct nash_rng rng;
    nash_rng_seed(&rng, 13);
    board_full(&rng, 4, 4, grid);
    board_uniform(&rng, 16, 100, grid);
    for (enum sudoku_schedule schedule = SUDOKU_FIXED; schedule <= SUDOKU_ADAPTIVE; schedule++) {
        struct sudoku_options options = play_of(SUDOKU_METHOD_SAP);
        struct sudoku_problem p = problem_of(4, 4, grid, &options);
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct solved s = {.run = {.arena = arena}};
        options.schedule = schedule;
        options.updates = 10000000;
        solve(&p, &s);
        assert_int_equal(s.answer->verdict, SUDOKU_SOLVED);
        nash_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beta_anneals),
        cmocka_unit_test(beta_adapts),
        cmocka_unit_test(defaults_of_beta),
        cmocka_unit_test(schedules_solve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
