/* Dominance by mixtures.
 *
 * Let D be what each other row gets more than row r. Row r is dominated strictly when the value of D, as a zero-sum
 * game, is positive; weakly also when it is 0 and some optimal mixture gets more than 0 against some column. A row that
 * dominates alone is looked for first, since it says more. */
#include <string.h>

#include "read.h"
#include "support.h"

static const int64_t pay_limit = (int64_t)1 << 62; /* of answers.h */

struct contest {
    uint32_t cols, alone; /* alone: the row that dominates r by itself, or none of them */
    uint32_t *row, rows;  /* the other rows that are alive */
    uint32_t *col;
    int64_t *pay, *handicap; /* what the column player gets of D */
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

static bool dominates(const struct contest *contest, uint32_t k, bool strict)
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

/* At an optimal table: is there an optimal mixture that gets more than the value somewhere? The table then stands at
 * one. */
static bool once_better(struct table *table)
{
    for (uint32_t column = 0; column < table->cols; column++)
        if (mpz_sgn(*table_at(table, table->rows, column)) != 0)
            table_fix(table, table->nonbasic[column]);
    for (uint32_t j = 0; j < table->answers.other; j++)
        if (table_can_rise(table, table->answers.own + j))
            return true;
    return false;
}

/* A mixture of the contest's rows as one of all rows; NULL weights are row `alone`. */
static bool widen(struct matrix_mix *mix, const struct contest *contest, uint32_t rows, struct nash_arena *arena)
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

/* Against these weights of columns, rounded from what holds v at its least, row r gets more than any other row: then no
 * mixture of rows is as good. Exact: sums of integers. */
static bool proof_undominated(const struct guess *guess, const struct answers *answers)
{
    const double *v = guess->cell + (size_t)guess->rows * guess->stride, scale = 0x1p50;
    for (uint32_t i = 0; i < answers->own; i++) {
        const int64_t *pay = answers->pay + (size_t)i * answers->other;
        __int128 sum = 0;
        for (uint32_t column = 0; column < guess->cols; column++)
            if (guess->nonbasic[column] >= guess->own && v[column] > 0 && v[column] < 2)
                sum += (__int128)(v[column] * scale) * pay[guess->nonbasic[column] - guess->own];
        if (sum <= 0)
            return false;
    }
    return true;
}

/* D as plain integers, when they are small enough. */
static bool difference(const struct contest *contest, struct answers *answers, struct nash_arena *arena)
{
    size_t cells = (size_t)contest->rows * contest->cols;
    int64_t *pay = NASH_NEW(arena, int64_t, cells);
    for (size_t k = 0; pay && k < cells; k++) {
        if (__builtin_sub_overflow(contest->pay[k], contest->handicap[k % contest->cols], &pay[k]) ||
            pay[k] >= pay_limit || pay[k] <= -pay_limit)
            return false;
    }
    *answers = (struct answers){.own = contest->rows, .other = contest->cols, .pay = pay};
    return pay != NULL;
}

/* In floating point with a proof; NASH_NOT_FOUND: not proved either way. */
static enum nash_status quickly(const struct contest *contest, struct nash_run *run, bool *dominated,
                                struct matrix_mix *by)
{
    struct answers answers;
    struct guess guess;
    struct support support;
    const char *value;
    if (!difference(contest, &answers, run->arena) || !guess_init(&guess, &answers, run))
        return NASH_NOT_FOUND;
    guess_start(&guess, &answers, 0);
    if (!guess_least(&guess))
        return run->stopped == NASH_STOP_NONE ? NASH_NOT_FOUND : NASH_STOPPED;
    if (proof_undominated(&guess, &answers))
        return NASH_OK;
    if (!support_read(&support, &guess, 0, run->arena))
        return NASH_NOMEM;
    enum nash_status status = support_mix(&support, &answers, 0, by, &value, run);
    *dominated = status == NASH_OK && value[0] == '-';
    return status == NASH_OK && !*dominated ? NASH_NOT_FOUND : status;
}

static enum nash_status exactly(const struct contest *contest, bool strict, struct nash_run *run, bool *dominated,
                                struct matrix_mix *by)
{
    struct answers answers = {
        .own = contest->rows, .other = contest->cols, .pay = contest->pay, .handicap = contest->handicap};
    struct table table;
    enum nash_status status = NASH_STOPPED;
    if (!table_open(&table, &answers, run))
        return NASH_NOMEM;
    table_start(&table, 0);
    if (table_least(&table)) {
        int side = mpz_sgn(*table_value(&table, table.rows));
        *dominated = side < 0 || (side == 0 && !strict && once_better(&table));
        status = !*dominated || read_mix(by, &table, run->arena) ? NASH_OK : NASH_NOMEM;
    }
    table_clear(&table);
    return run->stopped == NASH_STOP_NONE ? status : NASH_STOPPED;
}

static enum nash_status decide(struct contest *contest, bool strict, struct nash_run *run, bool *dominated,
                               struct matrix_mix *by)
{
    for (uint32_t k = 0; k < contest->rows; k++)
        if (dominates(contest, k, strict)) {
            contest->alone = contest->row[k];
            *dominated = true;
            return NASH_OK;
        }
    enum nash_status status = quickly(contest, run, dominated, by);
    return status == NASH_NOT_FOUND ? exactly(contest, strict, run, dominated, by) : status;
}

/* What was needed on the way is given back, but for the texts of a mixture: this is asked of each row in turn. */
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
        status = contest.rows && contest.cols ? decide(&contest, strict, run, dominated, &mix) : NASH_OK;
    if (contest.alone < rows || status != NASH_OK || !*dominated)
        nash_arena_release(run->arena, mark);
    if (status == NASH_OK && *dominated) {
        if (!widen(&mix, &contest, rows, run->arena))
            status = NASH_NOMEM;
        *by = mix;
    }
    return status != NASH_NOMEM ? status
                                : nash_fail(error, status, NULL, "There is no memory left for dominance by mixtures.");
}
