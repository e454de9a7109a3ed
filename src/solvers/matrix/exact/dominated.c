/* Dominance by mixtures.
 *
 * Let D be what each other row gets more than row r. Row r is dominated strictly when the value of D, as a zero-sum
 * game, is positive; weakly also when it is 0 and some optimal mixture gets more than 0 against some column. A row that
 * dominates alone is looked for first, since it says more. */
#include <string.h>

#include "read.h"

struct contest {
    uint32_t cols, alone; /* alone: of `other`, the row that dominates r by itself */
    uint32_t *row, rows;  /* the other rows that are alive */
    uint32_t *col;
    int64_t *pay, *handicap; /* what the column player gets of D */
};

static bool contest_init(struct contest *contest, uint32_t rows, uint32_t cols, const int64_t *a,
                         const bool *alive_rows, const bool *alive_cols, uint32_t r, struct nash_arena *arena)
{
    *contest = (struct contest){.row = NASH_NEW(arena, uint32_t, rows), .col = NASH_NEW(arena, uint32_t, cols)};
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

/* A mixture of the contest's rows as one of all rows. */
static bool widen(struct matrix_mix *mix, const struct contest *contest, uint32_t rows, struct nash_arena *arena)
{
    const char **weight = NASH_NEW(arena, const char *, rows);
    if (!weight)
        return false;
    for (uint32_t i = 0; i < rows; i++)
        weight[i] = "0";
    for (uint32_t k = 0; k < contest->rows; k++)
        weight[contest->row[k]] = mix->weight ? mix->weight[k] : k == contest->alone ? "1" : "0";
    *mix = (struct matrix_mix){.count = rows, .weight = weight};
    return true;
}

static enum nash_status mixture(const struct contest *contest, bool strict, struct nash_run *run, bool *dominated,
                                struct matrix_mix *by)
{
    struct answers answers = {
        .own = contest->rows, .other = contest->cols, .pay = contest->pay, .handicap = contest->handicap};
    struct table table;
    if (!table_open(&table, &answers, run->arena))
        return NASH_NOMEM;
    table_start(&table, 0);
    table_least(&table);
    int side = mpz_sgn(*table_value(&table, table.rows));
    *dominated = side < 0 || (side == 0 && !strict && once_better(&table));
    bool read = !*dominated || read_mix(by, &table, run->arena);
    table_clear(&table);
    return read ? NASH_OK : NASH_NOMEM;
}

enum nash_status matrix_dominated(uint32_t rows, uint32_t cols, const int64_t *a, const bool *alive_rows,
                                  const bool *alive_cols, uint32_t r, bool strict, struct nash_run *run,
                                  bool *dominated, struct matrix_mix *by, struct nash_error *error)
{
    struct contest contest;
    *dominated = false;
    memset(by, 0, sizeof *by);
    enum nash_status status = NASH_OK;
    if (!contest_init(&contest, rows, cols, a, alive_rows, alive_cols, r, run->arena))
        return nash_fail(error, NASH_NOMEM, NULL, "There is no memory left for dominance by mixtures.");
    if (contest.rows == 0 || contest.cols == 0)
        return NASH_OK;
    for (uint32_t k = 0; k < contest.rows && !*dominated; k++) {
        contest.alone = k;
        *dominated = dominates(&contest, k, strict);
    }
    if (!*dominated)
        status = mixture(&contest, strict, run, dominated, by);
    if (status == NASH_OK && *dominated && !widen(by, &contest, rows, run->arena))
        status = NASH_NOMEM;
    return status == NASH_OK ? status
                             : nash_fail(error, status, NULL, "There is no memory left for dominance by mixtures.");
}
