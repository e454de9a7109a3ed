/* Faces of the polyhedron: which variables can be 0 or positive there, and where v is minimal. All use the simplex
 * method with Bland's rule, which never cycles; to minimise a variable, its row is the objective. */
#include "tableau.h"

static bool tableau_stopped(const struct tableau *tableau)
{
    return tableau->run->stopped != NASH_STOP_NONE;
}

/* Returns the nonfixed column with the smallest variable whose entry in `row` has this sign, or TABLEAU_NONE. */
static uint32_t tableau_entering(const struct tableau *tableau, uint32_t row, int sign)
{
    uint32_t best = TABLEAU_NONE;
    for (uint32_t column = 0; column < tableau->cols; column++) {
        uint32_t variable = tableau->nonbasic[column];
        if (!tableau->fixed[variable] && mpz_sgn(*tableau_cell(tableau, row, column)) == sign &&
            (best == TABLEAU_NONE || variable < tableau->nonbasic[best]))
            best = column;
    }
    return best;
}

/* Removes a variable of value 0 from the basis, if its row has an entry that allows it. */
static void tableau_leave_basis(struct tableau *tableau, uint32_t row)
{
    uint32_t column = tableau_entering(tableau, row, -1);
    if (column == TABLEAU_NONE)
        column = tableau_entering(tableau, row, 1);
    if (column != TABLEAU_NONE)
        tableau_pivot(tableau, row, column);
}

bool tableau_fix_zero(struct tableau *tableau, uint32_t variable)
{
    for (;;) {
        uint32_t row = tableau_row(tableau, variable);
        if (row == TABLEAU_NONE)
            break;
        if (mpz_sgn(*tableau_value(tableau, row)) == 0) {
            tableau_leave_basis(tableau, row);
            break;
        }
        uint32_t column = tableau_entering(tableau, row, -1);
        if (column == TABLEAU_NONE || tableau_stopped(tableau))
            return false;
        tableau_pivot(tableau, tableau_ratio(tableau, column), column);
    }
    tableau->fixed[variable] = true;
    return true;
}

bool tableau_can_be_positive(struct tableau *tableau, uint32_t variable)
{
    if (tableau->fixed[variable])
        return false;
    uint32_t column = tableau_column(tableau, variable);
    if (column != TABLEAU_NONE) {
        uint32_t row = tableau_ratio(tableau, column);
        if (row == TABLEAU_NONE)
            return true;
        tableau_pivot(tableau, row, column);
    }
    for (;;) {
        uint32_t row = tableau_row(tableau, variable);
        if (mpz_sgn(*tableau_value(tableau, row)) > 0 || tableau_stopped(tableau))
            return true;
        column = tableau_entering(tableau, row, 1);
        if (column == TABLEAU_NONE)
            return false;
        uint32_t leaves = tableau_ratio(tableau, column);
        if (leaves == TABLEAU_NONE)
            return true;
        tableau_pivot(tableau, leaves, column);
    }
}

bool tableau_minimize(struct tableau *tableau)
{
    while (!tableau_stopped(tableau)) {
        uint32_t column = tableau_entering(tableau, tableau->rows, -1);
        if (column == TABLEAU_NONE)
            return true;
        tableau_pivot(tableau, tableau_ratio(tableau, column), column);
    }
    return false;
}

void tableau_set_basis(struct tableau *tableau, const uint32_t *zero)
{
    bool *wanted = tableau->fixed; /* `fixed` is used as scratch: nothing is fixed yet */
    for (uint32_t k = 0; k < tableau->cols; k++)
        wanted[zero[k]] = true;
    for (uint32_t k = 0; k < tableau->cols; k++) {
        uint32_t row = tableau_row(tableau, zero[k]), column = 0;
        if (row == TABLEAU_NONE || tableau_stopped(tableau))
            continue;
        while (column < tableau->cols &&
               (wanted[tableau->nonbasic[column]] || mpz_sgn(*tableau_cell(tableau, row, column)) == 0))
            column++;
        if (column < tableau->cols)
            tableau_pivot(tableau, row, column);
    }
    for (uint32_t k = 0; k < tableau->cols; k++)
        wanted[zero[k]] = false;
}

bool tableau_feasible(const struct tableau *tableau)
{
    for (uint32_t row = 0; row < tableau->rows; row++)
        if (mpz_sgn(*tableau_value(tableau, row)) < 0)
            return false;
    return true;
}
