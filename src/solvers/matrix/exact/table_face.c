/* Faces of the polyhedron: which variables can be 0 or more than 0 there, and where v is least. All by the simplex
 * method with Bland's rule, which never cycles: a variable is made small by taking its own row as the objective. */
#include "table.h"

static bool stopped(const struct table *table)
{
    return table->run->stopped != NASH_STOP_NONE;
}

/* The first variable, by number, whose column has an entry of this sign in `row` and may move. */
static uint32_t entering(const struct table *table, uint32_t row, int sign)
{
    uint32_t best = TABLE_NONE;
    for (uint32_t column = 0; column < table->cols; column++) {
        uint32_t variable = table->nonbasic[column];
        if (!table->fixed[variable] && mpz_sgn(*table_at(table, row, column)) == sign &&
            (best == TABLE_NONE || variable < table->nonbasic[best]))
            best = column;
    }
    return best;
}

/* Takes a variable that is 0 out of the basis, if its row has an entry that allows it. */
static void expel(struct table *table, uint32_t row)
{
    uint32_t column = entering(table, row, -1);
    if (column == TABLE_NONE)
        column = entering(table, row, 1);
    if (column != TABLE_NONE)
        table_pivot(table, row, column);
}

bool table_fix(struct table *table, uint32_t variable)
{
    for (;;) {
        uint32_t row = table_row(table, variable);
        if (row == TABLE_NONE)
            break;
        if (mpz_sgn(*table_value(table, row)) == 0) {
            expel(table, row);
            break;
        }
        uint32_t column = entering(table, row, -1);
        if (column == TABLE_NONE || stopped(table))
            return false;
        table_pivot(table, table_ratio(table, column), column);
    }
    table->fixed[variable] = true;
    return true;
}

bool table_can_rise(struct table *table, uint32_t variable)
{
    if (table->fixed[variable])
        return false;
    uint32_t column = table_column(table, variable);
    if (column != TABLE_NONE) {
        uint32_t row = table_ratio(table, column);
        if (row == TABLE_NONE)
            return true;
        table_pivot(table, row, column);
    }
    for (;;) {
        uint32_t row = table_row(table, variable);
        if (mpz_sgn(*table_value(table, row)) > 0 || stopped(table))
            return true;
        column = entering(table, row, 1);
        if (column == TABLE_NONE)
            return false;
        uint32_t leaves = table_ratio(table, column);
        if (leaves == TABLE_NONE)
            return true;
        table_pivot(table, leaves, column);
    }
}

bool table_least(struct table *table)
{
    while (!stopped(table)) {
        uint32_t column = entering(table, table->rows, -1);
        if (column == TABLE_NONE)
            return true;
        table_pivot(table, table_ratio(table, column), column);
    }
    return false;
}

void table_stand(struct table *table, const uint32_t *zero)
{
    bool *wanted = table->fixed; /* borrowed: nothing is fixed yet */
    for (uint32_t k = 0; k < table->cols; k++)
        wanted[zero[k]] = true;
    for (uint32_t k = 0; k < table->cols; k++) {
        uint32_t row = table_row(table, zero[k]), column = 0;
        if (row == TABLE_NONE || stopped(table))
            continue;
        while (column < table->cols && (wanted[table->nonbasic[column]] || mpz_sgn(*table_at(table, row, column)) == 0))
            column++;
        if (column < table->cols)
            table_pivot(table, row, column);
    }
    for (uint32_t k = 0; k < table->cols; k++)
        wanted[zero[k]] = false;
}

bool table_feasible(const struct table *table)
{
    for (uint32_t row = 0; row < table->rows; row++)
        if (mpz_sgn(*table_value(table, row)) < 0)
            return false;
    return true;
}
