/* A variable's value is the last cell of its row over the determinant. At the minimum of v, the coefficient of s_j in v
 * is the weight of response j: these are nonnegative and their sum is 1, since adding 1 to all s_j adds 1 to v. */
#include "strategy.h"

#include "ratio.h"

static bool strategy_read_cells(struct matrix_mix *mix, uint32_t count, const mpz_t *const *cell,
                                const struct tableau *tableau, struct nash_arena *arena)
{
    const char **weight = NASH_NEW(arena, const char *, count);
    if (!weight)
        return false;
    for (uint32_t k = 0; k < count; k++) {
        weight[k] = cell[k] && mpz_sgn(*cell[k]) ? ratio_text(*cell[k], tableau->det, arena) : "0";
        if (!weight[k])
            return false;
    }
    *mix = (struct matrix_mix){.count = count, .weight = weight};
    return true;
}

bool strategy_read(struct matrix_mix *mix, const struct tableau *tableau, struct nash_arena *arena)
{
    const mpz_t *cell[MATRIX_SIDE_MAX] = {NULL};
    for (uint32_t i = 0; i < tableau->polyhedron.own; i++) {
        uint32_t row = tableau_row(tableau, i);
        if (row != TABLEAU_NONE)
            cell[i] = (const mpz_t *)tableau_value(tableau, row);
    }
    return strategy_read_cells(mix, tableau->polyhedron.own, cell, tableau, arena);
}

const char *strategy_read_value(const struct tableau *tableau, struct nash_arena *arena)
{
    return ratio_text(*tableau_value(tableau, tableau->rows), tableau->det, arena);
}

bool strategy_read_dual(struct matrix_mix *mix, const struct tableau *tableau, struct nash_arena *arena)
{
    const mpz_t *cell[MATRIX_SIDE_MAX] = {NULL};
    for (uint32_t j = 0; j < tableau->polyhedron.other; j++) {
        uint32_t column = tableau_column(tableau, tableau->polyhedron.own + j);
        if (column != TABLEAU_NONE)
            cell[j] = (const mpz_t *)tableau_cell(tableau, tableau->rows, column);
    }
    return strategy_read_cells(mix, tableau->polyhedron.other, cell, tableau, arena);
}
