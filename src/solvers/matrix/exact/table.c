/* The exact dictionary: how it starts, pivots, and chooses the row that leaves. */
#include "table.h"

enum { STOP_PIVOT = 5, LARGE = 32 /* columns */ };

mpz_t *table_at(const struct table *table, uint32_t row, uint32_t column)
{
    return &table->cell[(size_t)row * (table->cols + 1) + column];
}

mpz_t *table_value(const struct table *table, uint32_t row)
{
    return table_at(table, row, table->cols);
}

uint32_t table_column(const struct table *table, uint32_t variable)
{
    uint32_t place = table->place[variable];
    return place < table->rows ? TABLE_NONE : place - table->rows;
}

uint32_t table_row(const struct table *table, uint32_t variable)
{
    uint32_t place = table->place[variable];
    return place < table->rows ? place : TABLE_NONE;
}

bool table_open(struct table *table, const struct answers *answers, struct nash_run *run)
{
    struct nash_arena *arena = run->arena;
    uint32_t variables = answers->own + answers->other;
    *table = (struct table){.run = run, .answers = *answers, .rows = answers->other, .cols = answers->own};
    size_t cells = (size_t)(table->rows + 1) * (table->cols + 1);
    table->cell = NASH_NEW(arena, mpz_t, cells);
    table->basic = NASH_NEW(arena, uint32_t, table->rows);
    table->nonbasic = NASH_NEW(arena, uint32_t, table->cols);
    table->place = NASH_NEW(arena, uint32_t, variables);
    table->rank = NASH_NEW(arena, uint32_t, variables);
    table->order = NASH_NEW(arena, uint32_t, variables);
    table->fixed = NASH_NEW(arena, bool, variables);
    if (!table->cell || !table->basic || !table->nonbasic || !table->place || !table->rank || !table->order ||
        !table->fixed) {
        table->cell = NULL; /* nothing to clear */
        return false;
    }
    for (size_t k = 0; k < cells; k++)
        mpz_init(table->cell[k]);
    mpz_inits(table->det, table->left, table->right, NULL);
    return true;
}

void table_clear(struct table *table)
{
    size_t cells = (size_t)(table->rows + 1) * (table->cols + 1);
    for (size_t k = 0; k < cells; k++)
        mpz_clear(table->cell[k]);
    mpz_clears(table->det, table->left, table->right, NULL);
}

static void seat(struct table *table, uint32_t row, uint32_t column, uint32_t in_row, uint32_t in_column)
{
    if (row != TABLE_NONE) {
        table->basic[row] = in_row;
        table->place[in_row] = row;
    }
    if (column != TABLE_NONE) {
        table->nonbasic[column] = in_column;
        table->place[in_column] = table->rows + column;
    }
}

/* How much more answer `best` gets than j. */
static void gap(struct table *table, mpz_t result, uint32_t i, uint32_t best, uint32_t j)
{
    const struct answers *answers = &table->answers;
    const int64_t *pay = answers->pay + (size_t)i * answers->other;
    mpz_set_si(result, pay[best] - pay[j]);
    if (answers->handicap) {
        mpz_set_si(table->left, answers->handicap[best] - answers->handicap[j]);
        mpz_sub(result, result, table->left);
    }
}

static void worth(struct table *table, mpz_t result, uint32_t i, uint32_t j)
{
    const struct answers *answers = &table->answers;
    mpz_set_si(result, answers->pay[(size_t)i * answers->other + j] - (answers->handicap ? answers->handicap[j] : 0));
}

/* With x_choice = 1 - sum of the other x, v = s_best + what `best` gets, and each s_j = s_best + what `best` gets more
 * than j. Row 0 is x_choice, the others are s_j; column 0 is s_best, the others are x_i. */
void table_start(struct table *table, uint32_t choice)
{
    const struct answers *answers = &table->answers;
    uint32_t own = answers->own, other = answers->other, best = answers_best(answers, choice);
    mpz_set_ui(table->det, 1);
    seat(table, 0, 0, choice, own + best);
    for (uint32_t i = 0, column = 1; i < own; i++)
        if (i != choice)
            seat(table, TABLE_NONE, column++, 0, i);
    for (uint32_t j = 0, row = 1; j < other; j++)
        if (j != best)
            seat(table, row++, TABLE_NONE, own + j, 0);
    mpz_set_si(*table_at(table, 0, 0), 0);
    mpz_set_si(*table_value(table, 0), 1);
    for (uint32_t column = 1; column < table->cols; column++)
        mpz_set_si(*table_at(table, 0, column), -1);
    for (uint32_t row = 1; row <= table->rows; row++) {
        bool slack = row < table->rows;
        uint32_t j = slack ? table->basic[row] - own : 0;
        mpz_set_si(*table_at(table, row, 0), 1);
        for (uint32_t column = 1; column <= table->cols; column++) {
            uint32_t i = column < table->cols ? table->nonbasic[column] : choice;
            mpz_t *cell = table_at(table, row, column);
            if (slack)
                gap(table, *cell, i, best, j);
            else
                worth(table, *cell, i, best);
        }
        for (uint32_t column = 1; column < table->cols; column++)
            mpz_sub(*table_at(table, row, column), *table_at(table, row, column), *table_value(table, row));
    }
    for (uint32_t k = 0; k < own + other; k++)
        table->fixed[k] = false;
    table_perturb(table);
}

/* The numbers of one pivot that all its cells share. */
struct step {
    const mpz_t *pivot;
    int sign;
    bool words; /* pivot and det are single words: */
    int64_t pivot_word, det_word;
};

/* As update(), where all numbers are words: most are, while payoffs are small. */
static bool update_words(const struct step *step, mpz_t cell, const mpz_t across, int64_t down)
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

/* cell = (cell * pivot - across * down) / det, times the pivot's sign. */
static void update(struct table *table, const struct step *step, mpz_t cell, const mpz_t across, const mpz_t down)
{
    mpz_mul(table->left, cell, *step->pivot);
    mpz_submul(table->left, across, down);
    mpz_divexact(cell, table->left, table->det);
    if (step->sign < 0)
        mpz_neg(cell, cell);
}

static void update_row(struct table *table, const struct step *step, uint32_t q, uint32_t row, uint32_t column)
{
    mpz_t *down = table_at(table, q, column), *cell = table_at(table, q, 0);
    const mpz_t *across = (const mpz_t *)table_at(table, row, 0);
    bool words = step->words && mpz_fits_slong_p(*down);
    int64_t down_word = words ? mpz_get_si(*down) : 0;
    for (uint32_t e = 0; e <= table->cols; e++)
        if (e != column && !(words && update_words(step, cell[e], across[e], down_word)))
            update(table, step, cell[e], across[e], *down);
    if (step->sign < 0)
        mpz_neg(*down, *down);
}

void table_pivot(struct table *table, uint32_t row, uint32_t column)
{
    mpz_t *pivot = table_at(table, row, column);
    struct step step = {.pivot = (const mpz_t *)pivot, .sign = mpz_sgn(*pivot)};
    step.words = mpz_fits_slong_p(*pivot) && mpz_fits_slong_p(table->det);
    if (step.words) {
        step.pivot_word = mpz_get_si(*pivot);
        step.det_word = mpz_get_si(table->det);
    }
    for (uint32_t q = 0; q <= table->rows; q++) {
        if (table->cols > LARGE)
            table->run->clock_in = 0; /* a row may take longer than a look at the clock */
        nash_stop(table->run, STOP_PIVOT);
        if (q != row)
            update_row(table, &step, q, row, column);
    }
    if (step.sign > 0)
        for (uint32_t e = 0; e <= table->cols; e++)
            if (e != column)
                mpz_neg(*table_at(table, row, e), *table_at(table, row, e));
    mpz_swap(*pivot, table->det);
    if (step.sign < 0) {
        mpz_neg(*pivot, *pivot);
        mpz_neg(table->det, table->det);
    }
    seat(table, row, column, table->nonbasic[column], table->basic[row]);
    table->pivots++;
}

/* value_p / -entry_p against value_q / -entry_q. */
static int compare(struct table *table, const mpz_t value_p, const mpz_t entry_p, const mpz_t value_q,
                   const mpz_t entry_q)
{
    mpz_mul(table->left, value_q, entry_p);
    mpz_mul(table->right, value_p, entry_q);
    return mpz_cmp(table->left, table->right); /* both entries are negative: the sides have changed places */
}

uint32_t table_ratio(struct table *table, uint32_t column)
{
    uint32_t best = TABLE_NONE;
    for (uint32_t row = 0; row < table->rows; row++) {
        if (mpz_sgn(*table_at(table, row, column)) >= 0)
            continue;
        int side = best == TABLE_NONE ? -1
                                      : compare(table, *table_value(table, row), *table_at(table, row, column),
                                                *table_value(table, best), *table_at(table, best, column));
        if (side < 0 || (side == 0 && table->basic[row] < table->basic[best]))
            best = row;
    }
    return best;
}

/* Variables that are basic now may fall by more than all the others together, so that each value is positive. */
void table_perturb(struct table *table)
{
    uint32_t rank = 0;
    for (uint32_t row = 0; row < table->rows; row++)
        table->order[rank++] = table->basic[row];
    for (uint32_t column = 0; column < table->cols; column++)
        table->order[rank++] = table->nonbasic[column];
    for (uint32_t k = 0; k < rank; k++)
        table->rank[table->order[k]] = k;
}

/* The coefficient of one epsilon in a row's value: its own is det, that of a column's variable is minus its entry. The
 * result is 0, or points to a number whose sign is to be changed when *minus. */
static const mpz_t *epsilon(const struct table *table, uint32_t row, uint32_t variable, bool *minus)
{
    uint32_t column = table_column(table, variable);
    *minus = column != TABLE_NONE;
    if (*minus)
        return table->fixed[variable] ? NULL : (const mpz_t *)table_at(table, row, column);
    return table->basic[row] == variable ? (const mpz_t *)&table->det : NULL;
}

static int compare_epsilon(struct table *table, uint32_t p, uint32_t q, uint32_t column, uint32_t variable)
{
    bool minus;
    const mpz_t *of_p = epsilon(table, p, variable, &minus), *of_q = epsilon(table, q, variable, &minus);
    if (!of_p && !of_q)
        return 0;
    mpz_set_ui(table->left, 0);
    mpz_set_ui(table->right, 0);
    if (of_q)
        mpz_mul(table->left, *of_q, *table_at(table, p, column));
    if (of_p)
        mpz_mul(table->right, *of_p, *table_at(table, q, column));
    int side = mpz_cmp(table->left, table->right);
    return minus ? -side : side;
}

uint32_t table_ratio_lex(struct table *table, uint32_t column)
{
    uint32_t best = TABLE_NONE, variables = table->rows + table->cols;
    for (uint32_t row = 0; row < table->rows; row++) {
        if (mpz_sgn(*table_at(table, row, column)) >= 0)
            continue;
        int side = best == TABLE_NONE ? -1
                                      : compare(table, *table_value(table, row), *table_at(table, row, column),
                                                *table_value(table, best), *table_at(table, best, column));
        for (uint32_t k = 0; side == 0 && k < variables; k++)
            side = compare_epsilon(table, row, best, column, table->order[k]);
        if (side < 0)
            best = row;
    }
    return best;
}
