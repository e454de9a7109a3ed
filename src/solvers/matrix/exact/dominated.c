/* Dominance by mixtures.
 *
 * Let D be the payoffs of the other rows minus those of row r. Row r is strictly dominated if the value of D, as a
 * zero-sum game, is positive. It is also weakly dominated if the value is 0 and some optimal mixture gets more than 0
 * against some column. A single dominating row is tried first, because it is the simpler answer. */
#include <string.h>

#include "strategy.h"
#include "support.h"

static const int64_t pay_limit = (int64_t)1 << 62; /* bound of |pay| in polyhedron.h */

struct contest {
    uint32_t cols, alone;    /* alone: the row that dominates r by itself, or the number of rows of the game */
    uint32_t *row, rows;     /* [rows]: the other rows that are alive */
    uint32_t *col;           /* [cols]: the columns that are alive */
    int64_t *pay, *handicap; /* [rows * cols] and [cols]: pay - handicap are the column player's payoffs in D */
};

static bool contest_init(struct contest *contest, uint32_t rows, uint32_t cols, const int64_t *a,
                         const bool *alive_rows, const bool *alive_cols, uint32_t r, struct nash_arena *arena)
{
    *contest =
        (struct contest){.alone = rows, .row = NASH_NEW(arena, uint32_t, rows), .col = NASH_NEW(arena, uint32_t, cols)};
    if (!contest->row || !contest->col)
        return false;
    for (uint32_t i = 0; i < rows; i++)
        if (alive_rows[i] && i != r)
            contest->row[contest->rows++] = i;
    for (uint32_t j = 0; j < cols; j++)
        if (alive_cols[j])
            contest->col[contest->cols++] = j;
    contest->pay = NASH_NEW(arena, int64_t, (size_t)contest->rows * contest->cols);
    contest->handicap = NASH_NEW(arena, int64_t, contest->cols);
    if (!contest->pay || !contest->handicap)
        return false;
    for (uint32_t k = 0; k < contest->rows; k++)
        for (uint32_t j = 0; j < contest->cols; j++)
            contest->pay[(size_t)k * contest->cols + j] = -a[(size_t)contest->row[k] * cols + contest->col[j]];
    for (uint32_t j = 0; j < contest->cols; j++)
        contest->handicap[j] = -a[(size_t)r * cols + contest->col[j]];
    return true;
}

static bool contest_dominates(const struct contest *contest, uint32_t k, bool strict)
{
    const int64_t *pay = contest->pay + (size_t)k * contest->cols;
    bool better = false;
    for (uint32_t j = 0; j < contest->cols; j++) {
        if (strict ? pay[j] >= contest->handicap[j] : pay[j] > contest->handicap[j])
            return false;
        better = better || pay[j] < contest->handicap[j];
    }
    return better;
}

/* Returns whether an optimal mixture gains more than the value against some column. The tableau must be optimal; it
 * then stands at such a mixture. */
static bool tableau_once_better(struct tableau *tableau)
{
    for (uint32_t column = 0; column < tableau->cols; column++)
        if (mpz_sgn(*tableau_cell(tableau, tableau->rows, column)) != 0)
            tableau_fix_zero(tableau, tableau->nonbasic[column]);
    for (uint32_t j = 0; j < tableau->polyhedron.other; j++)
        if (tableau_can_be_positive(tableau, tableau->polyhedron.own + j))
            return true;
    return false;
}

/* Extends a mixture of the contest's rows to all rows. NULL weights stand for the row `alone`. */
static bool contest_expand_mix(struct matrix_mix *mix, const struct contest *contest, uint32_t rows,
                               struct nash_arena *arena)
{
    const char **weight = NASH_NEW(arena, const char *, rows);
    if (!weight)
        return false;
    for (uint32_t i = 0; i < rows; i++)
        weight[i] = i == contest->alone ? "1" : "0";
    for (uint32_t k = 0; mix->weight && k < contest->rows; k++)
        weight[contest->row[k]] = mix->weight[k];
    *mix = (struct matrix_mix){.count = rows, .weight = weight};
    return true;
}

/* Proves that no mixture dominates row r: against the column weights that hold v at its minimum, rounded, row r gets
 * more than every other row. The sums are exact integers. */
static bool proof_undominated(const struct float_tableau *approx, const struct polyhedron *polyhedron)
{
    const double *v = approx->cell + (size_t)approx->rows * approx->stride, scale = 0x1p50;
    for (uint32_t i = 0; i < polyhedron->own; i++) {
        const int64_t *pay = polyhedron->pay + (size_t)i * polyhedron->other;
        __int128 sum = 0;
        for (uint32_t column = 0; column < approx->cols; column++)
            if (approx->nonbasic[column] >= approx->own && v[column] > 0 && v[column] < 2)
                sum += (__int128)(v[column] * scale) * pay[approx->nonbasic[column] - approx->own];
        if (sum <= 0)
            return false;
    }
    return true;
}

/* Sets *polyhedron to the game D. Returns false if a payoff exceeds pay_limit or the arena is full. */
static bool contest_difference(const struct contest *contest, struct polyhedron *polyhedron, struct nash_arena *arena)
{
    size_t cells = (size_t)contest->rows * contest->cols;
    int64_t *pay = NASH_NEW(arena, int64_t, cells);
    for (size_t k = 0; pay && k < cells; k++) {
        if (__builtin_sub_overflow(contest->pay[k], contest->handicap[k % contest->cols], &pay[k]) ||
            pay[k] >= pay_limit || pay[k] <= -pay_limit)
            return false;
    }
    *polyhedron = (struct polyhedron){.own = contest->rows, .other = contest->cols, .pay = pay};
    return pay != NULL;
}

/* Decides in floating point, with a proof. Returns NASH_NOT_FOUND if neither answer is proved. */
static enum nash_status contest_solve_float(const struct contest *contest, struct nash_run *run, bool *dominated,
                                            struct matrix_mix *by)
{
    struct polyhedron polyhedron;
    struct float_tableau approx;
    struct support support;
    const char *value;
    if (!contest_difference(contest, &polyhedron, run->arena) || !float_tableau_init(&approx, &polyhedron, run))
        return NASH_NOT_FOUND;
    float_tableau_start(&approx, &polyhedron, 0);
    if (!float_tableau_minimize(&approx))
        return run->stopped == NASH_STOP_NONE ? NASH_NOT_FOUND : NASH_STOPPED;
    if (proof_undominated(&approx, &polyhedron))
        return NASH_OK;
    if (!support_read(&support, &approx, 0, run->arena))
        return NASH_NOMEM;
    enum nash_status status = support_mix(&support, &polyhedron, 0, by, &value, run);
    *dominated = status == NASH_OK && value[0] == '-';
    return status == NASH_OK && !*dominated ? NASH_NOT_FOUND : status;
}

static enum nash_status contest_solve_exact(const struct contest *contest, bool strict, struct nash_run *run,
                                            bool *dominated, struct matrix_mix *by)
{
    struct polyhedron polyhedron = {
        .own = contest->rows, .other = contest->cols, .pay = contest->pay, .handicap = contest->handicap};
    struct tableau tableau;
    enum nash_status status = NASH_STOPPED;
    if (!tableau_init(&tableau, &polyhedron, run))
        return NASH_NOMEM;
    tableau_start(&tableau, 0);
    if (tableau_minimize(&tableau)) {
        int side = mpz_sgn(*tableau_value(&tableau, tableau.rows));
        *dominated = side < 0 || (side == 0 && !strict && tableau_once_better(&tableau));
        status = !*dominated || strategy_read(by, &tableau, run->arena) ? NASH_OK : NASH_NOMEM;
    }
    tableau_clear(&tableau);
    return run->stopped == NASH_STOP_NONE ? status : NASH_STOPPED;
}

static enum nash_status contest_decide(struct contest *contest, bool strict, struct nash_run *run, bool *dominated,
                                       struct matrix_mix *by)
{
    for (uint32_t k = 0; k < contest->rows; k++)
        if (contest_dominates(contest, k, strict)) {
            contest->alone = contest->row[k];
            *dominated = true;
            return NASH_OK;
        }
    enum nash_status status = contest_solve_float(contest, run, dominated, by);
    return status == NASH_NOT_FOUND ? contest_solve_exact(contest, strict, run, dominated, by) : status;
}

/* Releases the arena except for the texts of a mixture, because every row is checked in turn. */
enum nash_status matrix_dominated(uint32_t rows, uint32_t cols, const int64_t *a, const bool *alive_rows,
                                  const bool *alive_cols, uint32_t r, bool strict, struct nash_run *run,
                                  bool *dominated, struct matrix_mix *by, struct nash_error *error)
{
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    struct contest contest;
    struct matrix_mix mix = {0};
    enum nash_status status = NASH_NOMEM;
    *dominated = false;
    memset(by, 0, sizeof *by);
    if (contest_init(&contest, rows, cols, a, alive_rows, alive_cols, r, run->arena))
        status = contest.rows && contest.cols ? contest_decide(&contest, strict, run, dominated, &mix) : NASH_OK;
    if (contest.alone < rows || status != NASH_OK || !*dominated)
        nash_arena_release(run->arena, mark);
    if (status == NASH_OK && *dominated) {
        if (!contest_expand_mix(&mix, &contest, rows, run->arena))
            status = NASH_NOMEM;
        *by = mix;
    }
    return status != NASH_NOMEM ? status
                                : nash_fail(error, status, NULL, "There is no memory left for dominance by mixtures.");
}
