/* The value of a matrix and an optimal strategy of each: an equilibrium of the game in which the column player loses
 * what the row player gets. The simplex method in floating point finds the supports, which are solved and proved; where
 * that fails the simplex method is done in integers. */
#include <string.h>

#include "read.h"
#include "support.h"

static enum nash_status quickly(const struct answers answers[2], struct nash_run *run,
                                struct matrix_equilibrium *saddle)
{
    struct guess guess;
    struct support support;
    if (!guess_init(&guess, &answers[0], run))
        return NASH_NOMEM;
    guess_start(&guess, &answers[0], 0);
    if (!guess_least(&guess))
        return run->stopped == NASH_STOP_NONE ? NASH_NOT_FOUND : NASH_STOPPED;
    if (!support_read(&support, &guess, 0, run->arena))
        return NASH_NOMEM;
    return support_solve(&support, answers, saddle, run);
}

/* The value changes its sign: the table has what the column player gets. */
static const char *opposite(struct table *table, struct nash_arena *arena)
{
    mpz_t *value = table_value(table, table->rows);
    mpz_neg(*value, *value);
    return read_value(table, arena);
}

static enum nash_status exactly(const struct answers answers[2], struct nash_run *run,
                                struct matrix_equilibrium *saddle)
{
    struct table table;
    if (!table_open(&table, &answers[0], run))
        return NASH_NOMEM;
    table_start(&table, 0);
    enum nash_status status = table_least(&table) ? NASH_OK : NASH_STOPPED;
    if (status == NASH_OK) {
        saddle->row_value = opposite(&table, run->arena);
        if (!saddle->row_value || !read_mix(&saddle->row, &table, run->arena) ||
            !read_dual(&saddle->col, &table, run->arena))
            status = NASH_NOMEM;
    }
    table_clear(&table);
    return status;
}

enum nash_status matrix_zero_sum(uint32_t rows, uint32_t cols, const int64_t *a, struct nash_run *run,
                                 struct matrix_value *value, struct nash_error *error)
{
    struct answers answers[2];
    struct matrix_equilibrium saddle;
    int64_t *loss = NASH_NEW(run->arena, int64_t, (size_t)rows * cols);
    struct matrix_game game = {.rows = rows, .cols = cols, .a = a, .b = loss};
    memset(value, 0, sizeof *value);
    if (!loss || !answers_of_cols(&answers[1], &game, run->arena))
        return nash_fail(error, NASH_NOMEM, NULL, "There is no memory left for the value of the game.");
    for (size_t k = 0; k < (size_t)rows * cols; k++)
        loss[k] = -a[k];
    answers_of_rows(&answers[0], &game);
    enum nash_status status = quickly(answers, run, &saddle);
    if (status == NASH_NOT_FOUND)
        status = exactly(answers, run, &saddle);
    if (status == NASH_NOMEM)
        return nash_fail(error, status, NULL, "There is no memory left for the value of the game.");
    if (status == NASH_OK)
        *value = (struct matrix_value){.value = saddle.row_value, .row = saddle.row, .col = saddle.col};
    return status;
}
