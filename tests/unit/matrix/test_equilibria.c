/* All extreme equilibria, compared with brute force on small games, most of them degenerate. */
#include <stdio.h>
#include <string.h>

#include "../base/test.h"
#include "brute.h"
#include "cauchy.h"

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
    struct matrix_game game;
    for (uint32_t round = 0; round < test_length(12000, 60000); round++) {
        uint32_t rows = 1 + (uint32_t)nash_rng_below(&suite.rng, 4), cols = 1 + (uint32_t)nash_rng_below(&suite.rng, 4);
        static const uint32_t payoffs[] = {1, 2, 3, 3, 4, 100};
        random_game(&game, rows, cols, payoffs[round % 6]);
        compare(&game);
    }
}

static void games_of_five(void **state)
{
    struct matrix_game game;
    for (uint32_t round = 0; round < test_length(50, 200); round++) {
        random_game(&game, 5, 5 - round % 2, round % 3 ? 3 : 50);
        compare(&game);
    }
}

/* Two games of the lecture notes: rational pigs, with twice the food, and matching pennies. */
static void known_games(void **state)
{
    static const int64_t pigs_a[] = {8, 8, 10, 0}, pigs_b[] = {8, 10, 8, 0};
    static const int64_t pennies_a[] = {1, -1, -1, 1}, pennies_b[] = {-1, 1, 1, -1};
    static const char *const wanted[3][4] = {{"1", "0", "0", "1"}, {"0", "1", "1", "0"}, {"4/5", "1/5", "4/5", "1/5"}};
    struct matrix_game pigs = {.rows = 2, .cols = 2, .a = pigs_a, .b = pigs_b};
    struct matrix_game pennies = {.rows = 2, .cols = 2, .a = pennies_a, .b = pennies_b};
    struct matrix_equilibria found;
    struct nash_error error = {0};
    nash_arena_reset(suite.arena, 64 << 20);
    struct nash_run run = {.arena = suite.arena};
    assert_int_equal(matrix_all_equilibria(&pigs, 1000, &run, &found, &error), NASH_OK);
    assert_int_equal(found.count, 3);
    assert_false(found.degenerate);
    for (uint32_t k = 0; k < 3; k++)
        for (uint32_t i = 0; i < 4; i++)
            assert_string_equal(i < 2 ? found.list[k].row.weight[i] : found.list[k].col.weight[i - 2], wanted[k][i]);
    assert_string_equal(found.list[2].row_value, "8");
    assert_int_equal(matrix_all_equilibria(&pennies, 1000, &run, &found, &error), NASH_OK);
    assert_int_equal(found.count, 1);
    assert_string_equal(found.list[0].row.weight[0], "1/2");
    assert_string_equal(found.list[0].col.weight[1], "1/2");
    assert_string_equal(found.list[0].row_value, "0");
}

/* The check rejects everything that is not an equilibrium. */
static void wrong_equilibria(void **state)
{
    static const int64_t a[] = {1, -1, -1, 1}, b[] = {-1, 1, 1, -1};
    struct matrix_game game = {.rows = 2, .cols = 2, .a = a, .b = b};
    static const char *const half[] = {"1/2", "1/2"}, *const third[] = {"1/3", "2/3"}, *const more[] = {"1/2", "2/3"},
                             *const minus[] = {"-1/2", "3/2"}, *const none[] = {"x", "1"};
    struct {
        const char *const *row, *const *col, *row_value, *col_value;
        enum nash_status status;
    } cases[] = {
        {half, half, "0", "0", NASH_OK},         {third, half, "0", "0", NASH_INTERNAL},
        {half, third, "0", "0", NASH_INTERNAL},  {more, half, "0", "0", NASH_INTERNAL},
        {half, minus, "0", "0", NASH_INTERNAL},  {none, half, "0", "0", NASH_INTERNAL},
        {half, half, "1/9", "0", NASH_INTERNAL}, {half, half, "0", "-1/9", NASH_INTERNAL},
        {half, half, "0", "0/0", NASH_INTERNAL},
    };
    for (uint32_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct matrix_equilibrium equilibrium = {.row = {.count = 2, .weight = cases[k].row},
                                                 .col = {.count = 2, .weight = cases[k].col},
                                                 .row_value = cases[k].row_value,
                                                 .col_value = cases[k].col_value};
        struct nash_error error = {0};
        assert_int_equal(matrix_check_equilibrium(&game, &equilibrium, &error), cases[k].status);
    }
}

/* The equilibria do not depend on constants added to payoffs or on their scale, also near 2^62. */
static void far_payoffs(void **state)
{
    struct matrix_game game;
    static int64_t a[BRUTE_SIDE * BRUTE_SIDE], b[BRUTE_SIDE * BRUTE_SIDE];
    for (uint32_t round = 0; round < test_length(150, 600); round++) {
        random_game(&game, 2 + round % 4, 5 - round % 3, round % 2 ? 3 : 50);
        struct matrix_game far = {.rows = game.rows, .cols = game.cols, .a = a, .b = b};
        int64_t scale = round % 3 ? ((int64_t)1 << 61) / 50 : 1;
        for (uint32_t k = 0; k < game.rows * game.cols; k++) {
            a[k] = suite.a[k] * scale - ((int64_t)1 << 61);
            b[k] = suite.b[k] * scale + ((int64_t)1 << 61);
        }
        struct matrix_equilibria found, near;
        struct nash_error error = {0};
        nash_arena_reset(suite.arena, 64 << 20);
        struct nash_run run = {.arena = suite.arena};
        assert_int_equal(matrix_all_equilibria(&game, UINT32_MAX, &run, &near, &error), NASH_OK);
        assert_int_equal(matrix_all_equilibria(&far, UINT32_MAX, &run, &found, &error), NASH_OK);
        if (found.count != near.count || found.components != near.components || found.degenerate != near.degenerate)
            fail_msg("%u equilibria far away, %u near:\n%s", found.count, near.count, brute_text(&game));
        for (uint32_t k = 0; k < found.count; k++) {
            if (matrix_check_equilibrium(&far, &found.list[k], &error) != NASH_OK)
                fail_msg("%s\n%s", error.detail, brute_text(&far));
            for (uint32_t i = 0; i < game.rows; i++)
                assert_string_equal(found.list[k].row.weight[i], near.list[k].row.weight[i]);
        }
    }
}

/* Cauchy games of 2 by 2 to 8 by 8 have 3, 15, 75 and 383 equilibria. */
static void cyclic_polytopes(void **state)
{
    static int64_t a[CAUCHY_SIDE * CAUCHY_SIDE], b[CAUCHY_SIDE * CAUCHY_SIDE];
    assert_int_equal(cauchy_count(6), 75);
    for (uint32_t d = 2; d <= CAUCHY_SIDE; d += 2) {
        struct matrix_game game;
        struct matrix_equilibria found;
        struct nash_error error = {0};
        nash_arena_reset(suite.arena, 64 << 20);
        struct nash_run run = {.arena = suite.arena};
        cauchy_game(&game, d, a, b);
        assert_int_equal(matrix_all_equilibria(&game, UINT32_MAX, &run, &found, &error), NASH_OK);
        assert_true(found.complete && !found.degenerate && !found.component);
        assert_int_equal(found.count, cauchy_count(d));
        for (uint32_t k = 0; k < found.count; k++)
            if (matrix_check_equilibrium(&game, &found.list[k], &error) != NASH_OK)
                fail_msg("%u by %u: %s", d, d, error.detail);
    }
}

/* Two equilibria are in the same component if and only if a chain connects them in which neighbours share a strategy.
 * Compared exhaustively on short lists. */
static void components_are_chains(void **state)
{
    struct matrix_game game;
    uint32_t several = 0, rounds = test_length(400, 1500);
    for (uint32_t round = 0; round < rounds; round++) {
        struct matrix_equilibria found;
        struct nash_error error = {0};
        nash_arena_reset(suite.arena, 64 << 20);
        struct nash_run run = {.arena = suite.arena};
        random_game(&game, 2 + round % 3, 2 + round % 2, 3);
        assert_int_equal(matrix_all_equilibria(&game, UINT32_MAX, &run, &found, &error), NASH_OK);
        uint32_t chain[64], left = found.count;
        if (found.count > 64 || !found.component)
            continue;
        for (uint32_t k = 0; k < found.count; k++)
            chain[k] = k;
        for (uint32_t pass = 0; pass < left; pass++)
            for (uint32_t p = 0; p < found.count; p++)
                for (uint32_t q = 0; q < found.count; q++) {
                    const struct matrix_equilibrium *one = &found.list[p], *two = &found.list[q];
                    bool row = true, col = true;
                    for (uint32_t i = 0; i < game.rows; i++)
                        row = row && strcmp(one->row.weight[i], two->row.weight[i]) == 0;
                    for (uint32_t j = 0; j < game.cols; j++)
                        col = col && strcmp(one->col.weight[j], two->col.weight[j]) == 0;
                    if ((row || col) && chain[q] < chain[p])
                        chain[p] = chain[q];
                }
        for (uint32_t p = 0; p < found.count; p++)
            for (uint32_t q = 0; q < found.count; q++)
                if ((chain[p] == chain[q]) != (found.component[p] == found.component[q]))
                    fail_msg("equilibria %u and %u, of one component: %d\n%s", p, q, chain[p] == chain[q],
                             brute_text(&game));
        several += found.components > 1;
    }
    assert_true(several > rounds / 30);
}

/* The limit of the list holds, and the list is marked incomplete. */
static void no_more_than_asked(void **state)
{
    static int64_t a[36], b[36];
    struct matrix_game game;
    cauchy_game(&game, 6, a, b);
    for (uint32_t most = 1; most <= 76; most += 5) {
        struct matrix_equilibria found;
        struct nash_error error = {0};
        nash_arena_reset(suite.arena, 64 << 20);
        struct nash_run run = {.arena = suite.arena};
        assert_int_equal(matrix_all_equilibria(&game, most, &run, &found, &error), NASH_OK);
        assert_int_equal(found.count, most < 75 ? most : 75);
        assert_int_equal(found.complete, most >= 75);
        for (uint32_t k = 0; k < found.count; k++)
            assert_int_equal(matrix_check_equilibrium(&game, &found.list[k], &error), NASH_OK);
    }
}

static int set_up(void **state)
{
    suite.arena = nash_arena_new(64 << 20);
    suite.rng = test_rng();
    return suite.arena ? 0 : -1;
}

static int tear_down(void **state)
{
    nash_arena_free(suite.arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_two_by_two),   cmocka_unit_test(small_games),
        cmocka_unit_test(games_of_five),      cmocka_unit_test(known_games),
        cmocka_unit_test(wrong_equilibria),   cmocka_unit_test(far_payoffs),
        cmocka_unit_test(cyclic_polytopes),   cmocka_unit_test(components_are_chains),
        cmocka_unit_test(no_more_than_asked),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
