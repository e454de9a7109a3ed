/* One equilibrium, values of zero-sum games, dominance by mixtures, in small games: checked by definition and compared
 * with each other. */
#include <stdio.h>
#include <string.h>

#include "../base/test.h"
#include "brute.h"

struct suite {
    struct nash_arena *arena;
    struct nash_rng rng;
    int64_t a[BRUTE_SIDE * BRUTE_SIDE], b[BRUTE_SIDE * BRUTE_SIDE];
};

static struct suite suite;

static struct nash_run fresh(void)
{
    nash_arena_reset(suite.arena, 64 << 20);
    return (struct nash_run){.arena = suite.arena};
}

static void random_game(struct matrix_game *game, uint32_t payoffs)
{
    *game = (struct matrix_game){.rows = 1 + (uint32_t)nash_rng_below(&suite.rng, BRUTE_SIDE),
                                 .cols = 1 + (uint32_t)nash_rng_below(&suite.rng, BRUTE_SIDE),
                                 .a = suite.a,
                                 .b = suite.b};
    for (uint32_t k = 0; k < game->rows * game->cols; k++) {
        suite.a[k] = (int64_t)nash_rng_below(&suite.rng, payoffs);
        suite.b[k] = (int64_t)nash_rng_below(&suite.rng, payoffs);
    }
}

static void one_is_an_equilibrium(void **state)
{
    struct matrix_game game;
    for (uint32_t round = 0; round < test_length(5000, 20000); round++) {
        struct matrix_one one;
        struct nash_error error = {0};
        struct nash_run run = fresh();
        random_game(&game, round % 2 ? 3 : 1000);
        if (matrix_one_equilibrium(&game, &run, &one, &error) != NASH_OK ||
            matrix_check_equilibrium(&game, &one.equilibrium, &error) != NASH_OK)
            fail_msg("%s\n%s", error.detail, brute_text(&game));
    }
}

static void value_is_what_equilibria_pay(void **state)
{
    struct matrix_game game;
    for (uint32_t round = 0; round < test_length(5000, 20000); round++) {
        struct matrix_value value;
        struct matrix_one one;
        struct nash_error error = {0};
        struct nash_run run = fresh();
        random_game(&game, round % 2 ? 3 : 1000);
        for (uint32_t k = 0; k < game.rows * game.cols; k++)
            suite.b[k] = -suite.a[k];
        if (matrix_zero_sum(game.rows, game.cols, game.a, &run, &value, &error) != NASH_OK ||
            matrix_one_equilibrium(&game, &run, &one, &error) != NASH_OK)
            fail_msg("%s\n%s", error.detail, brute_text(&game));
        char loss[64];
        bool negative = value.value[0] == '-';
        snprintf(loss, sizeof loss, "%s%s", negative || !strcmp(value.value, "0") ? "" : "-", value.value + negative);
        struct matrix_equilibrium saddle = {
            .row = value.row, .col = value.col, .row_value = value.value, .col_value = loss};
        if (matrix_check_equilibrium(&game, &saddle, &error) != NASH_OK)
            fail_msg("%s\n%s", error.detail, brute_text(&game));
        if (strcmp(value.value, one.equilibrium.row_value) != 0)
            fail_msg("value %s, an equilibrium pays %s:\n%s", value.value, one.equilibrium.row_value,
                     brute_text(&game));
    }
}

/* Reads the weights of a mixture as weight[k] / *den. Returns false if they are invalid. */
static bool read_weights(const struct matrix_mix *mix, int64_t *weight, int64_t *den)
{
    *den = 1;
    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t k = 0; k < mix->count; k++) {
            long num, below = 1;
            if (sscanf(mix->weight[k], "%ld/%ld", &num, &below) < 1)
                return false;
            if (pass == 0)
                *den = *den % below ? *den * below : *den;
            else
                weight[k] = num * (*den / below);
        }
    return true;
}

/* Returns whether the mixture dominates as claimed, by the definition. */
static bool dominates(const struct matrix_game *game, const struct matrix_mix *by, const bool *rows, const bool *cols,
                      uint32_t r, bool strict)
{
    int64_t weight[BRUTE_SIDE], den, sum = 0;
    bool better = false;
    if (by->count != game->rows || !read_weights(by, weight, &den))
        return false;
    for (uint32_t i = 0; i < game->rows; i++) {
        if (weight[i] < 0 || (weight[i] && (!rows[i] || i == r)))
            return false;
        sum += weight[i];
    }
    for (uint32_t j = 0; j < game->cols; j++) {
        if (!cols[j])
            continue;
        int64_t paid = 0;
        for (uint32_t i = 0; i < game->rows; i++)
            paid += weight[i] * game->a[i * game->cols + j];
        int64_t less = den * game->a[r * game->cols + j];
        if (paid < less || (strict && paid == less))
            return false;
        better = better || paid > less;
    }
    return sum == den && better;
}

/* Returns the set of columns that have a positive weight somewhere in the region of column mixtures to which row r is a
 * best response, computed from the region's vertices. No column: the region is empty, which holds if and only if r is
 * strictly dominated (Pearce 1984). All columns: r is not dominated, and conversely. rows, cols: strategies in play. */
static uint32_t played_where_best(const struct matrix_game *game, const bool *rows, const bool *cols, uint32_t r)
{
    int64_t a[BRUTE_SIDE * BRUTE_SIDE], zero[BRUTE_SIDE * BRUTE_SIDE] = {0};
    static struct brute brute;
    struct matrix_game alive = {.a = a, .b = zero};
    uint32_t at = 0;
    for (uint32_t i = 0; i < game->rows; i++) {
        if (!rows[i])
            continue;
        alive.cols = 0;
        for (uint32_t j = 0; j < game->cols; j++)
            if (cols[j])
                a[at++] = game->a[i * game->cols + j], alive.cols++;
        alive.rows++;
    }
    uint32_t name = 0;
    for (uint32_t i = 0; i < r; i++)
        name += rows[i];
    brute_equilibria(&alive, &brute);
    uint32_t played = 0;
    for (uint32_t k = 0; k < brute.count; k++)
        for (uint32_t j = 0; j < alive.cols && brute.pair[k].row[name]; j++)
            played |= (uint32_t)(brute.pair[k].col[j] > 0) << j;
    return played;
}

static void dominated_by_mixtures(void **state)
{
    struct matrix_game game;
    uint32_t seen[2] = {0}, rounds = test_length(1500, 6000);
    for (uint32_t round = 0; round < rounds; round++) {
        struct nash_error error = {0};
        bool rows[BRUTE_SIDE], cols[BRUTE_SIDE], strictly, weakly;
        struct matrix_mix by, weak_by;
        struct nash_run run = fresh();
        random_game(&game, round % 3 ? 4 : 100);
        uint32_t r = (uint32_t)nash_rng_below(&suite.rng, game.rows);
        for (uint32_t k = 0; k < BRUTE_SIDE; k++) {
            rows[k] = k == r || nash_rng_below(&suite.rng, 5) != 0;
            cols[k] = k == 0 || nash_rng_below(&suite.rng, 5) != 0;
        }
        if (matrix_dominated(game.rows, game.cols, game.a, rows, cols, r, true, &run, &strictly, &by, &error) ||
            matrix_dominated(game.rows, game.cols, game.a, rows, cols, r, false, &run, &weakly, &weak_by, &error))
            fail_msg("%s\n%s", error.detail, brute_text(&game));
        if ((strictly && !dominates(&game, &by, rows, cols, r, true)) ||
            (weakly && !dominates(&game, &weak_by, rows, cols, r, false)) || (strictly && !weakly))
            fail_msg("row %u is not dominated as said:\n%s", r, brute_text(&game));
        uint32_t alive = 0, played = played_where_best(&game, rows, cols, r);
        for (uint32_t j = 0; j < game.cols; j++)
            alive += cols[j];
        if (strictly != (played == 0) || weakly != (played != (1u << alive) - 1))
            fail_msg("row %u, dominated strictly: %d, weakly: %d, but best where %x are played\n%s", r, strictly,
                     weakly, played, brute_text(&game));
        seen[0] += strictly;
        seen[1] += weakly && !strictly;
    }
    assert_true(seen[0] > rounds / 60 && seen[1] > rounds / 60);
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
        cmocka_unit_test(one_is_an_equilibrium),
        cmocka_unit_test(value_is_what_equilibria_pay),
        cmocka_unit_test(dominated_by_mixtures),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
