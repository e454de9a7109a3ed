/* Dense pivots in doubles. A tableau of 15 by 15 fits the first-level cache. Rows are padded to whole cache lines so
 * that the inner loop has no remainder. */
#include "float_tableau.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double tiny = 1e-9; /* smaller numbers count as 0; payoffs are 0..1 */

enum { STOP_FLOAT_PIVOT = 4, LINE = 8 /* doubles */, LARGE = 10000 /* doubles */ };

bool float_tableau_init(struct float_tableau *approx, const struct polyhedron *polyhedron, struct nash_run *run)
{
    uint32_t variables = polyhedron->own + polyhedron->other, stride = (polyhedron->own + LINE) / LINE * LINE;
    *approx = (struct float_tableau){.run = run,
                                     .own = polyhedron->own,
                                     .other = polyhedron->other,
                                     .rows = polyhedron->other,
                                     .cols = polyhedron->own,
                                     .stride = stride,
                                     .min = polyhedron->pay[0]};
    size_t cells = (size_t)(approx->rows + 1) * stride * sizeof(double);
    approx->size = cells + 2 * variables * sizeof(uint32_t) + variables;
    approx->cell = nash_arena_alloc_raw(run->arena, approx->size, LINE * sizeof(double));
    if (!approx->cell)
        return false;
    approx->basic = (uint32_t *)((char *)approx->cell + cells);
    approx->nonbasic = approx->basic + approx->rows;
    approx->place = approx->nonbasic + approx->cols;
    approx->fixed = (uint8_t *)(approx->place + variables);
    int64_t max = polyhedron->pay[0];
    for (size_t k = 1; k < (size_t)polyhedron->own * polyhedron->other; k++) {
        approx->min = polyhedron->pay[k] < approx->min ? polyhedron->pay[k] : approx->min;
        max = polyhedron->pay[k] > max ? polyhedron->pay[k] : max;
    }
    approx->range = max > approx->min ? (double)(max - approx->min) : 1;
    return true;
}

static void approx_set_basic(struct float_tableau *approx, uint32_t row, uint32_t variable)
{
    approx->basic[row] = variable;
    approx->place[variable] = row;
}

static void approx_set_nonbasic(struct float_tableau *approx, uint32_t column, uint32_t variable)
{
    approx->nonbasic[column] = variable;
    approx->place[variable] = approx->rows + column;
}

static double *approx_row(const struct float_tableau *approx, uint32_t row)
{
    return approx->cell + (size_t)row * approx->stride;
}

/* Moves to the same vertex as tableau_start(). */
void float_tableau_start(struct float_tableau *approx, const struct polyhedron *polyhedron, uint32_t choice)
{
    uint32_t own = approx->own, other = approx->other, best = polyhedron_best_response(polyhedron, choice);
    memset(approx->cell, 0, approx->size);
    approx_set_basic(approx, 0, choice);
    approx_set_nonbasic(approx, 0, own + best);
    for (uint32_t i = 0, column = 1; i < own; i++)
        if (i != choice)
            approx_set_nonbasic(approx, column++, i);
    for (uint32_t j = 0, row = 1; j < other; j++)
        if (j != best)
            approx_set_basic(approx, row++, own + j);
    double *first = approx_row(approx, 0), *value = approx_row(approx, approx->rows);
    for (uint32_t column = 1; column < approx->cols; column++)
        first[column] = -1;
    first[approx->cols] = 1;
    for (uint32_t row = 1; row <= approx->rows; row++)
        approx_row(approx, row)[0] = 1;
    for (uint32_t column = 1; column <= approx->cols; column++) {
        uint32_t i = column < approx->cols ? approx->nonbasic[column] : choice;
        const int64_t *pay = polyhedron->pay + (size_t)i * other, *base = polyhedron->pay + (size_t)choice * other;
        bool rest = column < approx->cols; /* the column has payoffs of i minus those of the starting choice */
        for (uint32_t row = 1; row < approx->rows; row++) {
            uint32_t j = approx->basic[row] - own;
            double gap = (double)(pay[best] - pay[j]) - (rest ? (double)(base[best] - base[j]) : 0);
            approx_row(approx, row)[column] = gap / approx->range;
        }
        value[column] = (double)(pay[best] - (rest ? base[best] : approx->min)) / approx->range;
    }
}

/* Returns cell / det, also if both exceed the range of doubles. */
static double mpz_ratio(const mpz_t cell, const mpz_t det)
{
    long cell_exponent, det_exponent;
    double top = mpz_get_d_2exp(&cell_exponent, cell), bottom = mpz_get_d_2exp(&det_exponent, det);
    return ldexp(top / bottom, (int)(cell_exponent - det_exponent));
}

void float_tableau_load(struct float_tableau *approx, const struct tableau *tableau)
{
    memset(approx->cell, 0, approx->size);
    for (uint32_t row = 0; row < approx->rows; row++)
        approx_set_basic(approx, row, tableau->basic[row]);
    for (uint32_t column = 0; column < approx->cols; column++)
        approx_set_nonbasic(approx, column, tableau->nonbasic[column]);
    for (uint32_t k = 0; k < approx->own + approx->other; k++)
        approx->fixed[k] = tableau->fixed[k];
    for (uint32_t row = 0; row <= approx->rows; row++) {
        double unit = row == approx->rows || approx->basic[row] >= approx->own ? 1 / approx->range : 1;
        for (uint32_t column = 0; column <= approx->cols; column++) {
            bool slack = column < approx->cols && approx->nonbasic[column] >= approx->own;
            approx_row(approx, row)[column] =
                mpz_ratio(*tableau_cell(tableau, row, column), tableau->det) * unit * (slack ? approx->range : 1);
        }
    }
    approx_row(approx, approx->rows)[approx->cols] -= (double)approx->min / approx->range;
}

typedef double cache_line __attribute__((vector_size(LINE * sizeof(double))));

/* Adds multiples of the pivot row to all other rows, so that their entries in `column` become 0. */
static inline __attribute__((always_inline)) void eliminate_body(double *cell, uint32_t rows, uint32_t stride,
                                                                 uint32_t row, uint32_t column)
{
    uint32_t lines = stride / LINE;
    const cache_line *by = (const cache_line *)(cell + (size_t)row * stride);
    for (uint32_t q = 0; q <= rows; q++) {
        double *entry = cell + (size_t)q * stride + column, factor = *entry;
        cache_line *to = (cache_line *)(cell + (size_t)q * stride);
        if (q == row || factor == 0)
            continue;
        *entry = 0;
        for (uint32_t e = 0; e < lines; e++)
            to[e] += factor * by[e];
    }
}

static void eliminate_plain(double *cell, uint32_t rows, uint32_t stride, uint32_t row, uint32_t column)
{
    eliminate_body(cell, rows, stride, row, column);
}

#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) static void eliminate_avx2(double *cell, uint32_t rows, uint32_t stride,
                                                               uint32_t row, uint32_t column)
{
    eliminate_body(cell, rows, stride, row, column);
}

static void eliminate(double *cell, uint32_t rows, uint32_t stride, uint32_t row, uint32_t column)
{
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        eliminate_avx2(cell, rows, stride, row, column);
    else
        eliminate_plain(cell, rows, stride, row, column);
}
#else
static void eliminate(double *cell, uint32_t rows, uint32_t stride, uint32_t row, uint32_t column)
{
    eliminate_plain(cell, rows, stride, row, column);
}
#endif

void float_tableau_pivot(struct float_tableau *approx, uint32_t row, uint32_t column)
{
    double *by = approx_row(approx, row), over = -1 / by[column];
    by[column] = -1;
    for (uint32_t e = 0; e < approx->stride; e++)
        by[e] *= over;
    eliminate(approx->cell, approx->rows, approx->stride, row, column);
    uint32_t enters = approx->nonbasic[column];
    approx_set_nonbasic(approx, column, approx->basic[row]);
    approx_set_basic(approx, row, enters);
    approx->pivots++;
    if (approx->rows * approx->stride > LARGE)
        approx->run->clock_in = 0; /* a pivot takes longer than reading the clock */
    nash_stop(approx->run, STOP_FLOAT_PIVOT);
}

uint32_t float_tableau_ratio(const struct float_tableau *approx, uint32_t column)
{
    uint32_t best = TABLEAU_NONE;
    double step = DBL_MAX, entry = 0;
    const double *cell = approx->cell;
    for (uint32_t row = 0; row < approx->rows; row++, cell += approx->stride) {
        double down = -cell[column];
        if (down <= tiny)
            continue;
        double value = cell[approx->cols] > 0 ? cell[approx->cols] : 0;
        double length = value / down;
        if (length < step - tiny || (length < step + tiny && down > entry)) {
            step = length < step ? length : step;
            entry = down;
            best = row;
        }
    }
    return best;
}

double float_tableau_value(const struct float_tableau *approx, uint32_t variable)
{
    uint32_t row = approx->place[variable];
    if (row >= approx->rows)
        return 0;
    double value = approx_row(approx, row)[approx->cols];
    return value > tiny ? value : 0;
}

/* Returns the nonfixed column that lowers (sign -1) or raises (sign 1) a row's value fastest, or TABLEAU_NONE. */
static uint32_t approx_entering(const struct float_tableau *approx, uint32_t row, double sign)
{
    uint32_t best = TABLEAU_NONE;
    double slope = tiny;
    const double *cell = approx_row(approx, row);
    for (uint32_t column = 0; column < approx->cols; column++)
        if (sign * cell[column] > slope && !approx->fixed[approx->nonbasic[column]]) {
            slope = sign * cell[column];
            best = column;
        }
    return best;
}

bool float_tableau_blocked(const struct float_tableau *approx, uint32_t variable)
{
    uint32_t row = approx->place[variable];
    return row < approx->rows && approx_row(approx, row)[approx->cols] > tiny &&
           approx_entering(approx, row, -1) == TABLEAU_NONE;
}

static bool approx_stopped(const struct float_tableau *approx)
{
    return approx->run->stopped != NASH_STOP_NONE;
}

static uint32_t approx_pivot_limit(const struct float_tableau *approx)
{
    return 50 + 10 * (approx->rows + approx->cols);
}

/* Removes the row's variable, whose value is 0, from the basis by a pivot on its largest entry, if there is one. */
static void approx_leave_basis(struct float_tableau *approx, uint32_t row)
{
    uint32_t up = approx_entering(approx, row, 1), down = approx_entering(approx, row, -1);
    const double *cell = approx_row(approx, row);
    if (up == TABLEAU_NONE || (down != TABLEAU_NONE && -cell[down] > cell[up]))
        up = down;
    if (up != TABLEAU_NONE)
        float_tableau_pivot(approx, row, up);
}

enum float_answer float_tableau_fix_zero(struct float_tableau *approx, uint32_t variable)
{
    uint32_t left = approx_pivot_limit(approx), row;
    while ((row = approx->place[variable]) < approx->rows) {
        if (approx_row(approx, row)[approx->cols] <= tiny) {
            approx_leave_basis(approx, row);
            break;
        }
        uint32_t column = approx_entering(approx, row, -1);
        if (column == TABLEAU_NONE)
            return FLOAT_POSITIVE;
        uint32_t leaves = float_tableau_ratio(approx, column);
        if (leaves == TABLEAU_NONE || left-- == 0 || approx_stopped(approx))
            return FLOAT_UNKNOWN;
        float_tableau_pivot(approx, leaves, column);
    }
    approx->fixed[variable] = 1;
    return FLOAT_ZERO;
}

bool float_tableau_always_zero(struct float_tableau *approx, uint32_t variable)
{
    if (approx->fixed[variable])
        return true;
    if (approx->place[variable] >= approx->rows) {
        uint32_t column = approx->place[variable] - approx->rows, row = float_tableau_ratio(approx, column);
        if (row == TABLEAU_NONE)
            return false;
        float_tableau_pivot(approx, row, column);
    }
    for (uint32_t left = approx_pivot_limit(approx); left && !approx_stopped(approx); left--) {
        uint32_t row = approx->place[variable];
        if (row >= approx->rows || approx_row(approx, row)[approx->cols] > tiny)
            return false;
        uint32_t column = approx_entering(approx, row, 1);
        if (column == TABLEAU_NONE)
            return true;
        uint32_t leaves = float_tableau_ratio(approx, column);
        if (leaves == TABLEAU_NONE)
            return false;
        float_tableau_pivot(approx, leaves, column);
    }
    return false;
}

bool float_tableau_minimize(struct float_tableau *approx)
{
    for (uint32_t left = approx_pivot_limit(approx); left && !approx_stopped(approx); left--) {
        uint32_t column = approx_entering(approx, approx->rows, -1);
        if (column == TABLEAU_NONE)
            return true;
        uint32_t row = float_tableau_ratio(approx, column);
        if (row == TABLEAU_NONE)
            return false;
        float_tableau_pivot(approx, row, column);
    }
    return false;
}
