/* The value of a matrix game and optimal strategies: an equilibrium of the game in which the column player loses what
 * the row player gains. The simplex method in floating point finds the supports, which are solved and proved; if that
 * fails, it runs in integers. */
#include <string.h>

#include "strategy.h"
#include "support.h"

static enum nash_status zero_sum_float(const struct polyhedron polyhedra[2], struct nash_run *run,
                                       struct matrix_equilibrium *saddle)
{
    struct float_tableau approx;
    struct support support;
    if (!float_tableau_init(&approx, &polyhedra[0], run))
        return NASH_NOMEM;
    float_tableau_start(&approx, &polyhedra[0], 0);
    if (!float_tableau_minimize(&approx))
        return run->stopped == NASH_STOP_NONE ? NASH_NOT_FOUND : NASH_STOPPED;
    if (!support_read(&support, &approx, 0, run->arena))
        return NASH_NOMEM;
    return support_solve(&support, polyhedra, saddle, run);
}

/* Returns the negated value, because the tableau has the column player's payoff. */
static const char *read_negated_value(struct tableau *tableau, struct nash_arena *arena)
{
    mpz_t *value = tableau_value(tableau, tableau->rows);
    mpz_neg(*value, *value);
    return strategy_read_value(tableau, arena);
}

static enum nash_status zero_sum_exact(const struct polyhedron polyhedra[2], struct nash_run *run,
                                       struct matrix_equilibrium *saddle)
{
    struct tableau tableau;
    if (!tableau_init(&tableau, &polyhedra[0], run))
        return NASH_NOMEM;
    tableau_start(&tableau, 0);
    enum nash_status status = tableau_minimize(&tableau) ? NASH_OK : NASH_STOPPED;
    if (status == NASH_OK) {
        saddle->row_value = read_negated_value(&tableau, run->arena);
        if (!saddle->row_value || !strategy_read(&saddle->row, &tableau, run->arena) ||
            !strategy_read_dual(&saddle->col, &tableau, run->arena))
            status = NASH_NOMEM;
    }
    tableau_clear(&tableau);
    return status;
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
    enum nash_status status = zero_sum_float(polyhedra, run, &saddle);
    if (status == NASH_NOT_FOUND)
        status = zero_sum_exact(polyhedra, run, &saddle);
    if (status == NASH_NOMEM)
        return nash_fail(error, status, NULL, "There is no memory left for the value of the game.");
    if (status == NASH_OK)
        *value = (struct matrix_value){.value = saddle.row_value, .row = saddle.row, .col = saddle.col};
    return status;
}
