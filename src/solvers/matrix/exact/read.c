/* A variable's value is its row's last cell over the determinant; at the least v, the coefficient of s_j in v is the
 * weight of answer j: these are not negative and their sum is 1, since adding 1 to all s_j adds 1 to v. */
#include "read.h"

#include "text.h"

static bool read_cells(struct matrix_mix *mix, uint32_t count, const mpz_t *const *cell, const struct table *table,
                       struct nash_arena *arena)
{
    const char **weight = NASH_NEW(arena, const char *, count);
    if (!weight)
        return false;
    for (uint32_t k = 0; k < count; k++) {
        weight[k] = cell[k] && mpz_sgn(*cell[k]) ? text_ratio(*cell[k], table->det, arena) : "0";
        if (!weight[k])
            return false;
    }
    *mix = (struct matrix_mix){.count = count, .weight = weight};
    return true;
}

bool read_mix(struct matrix_mix *mix, const struct table *table, struct nash_arena *arena)
{
    const mpz_t *cell[MATRIX_SIDE_MAX] = {NULL};
    for (uint32_t i = 0; i < table->answers.own; i++) {
        uint32_t row = table_row(table, i);
        if (row != TABLE_NONE)
            cell[i] = (const mpz_t *)table_value(table, row);
    }
    return read_cells(mix, table->answers.own, cell, table, arena);
}

const char *read_value(const struct table *table, struct nash_arena *arena)
{
    return text_ratio(*table_value(table, table->rows), table->det, arena);
}

bool read_dual(struct matrix_mix *mix, const struct table *table, struct nash_arena *arena)
{
    const mpz_t *cell[MATRIX_SIDE_MAX] = {NULL};
    for (uint32_t j = 0; j < table->answers.other; j++) {
        uint32_t column = table_column(table, table->answers.own + j);
        if (column != TABLE_NONE)
            cell[j] = (const mpz_t *)table_at(table, table->rows, column);
    }
    return read_cells(mix, table->answers.other, cell, table, arena);
}
