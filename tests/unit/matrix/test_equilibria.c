/* All extreme equilibria, against brute force on small games, most of them degenerate. */
#include <stdio.h>
#include <string.h>

#include "../base/test.h"
#include "brute.h"

struct suite {
    struct nash_arena *arena;
    struct nash_rng rng;
    int64_t a[BRUTE_SIDE * BRUTE_SIDE], b[BRUTE_SIDE * BRUTE_SIDE];
    struct brute brute;
};

static struct suite suite;

static bool same_mix(const struct matrix_mix *mix, const int64_t *weight, int64_t den)
{
    for (uint32_t k = 0; k < mix->count; k++) {
        long num, below = 1;
        if (sscanf(mix->weight[k], "%ld/%ld", &num, &below) < 1 || num * den != below * weight[k])
            return false;
    }
    return true;
}

static bool listed(const struct matrix_equilibria *found, const struct brute_pair *pair)
{
    for (uint32_t k = 0; k < found->count; k++)
        if (same_mix(&found->list[k].row, pair->row, pair->row_den) &&
            same_mix(&found->list[k].col, pair->col, pair->col_den))
            return true;
    return false;
}

static void compare(const struct matrix_game *game)
{
    struct matrix_equilibria found;
    struct nash_error error = {0};
    nash_arena_reset(suite.arena, 64 << 20);
    struct nash_run run = {.arena = suite.arena};
    if (matrix_all_equilibria(game, UINT32_MAX, &run, &found, &error) != NASH_OK || !found.complete)
        fail_msg("no equilibria: %s\n%s", error.detail, brute_text(game));
    brute_equilibria(game, &suite.brute);
    if (found.count != suite.brute.count)
        fail_msg("%u equilibria, by force %u:\n%s", found.count, suite.brute.count, brute_text(game));
    for (uint32_t k = 0; k < found.count; k++) {
        if (matrix_check_equilibrium(game, &found.list[k], &error) != NASH_OK)
            fail_msg("%s\n%s", error.detail, brute_text(game));
        if (!listed(&found, &suite.brute.pair[k]))
            fail_msg("equilibrium %u by force is missing:\n%s", k, brute_text(game));
    }
}

static void random_game(struct matrix_game *game, uint32_t rows, uint32_t cols, uint32_t payoffs)
{
    *game = (struct matrix_game){.rows = rows, .cols = cols, .a = suite.a, .b = suite.b};
    for (uint32_t k = 0; k < rows * cols; k++) {
        suite.a[k] = (int64_t)nash_rng_below(&suite.rng, payoffs);
        suite.b[k] = (int64_t)nash_rng_below(&suite.rng, payoffs);
    }
}

static void every_two_by_two(void **state)
{
    (void)state;
    struct matrix_game game = {.rows = 2, .cols = 2, .a = suite.a, .b = suite.b};
    for (uint32_t code = 0; code < 6561; code++) {
        for (uint32_t k = 0, rest = code; k < 4; k++, rest /= 9) {
            suite.a[k] = rest % 3;
            suite.b[k] = rest / 3 % 3;
        }
        compare(&game);
    }
}

static void small_games(void **state)
{
    (void)state;
    struct matrix_game game;
    for (uint32_t round = 0; round < 6000; round++) {
        uint32_t rows = 1 + (uint32_t)nash_rng_below(&suite.rng, 4), cols = 1 + (uint32_t)nash_rng_below(&suite.rng, 4);
        static const uint32_t payoffs[] = {1, 2, 3, 3, 4, 100};
        random_game(&game, rows, cols, payoffs[round % 6]);
        compare(&game);
    }
}

static void games_of_five(void **state)
{
    (void)state;
    struct matrix_game game;
    for (uint32_t round = 0; round < 200; round++) {
        random_game(&game, 5, 5 - round % 2, round % 3 ? 3 : 50);
        compare(&game);
    }
}

static int set_up(void **state)
{
    (void)state;
    suite.arena = nash_arena_new(64 << 20);
    suite.rng = test_rng();
    return suite.arena ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    nash_arena_free(suite.arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_two_by_two),
        cmocka_unit_test(small_games),
        cmocka_unit_test(games_of_five),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
