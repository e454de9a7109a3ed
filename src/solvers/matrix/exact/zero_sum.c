/* The value of a matrix and a best strategy of each. */
#include <string.h>

#include "read.h"

/* Without the sign: what the row player gets is minus what the answers get. */
static const char *opposite(const struct table *table, struct nash_arena *arena, struct table *scratch)
{
    mpz_neg(scratch->left, *table_value(table, table->rows));
    mpz_swap(scratch->left, *table_value(table, table->rows));
    return read_value(table, arena);
}

enum nash_status matrix_zero_sum(uint32_t rows, uint32_t cols, const int64_t *a, struct nash_run *run,
                                 struct matrix_value *value, struct nash_error *error)
{
    struct table table;
    int64_t *loss = NASH_NEW(run->arena, int64_t, (size_t)rows * cols);
    memset(value, 0, sizeof *value);
    if (!loss)
        return nash_fail(error, NASH_NOMEM, NULL, "There is no memory left for the value of the game.");
    for (size_t k = 0; k < (size_t)rows * cols; k++)
        loss[k] = -a[k];
    struct answers answers = {.own = rows, .other = cols, .pay = loss};
    if (!table_open(&table, &answers, run->arena))
        return nash_fail(error, NASH_NOMEM, NULL, "There is no memory left for the value of the game.");
    table_start(&table, 0);
    table_least(&table);
    bool read = read_mix(&value->row, &table, run->arena) && read_dual(&value->col, &table, run->arena);
    value->value = opposite(&table, run->arena, &table);
    table_clear(&table);
    return read && value->value ? NASH_OK : NASH_NOMEM;
}
