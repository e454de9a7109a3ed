/* Dense pivots in doubles; a table of 15 by 15 stays in the first cache. Rows are padded to whole cache lines so that
 * the inner loop has no rest. */
#include "guess.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double tiny = 1e-9; /* what may be 0: payoffs are 0..1 */

enum { STOP_GUESS = 4, LINE = 8 /* doubles */, LARGE = 10000 /* doubles */ };

bool guess_init(struct guess *guess, const struct answers *answers, struct nash_run *run)
{
    uint32_t variables = answers->own + answers->other, stride = (answers->own + LINE) / LINE * LINE;
    *guess = (struct guess){.run = run,
                            .own = answers->own,
                            .other = answers->other,
                            .rows = answers->other,
                            .cols = answers->own,
                            .stride = stride,
                            .least = answers->pay[0]};
    size_t cells = (size_t)(guess->rows + 1) * stride * sizeof(double);
    guess->size = cells + 2 * variables * sizeof(uint32_t) + variables;
    guess->cell = nash_arena_alloc_raw(run->arena, guess->size, LINE * sizeof(double));
    if (!guess->cell)
        return false;
    guess->basic = (uint32_t *)((char *)guess->cell + cells);
    guess->nonbasic = guess->basic + guess->rows;
    guess->place = guess->nonbasic + guess->cols;
    guess->fixed = (uint8_t *)(guess->place + variables);
    int64_t most = answers->pay[0];
    for (size_t k = 1; k < (size_t)answers->own * answers->other; k++) {
        guess->least = answers->pay[k] < guess->least ? answers->pay[k] : guess->least;
        most = answers->pay[k] > most ? answers->pay[k] : most;
    }
    guess->range = most > guess->least ? (double)(most - guess->least) : 1;
    return true;
}

static void seat_row(struct guess *guess, uint32_t row, uint32_t variable)
{
    guess->basic[row] = variable;
    guess->place[variable] = row;
}

static void seat_column(struct guess *guess, uint32_t column, uint32_t variable)
{
    guess->nonbasic[column] = variable;
    guess->place[variable] = guess->rows + column;
}

static double *row_of(const struct guess *guess, uint32_t row)
{
    return guess->cell + (size_t)row * guess->stride;
}

/* As table_start(). */
void guess_start(struct guess *guess, const struct answers *answers, uint32_t choice)
{
    uint32_t own = guess->own, other = guess->other, best = answers_best(answers, choice);
    memset(guess->cell, 0, guess->size);
    seat_row(guess, 0, choice);
    seat_column(guess, 0, own + best);
    for (uint32_t i = 0, column = 1; i < own; i++)
        if (i != choice)
            seat_column(guess, column++, i);
    for (uint32_t j = 0, row = 1; j < other; j++)
        if (j != best)
            seat_row(guess, row++, own + j);
    double *first = row_of(guess, 0), *value = row_of(guess, guess->rows);
    for (uint32_t column = 1; column < guess->cols; column++)
        first[column] = -1;
    first[guess->cols] = 1;
    for (uint32_t row = 1; row <= guess->rows; row++)
        row_of(guess, row)[0] = 1;
    for (uint32_t column = 1; column <= guess->cols; column++) {
        uint32_t i = column < guess->cols ? guess->nonbasic[column] : choice;
        const int64_t *pay = answers->pay + (size_t)i * other, *base = answers->pay + (size_t)choice * other;
        bool rest = column < guess->cols; /* what choice i makes more than the choice that starts */
        for (uint32_t row = 1; row < guess->rows; row++) {
            uint32_t j = guess->basic[row] - own;
            double gap = (double)(pay[best] - pay[j]) - (rest ? (double)(base[best] - base[j]) : 0);
            row_of(guess, row)[column] = gap / guess->range;
        }
        value[column] = (double)(pay[best] - (rest ? base[best] : guess->least)) / guess->range;
    }
}

/* cell / det in floating point, also where both are past the range of doubles. */
static double ratio(const mpz_t cell, const mpz_t det)
{
    long cell_exponent, det_exponent;
    double top = mpz_get_d_2exp(&cell_exponent, cell), bottom = mpz_get_d_2exp(&det_exponent, det);
    return ldexp(top / bottom, (int)(cell_exponent - det_exponent));
}

void guess_load(struct guess *guess, const struct table *table)
{
    memset(guess->cell, 0, guess->size);
    for (uint32_t row = 0; row < guess->rows; row++)
        seat_row(guess, row, table->basic[row]);
    for (uint32_t column = 0; column < guess->cols; column++)
        seat_column(guess, column, table->nonbasic[column]);
    for (uint32_t k = 0; k < guess->own + guess->other; k++)
        guess->fixed[k] = table->fixed[k];
    for (uint32_t row = 0; row <= guess->rows; row++) {
        double unit = row == guess->rows || guess->basic[row] >= guess->own ? 1 / guess->range : 1;
        for (uint32_t column = 0; column <= guess->cols; column++) {
            bool slack = column < guess->cols && guess->nonbasic[column] >= guess->own;
            row_of(guess, row)[column] =
                ratio(*table_at(table, row, column), table->det) * unit * (slack ? guess->range : 1);
        }
    }
    row_of(guess, guess->rows)[guess->cols] -= (double)guess->least / guess->range;
}

typedef double line __attribute__((vector_size(LINE * sizeof(double))));

/* All rows but `row` get their entry in `column` times the pivot row. */
static inline __attribute__((always_inline)) void sweep_body(double *cell, uint32_t rows, uint32_t stride, uint32_t row,
                                                             uint32_t column)
{
    uint32_t lines = stride / LINE;
    const line *by = (const line *)(cell + (size_t)row * stride);
    for (uint32_t q = 0; q <= rows; q++) {
        double *entry = cell + (size_t)q * stride + column, factor = *entry;
        line *to = (line *)(cell + (size_t)q * stride);
        if (q == row || factor == 0)
            continue;
        *entry = 0;
        for (uint32_t e = 0; e < lines; e++)
            to[e] += factor * by[e];
    }
}

static void sweep_plain(double *cell, uint32_t rows, uint32_t stride, uint32_t row, uint32_t column)
{
    sweep_body(cell, rows, stride, row, column);
}

#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) static void sweep_wide(double *cell, uint32_t rows, uint32_t stride, uint32_t row,
                                                           uint32_t column)
{
    sweep_body(cell, rows, stride, row, column);
}

static void sweep(double *cell, uint32_t rows, uint32_t stride, uint32_t row, uint32_t column)
{
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        sweep_wide(cell, rows, stride, row, column);
    else
        sweep_plain(cell, rows, stride, row, column);
}
#else
static void sweep(double *cell, uint32_t rows, uint32_t stride, uint32_t row, uint32_t column)
{
    sweep_plain(cell, rows, stride, row, column);
}
#endif

void guess_pivot(struct guess *guess, uint32_t row, uint32_t column)
{
    double *by = row_of(guess, row), over = -1 / by[column];
    by[column] = -1;
    for (uint32_t e = 0; e < guess->stride; e++)
        by[e] *= over;
    sweep(guess->cell, guess->rows, guess->stride, row, column);
    uint32_t enters = guess->nonbasic[column];
    seat_column(guess, column, guess->basic[row]);
    seat_row(guess, row, enters);
    guess->pivots++;
    if (guess->rows * guess->stride > LARGE)
        guess->run->clock_in = 0; /* a pivot takes longer than a look at the clock */
    nash_stop(guess->run, STOP_GUESS);
}

uint32_t guess_ratio(const struct guess *guess, uint32_t column)
{
    uint32_t best = TABLE_NONE;
    double step = DBL_MAX, entry = 0;
    const double *cell = guess->cell;
    for (uint32_t row = 0; row < guess->rows; row++, cell += guess->stride) {
        double down = -cell[column];
        if (down <= tiny)
            continue;
        double value = cell[guess->cols] > 0 ? cell[guess->cols] : 0;
        double length = value / down;
        if (length < step - tiny || (length < step + tiny && down > entry)) {
            step = length < step ? length : step;
            entry = down;
            best = row;
        }
    }
    return best;
}

double guess_value(const struct guess *guess, uint32_t variable)
{
    uint32_t row = guess->place[variable];
    if (row >= guess->rows)
        return 0;
    double value = row_of(guess, row)[guess->cols];
    return value > tiny ? value : 0;
}

/* The column that lowers (sign -1) or raises a row's value fastest, of those that may move. */
static uint32_t entering(const struct guess *guess, uint32_t row, double sign)
{
    uint32_t best = TABLE_NONE;
    double slope = tiny;
    const double *cell = row_of(guess, row);
    for (uint32_t column = 0; column < guess->cols; column++)
        if (sign * cell[column] > slope && !guess->fixed[guess->nonbasic[column]]) {
            slope = sign * cell[column];
            best = column;
        }
    return best;
}

bool guess_blocked(const struct guess *guess, uint32_t variable)
{
    uint32_t row = guess->place[variable];
    return row < guess->rows && row_of(guess, row)[guess->cols] > tiny && entering(guess, row, -1) == TABLE_NONE;
}

static bool stopped(const struct guess *guess)
{
    return guess->run->stopped != NASH_STOP_NONE;
}

static uint32_t patience(const struct guess *guess)
{
    return 50 + 10 * (guess->rows + guess->cols);
}

/* A variable that is 0 leaves the basis by its largest entry, if it has one. */
static void expel(struct guess *guess, uint32_t row)
{
    uint32_t up = entering(guess, row, 1), down = entering(guess, row, -1);
    const double *cell = row_of(guess, row);
    if (up == TABLE_NONE || (down != TABLE_NONE && -cell[down] > cell[up]))
        up = down;
    if (up != TABLE_NONE)
        guess_pivot(guess, row, up);
}

enum guess_answer guess_fix(struct guess *guess, uint32_t variable)
{
    uint32_t left = patience(guess), row;
    while ((row = guess->place[variable]) < guess->rows) {
        if (row_of(guess, row)[guess->cols] <= tiny) {
            expel(guess, row);
            break;
        }
        uint32_t column = entering(guess, row, -1);
        if (column == TABLE_NONE)
            return GUESS_POSITIVE;
        uint32_t leaves = guess_ratio(guess, column);
        if (leaves == TABLE_NONE || left-- == 0 || stopped(guess))
            return GUESS_LOST;
        guess_pivot(guess, leaves, column);
    }
    guess->fixed[variable] = 1;
    return GUESS_ZERO;
}

bool guess_flat(struct guess *guess, uint32_t variable)
{
    if (guess->fixed[variable])
        return true;
    if (guess->place[variable] >= guess->rows) {
        uint32_t column = guess->place[variable] - guess->rows, row = guess_ratio(guess, column);
        if (row == TABLE_NONE)
            return false;
        guess_pivot(guess, row, column);
    }
    for (uint32_t left = patience(guess); left && !stopped(guess); left--) {
        uint32_t row = guess->place[variable];
        if (row >= guess->rows || row_of(guess, row)[guess->cols] > tiny)
            return false;
        uint32_t column = entering(guess, row, 1);
        if (column == TABLE_NONE)
            return true;
        uint32_t leaves = guess_ratio(guess, column);
        if (leaves == TABLE_NONE)
            return false;
        guess_pivot(guess, leaves, column);
    }
    return false;
}

bool guess_least(struct guess *guess)
{
    for (uint32_t left = patience(guess); left && !stopped(guess); left--) {
        uint32_t column = entering(guess, guess->rows, -1);
        if (column == TABLE_NONE)
            return true;
        uint32_t row = guess_ratio(guess, column);
        if (row == TABLE_NONE)
            return false;
        guess_pivot(guess, row, column);
    }
    return false;
}
