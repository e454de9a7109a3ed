/* An equilibrium of a game with a constant sum: the row player's strategy minimises the best payoff that the column
 * player can reach, which is a linear program, and the column player's strategy is its dual solution. The simplex
 * method in floating point finds the supports, which are solved and proved; if that fails, it runs in integers. */
#include "zero_sum.h"

#include <string.h>

#include "ratio.h"
#include "strategy.h"
#include "support.h"

static enum nash_status zero_sum_float(const struct polyhedron polyhedra[2], struct nash_run *run,
                                       struct matrix_equilibrium *saddle, uint64_t *pivots)
{
    struct float_tableau approx;
    struct support support;
    if (!float_tableau_init(&approx, &polyhedra[0], run))
        return NASH_NOMEM;
    float_tableau_start(&approx, &polyhedra[0], 0);
    bool minimal = float_tableau_minimize(&approx);
    *pivots += approx.pivots;
    if (!minimal)
        return run->stopped == NASH_STOP_NONE ? NASH_NOT_FOUND : NASH_STOPPED;
    if (!support_read(&support, &approx, 0, run->arena))
        return NASH_NOMEM;
    return support_solve(&support, polyhedra, saddle, run);
}

/* Returns what is left of `sum` for the row player: sum - v. */
static const char *zero_sum_read_rest(const struct tableau *tableau, int64_t sum, struct nash_arena *arena)
{
    mpz_t rest;
    mpz_init(rest);
    mpz_mul_si(rest, tableau->det, sum);
    mpz_sub(rest, rest, *tableau_value(tableau, tableau->rows));
    const char *text = ratio_text(rest, tableau->det, arena);
    mpz_clear(rest);
    return text;
}

static enum nash_status zero_sum_exact(const struct polyhedron polyhedra[2], int64_t sum, struct nash_run *run,
                                       struct matrix_equilibrium *saddle, uint64_t *pivots)
{
    struct tableau tableau;
    if (!tableau_init(&tableau, &polyhedra[0], run))
        return NASH_NOMEM;
    tableau_start(&tableau, 0);
    enum nash_status status = tableau_minimize(&tableau) ? NASH_OK : NASH_STOPPED;
    if (status == NASH_OK) {
        saddle->col_value = strategy_read_value(&tableau, run->arena);
        saddle->row_value = zero_sum_read_rest(&tableau, sum, run->arena);
        if (!saddle->col_value || !saddle->row_value || !strategy_read(&saddle->row, &tableau, run->arena) ||
            !strategy_read_dual(&saddle->col, &tableau, run->arena))
            status = NASH_NOMEM;
    }
    *pivots += tableau.pivots;
    tableau_clear(&tableau);
    return status;
}

enum nash_status zero_sum_equilibrium(const struct polyhedron polyhedra[2], const int64_t *sum, struct nash_run *run,
                                      struct matrix_equilibrium *saddle, uint64_t *pivots)
{
    *pivots = 0;
    enum nash_status status = zero_sum_float(polyhedra, run, saddle, pivots);
    return status == NASH_NOT_FOUND && sum ? zero_sum_exact(polyhedra, *sum, run, saddle, pivots) : status;
}

bool matrix_constant_sum(const struct matrix_game *game, int64_t *sum)
{
    *sum = game->a[0] + game->b[0];
    for (size_t k = 1; k < (size_t)game->rows * game->cols; k++)
        if (game->a[k] + game->b[k] != *sum)
            return false;
    return true;
}

bool matrix_opposed(const struct matrix_game *game)
{
    size_t cells = (size_t)game->rows * game->cols, other = 1;
    while (other < cells && game->a[other] == game->a[0])
        other++;
    if (other == cells)
        return false;
    __int128 a = (__int128)game->a[other] - game->a[0], b = (__int128)game->b[other] - game->b[0];
    if (a > 0 ? b >= 0 : b <= 0)
        return false;
    for (size_t k = 1; k < cells; k++)
        if (a * (game->b[k] - game->b[0]) != b * (game->a[k] - game->a[0]))
            return false;
    return true;
}

enum nash_status matrix_zero_sum(uint32_t rows, uint32_t cols, const int64_t *a, struct nash_run *run,
                                 struct matrix_value *value, struct nash_error *error)
{
    struct polyhedron polyhedra[2];
    struct matrix_equilibrium saddle;
    int64_t *loss = NASH_NEW(run->arena, int64_t, (size_t)rows * cols);
    struct matrix_game game = {.rows = rows, .cols = cols, .a = a, .b = loss};
    memset(value, 0, sizeof *value);
    if (!loss || !polyhedron_of_cols(&polyhedra[1], &game, run->arena))
        return nash_fail(error, NASH_NOMEM, NULL, "There is no memory left for the value of the game.");
    for (size_t k = 0; k < (size_t)rows * cols; k++)
        loss[k] = -a[k];
    polyhedron_of_rows(&polyhedra[0], &game);
    uint64_t pivots;
    enum nash_status status = zero_sum_equilibrium(polyhedra, &(int64_t){0}, run, &saddle, &pivots);
    if (status == NASH_NOMEM)
        return nash_fail(error, status, NULL, "There is no memory left for the value of the game.");
    if (status == NASH_OK)
        *value = (struct matrix_value){.value = saddle.row_value, .row = saddle.row, .col = saddle.col};
    return status;
}
