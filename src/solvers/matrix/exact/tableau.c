/* The exact dictionary: initial vertex, pivots, ratio tests. */
#include "tableau.h"

enum { STOP_PIVOT = 5, LARGE = 32 /* columns */ };

mpz_t *tableau_cell(const struct tableau *tableau, uint32_t row, uint32_t column)
{
    return &tableau->cell[(size_t)row * (tableau->cols + 1) + column];
}

mpz_t *tableau_value(const struct tableau *tableau, uint32_t row)
{
    return tableau_cell(tableau, row, tableau->cols);
}

uint32_t tableau_column(const struct tableau *tableau, uint32_t variable)
{
    uint32_t place = tableau->place[variable];
    return place < tableau->rows ? TABLEAU_NONE : place - tableau->rows;
}

uint32_t tableau_row(const struct tableau *tableau, uint32_t variable)
{
    uint32_t place = tableau->place[variable];
    return place < tableau->rows ? place : TABLEAU_NONE;
}

bool tableau_init(struct tableau *tableau, const struct polyhedron *polyhedron, struct nash_run *run)
{
    struct nash_arena *arena = run->arena;
    uint32_t variables = polyhedron->own + polyhedron->other;
    *tableau =
        (struct tableau){.run = run, .polyhedron = *polyhedron, .rows = polyhedron->other, .cols = polyhedron->own};
    size_t cells = (size_t)(tableau->rows + 1) * (tableau->cols + 1);
    tableau->cell = NASH_NEW(arena, mpz_t, cells);
    tableau->basic = NASH_NEW(arena, uint32_t, tableau->rows);
    tableau->nonbasic = NASH_NEW(arena, uint32_t, tableau->cols);
    tableau->place = NASH_NEW(arena, uint32_t, variables);
    tableau->rank = NASH_NEW(arena, uint32_t, variables);
    tableau->order = NASH_NEW(arena, uint32_t, variables);
    tableau->fixed = NASH_NEW(arena, bool, variables);
    if (!tableau->cell || !tableau->basic || !tableau->nonbasic || !tableau->place || !tableau->rank ||
        !tableau->order || !tableau->fixed) {
        tableau->cell = NULL; /* nothing to clear */
        return false;
    }
    for (size_t k = 0; k < cells; k++)
        mpz_init(tableau->cell[k]);
    mpz_inits(tableau->det, tableau->left, tableau->right, NULL);
    return true;
}

void tableau_clear(struct tableau *tableau)
{
    size_t cells = (size_t)(tableau->rows + 1) * (tableau->cols + 1);
    for (size_t k = 0; k < cells; k++)
        mpz_clear(tableau->cell[k]);
    mpz_clears(tableau->det, tableau->left, tableau->right, NULL);
}

static void tableau_place(struct tableau *tableau, uint32_t row, uint32_t column, uint32_t in_row, uint32_t in_column)
{
    if (row != TABLEAU_NONE) {
        tableau->basic[row] = in_row;
        tableau->place[in_row] = row;
    }
    if (column != TABLEAU_NONE) {
        tableau->nonbasic[column] = in_column;
        tableau->place[in_column] = tableau->rows + column;
    }
}

/* Sets result to the payoff of response `best` minus that of response j, to choice i. */
static void slack_coefficient(struct tableau *tableau, mpz_t result, uint32_t i, uint32_t best, uint32_t j)
{
    const struct polyhedron *polyhedron = &tableau->polyhedron;
    const int64_t *pay = polyhedron->pay + (size_t)i * polyhedron->other;
    mpz_set_si(result, pay[best] - pay[j]);
    if (polyhedron->handicap) {
        mpz_set_si(tableau->left, polyhedron->handicap[best] - polyhedron->handicap[j]);
        mpz_sub(result, result, tableau->left);
    }
}

static void payoff_coefficient(struct tableau *tableau, mpz_t result, uint32_t i, uint32_t j)
{
    const struct polyhedron *polyhedron = &tableau->polyhedron;
    mpz_set_si(result, polyhedron->pay[(size_t)i * polyhedron->other + j] -
                           (polyhedron->handicap ? polyhedron->handicap[j] : 0));
}

/* With x_choice = 1 - sum of the other x, v = s_best + payoff of `best`, and s_j = s_best + (payoff of `best` minus
 * payoff of j). Row 0 is x_choice, the other rows are s_j; column 0 is s_best, the other columns are x_i. */
void tableau_start(struct tableau *tableau, uint32_t choice)
{
    const struct polyhedron *polyhedron = &tableau->polyhedron;
    uint32_t own = polyhedron->own, other = polyhedron->other, best = polyhedron_best_response(polyhedron, choice);
    mpz_set_ui(tableau->det, 1);
    tableau_place(tableau, 0, 0, choice, own + best);
    for (uint32_t i = 0, column = 1; i < own; i++)
        if (i != choice)
            tableau_place(tableau, TABLEAU_NONE, column++, 0, i);
    for (uint32_t j = 0, row = 1; j < other; j++)
        if (j != best)
            tableau_place(tableau, row++, TABLEAU_NONE, own + j, 0);
    mpz_set_si(*tableau_cell(tableau, 0, 0), 0);
    mpz_set_si(*tableau_value(tableau, 0), 1);
    for (uint32_t column = 1; column < tableau->cols; column++)
        mpz_set_si(*tableau_cell(tableau, 0, column), -1);
    for (uint32_t row = 1; row <= tableau->rows; row++) {
        bool slack = row < tableau->rows;
        uint32_t j = slack ? tableau->basic[row] - own : 0;
        mpz_set_si(*tableau_cell(tableau, row, 0), 1);
        for (uint32_t column = 1; column <= tableau->cols; column++) {
            uint32_t i = column < tableau->cols ? tableau->nonbasic[column] : choice;
            mpz_t *cell = tableau_cell(tableau, row, column);
            if (slack)
                slack_coefficient(tableau, *cell, i, best, j);
            else
                payoff_coefficient(tableau, *cell, i, best);
        }
        for (uint32_t column = 1; column < tableau->cols; column++)
            mpz_sub(*tableau_cell(tableau, row, column), *tableau_cell(tableau, row, column),
                    *tableau_value(tableau, row));
    }
    for (uint32_t k = 0; k < own + other; k++)
        tableau->fixed[k] = false;
    tableau_perturb(tableau);
}

/* Data of one pivot, the same for all cells. */
struct step {
    const mpz_t *pivot;
    int sign;                     /* of the pivot */
    bool words;                   /* pivot and det fit into 64 bits */
    int64_t pivot_word, det_word; /* their values, if `words` */
};

/* Does the same as update_cell() if all numbers fit into 64 bits, the common case while payoffs are small. Returns
 * false otherwise, with the cell unchanged. */
static bool update_cell_words(const struct step *step, mpz_t cell, const mpz_t across, int64_t down)
{
    if (!mpz_fits_slong_p(cell) || !mpz_fits_slong_p(across))
        return false;
    __int128 wide, taken;
    if (__builtin_sub_overflow((__int128)mpz_get_si(cell) * step->pivot_word, (__int128)mpz_get_si(across) * down,
                               &wide))
        return false;
    if ((int64_t)wide == wide)
        taken = (int64_t)wide / step->det_word;
    else
        taken = wide / step->det_word;
    if ((int64_t)taken != taken || (int64_t)taken == INT64_MIN)
        return false;
    mpz_set_si(cell, step->sign * (int64_t)taken);
    return true;
}

/* Sets cell to (cell * pivot - across * down) / det, times the sign of the pivot. */
static void update_cell(struct tableau *tableau, const struct step *step, mpz_t cell, const mpz_t across,
                        const mpz_t down)
{
    mpz_mul(tableau->left, cell, *step->pivot);
    mpz_submul(tableau->left, across, down);
    mpz_divexact(cell, tableau->left, tableau->det);
    if (step->sign < 0)
        mpz_neg(cell, cell);
}

static void update_row(struct tableau *tableau, const struct step *step, uint32_t q, uint32_t row, uint32_t column)
{
    mpz_t *down = tableau_cell(tableau, q, column), *cell = tableau_cell(tableau, q, 0);
    const mpz_t *across = (const mpz_t *)tableau_cell(tableau, row, 0);
    bool words = step->words && mpz_fits_slong_p(*down);
    int64_t down_word = words ? mpz_get_si(*down) : 0;
    for (uint32_t e = 0; e <= tableau->cols; e++)
        if (e != column && !(words && update_cell_words(step, cell[e], across[e], down_word)))
            update_cell(tableau, step, cell[e], across[e], *down);
    if (step->sign < 0)
        mpz_neg(*down, *down);
}

void tableau_pivot(struct tableau *tableau, uint32_t row, uint32_t column)
{
    mpz_t *pivot = tableau_cell(tableau, row, column);
    struct step step = {.pivot = (const mpz_t *)pivot, .sign = mpz_sgn(*pivot)};
    step.words = mpz_fits_slong_p(*pivot) && mpz_fits_slong_p(tableau->det);
    if (step.words) {
        step.pivot_word = mpz_get_si(*pivot);
        step.det_word = mpz_get_si(tableau->det);
    }
    for (uint32_t q = 0; q <= tableau->rows; q++) {
        if (tableau->cols > LARGE)
            tableau->run->clock_in = 0; /* a row may take longer than reading the clock */
        nash_stop(tableau->run, STOP_PIVOT);
        if (q != row)
            update_row(tableau, &step, q, row, column);
    }
    if (step.sign > 0)
        for (uint32_t e = 0; e <= tableau->cols; e++)
            if (e != column)
                mpz_neg(*tableau_cell(tableau, row, e), *tableau_cell(tableau, row, e));
    mpz_swap(*pivot, tableau->det);
    if (step.sign < 0) {
        mpz_neg(*pivot, *pivot);
        mpz_neg(tableau->det, tableau->det);
    }
    tableau_place(tableau, row, column, tableau->nonbasic[column], tableau->basic[row]);
    tableau->pivots++;
}

/* Compares value / -entry of a row with that of the best row so far. Returns -1 if `best` is TABLEAU_NONE. */
static int compare_ratios(struct tableau *tableau, uint32_t row, uint32_t best, uint32_t column)
{
    if (best == TABLEAU_NONE)
        return -1;
    mpz_mul(tableau->left, *tableau_value(tableau, best), *tableau_cell(tableau, row, column));
    mpz_mul(tableau->right, *tableau_value(tableau, row), *tableau_cell(tableau, best, column));
    return mpz_cmp(tableau->left, tableau->right); /* both entries are negative, so the sides are exchanged */
}

uint32_t tableau_ratio(struct tableau *tableau, uint32_t column)
{
    uint32_t best = TABLEAU_NONE;
    for (uint32_t row = 0; row < tableau->rows; row++) {
        if (mpz_sgn(*tableau_cell(tableau, row, column)) >= 0)
            continue;
        int side = compare_ratios(tableau, row, best, column);
        if (side < 0 || (side == 0 && tableau->basic[row] < tableau->basic[best]))
            best = row;
    }
    return best;
}

/* Ranks basic variables first: they may fall by more than all others together, so that each value is positive. */
void tableau_perturb(struct tableau *tableau)
{
    uint32_t rank = 0;
    for (uint32_t row = 0; row < tableau->rows; row++)
        tableau->order[rank++] = tableau->basic[row];
    for (uint32_t column = 0; column < tableau->cols; column++)
        tableau->order[rank++] = tableau->nonbasic[column];
    for (uint32_t k = 0; k < rank; k++)
        tableau->rank[tableau->order[k]] = k;
}

/* Returns the coefficient of one variable's epsilon in a row's value: det for the variable of the row; for a nonbasic
 * variable the entry of its column, to be negated (*minus); NULL, which means 0, for any other or a fixed variable. */
static const mpz_t *epsilon_coefficient(const struct tableau *tableau, uint32_t row, uint32_t variable, bool *minus)
{
    uint32_t column = tableau_column(tableau, variable);
    *minus = column != TABLEAU_NONE;
    if (*minus)
        return tableau->fixed[variable] ? NULL : (const mpz_t *)tableau_cell(tableau, row, column);
    return tableau->basic[row] == variable ? (const mpz_t *)&tableau->det : NULL;
}

static int compare_epsilons(struct tableau *tableau, uint32_t p, uint32_t q, uint32_t column, uint32_t variable)
{
    bool minus;
    const mpz_t *of_p = epsilon_coefficient(tableau, p, variable, &minus),
                *of_q = epsilon_coefficient(tableau, q, variable, &minus);
    if (!of_p && !of_q)
        return 0;
    mpz_set_ui(tableau->left, 0);
    mpz_set_ui(tableau->right, 0);
    if (of_q)
        mpz_mul(tableau->left, *of_q, *tableau_cell(tableau, p, column));
    if (of_p)
        mpz_mul(tableau->right, *of_p, *tableau_cell(tableau, q, column));
    int side = mpz_cmp(tableau->left, tableau->right);
    return minus ? -side : side;
}

uint32_t tableau_ratio_lex(struct tableau *tableau, uint32_t column)
{
    uint32_t best = TABLEAU_NONE, variables = tableau->rows + tableau->cols;
    for (uint32_t row = 0; row < tableau->rows; row++) {
        if (mpz_sgn(*tableau_cell(tableau, row, column)) >= 0)
            continue;
        int side = compare_ratios(tableau, row, best, column);
        for (uint32_t k = 0; side == 0 && k < variables; k++)
            side = compare_epsilons(tableau, row, best, column, tableau->order[k]);
        if (side < 0)
            best = row;
    }
    return best;
}
