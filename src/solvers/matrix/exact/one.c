/* One equilibrium. */
#include <string.h>

#include "lemke.h"
#include "read.h"

static bool read_equilibrium(struct matrix_equilibrium *equilibrium, const struct table side[2],
                             struct nash_arena *arena)
{
    equilibrium->row_value = read_value(&side[1], arena);
    equilibrium->col_value = read_value(&side[0], arena);
    return equilibrium->row_value && equilibrium->col_value && read_mix(&equilibrium->row, &side[0], arena) &&
           read_mix(&equilibrium->col, &side[1], arena);
}

static enum nash_status pivot_exactly(const struct answers answers[2], struct nash_run *run, struct matrix_one *one)
{
    struct table side[2];
    if (!table_open(&side[0], &answers[0], run->arena))
        return NASH_NOMEM;
    enum nash_status status = NASH_NOMEM;
    if (table_open(&side[1], &answers[1], run->arena)) {
        one->by = "lemke_howson";
        status = lemke_exact(side, one->label, run);
        if (status == NASH_OK && !read_equilibrium(&one->equilibrium, side, run->arena))
            status = NASH_NOMEM;
        one->pivots += side[0].pivots + side[1].pivots;
        table_clear(&side[1]);
    }
    table_clear(&side[0]);
    return status;
}

enum nash_status matrix_one_equilibrium(const struct matrix_game *game, struct nash_run *run, struct matrix_one *one,
                                        struct nash_error *error)
{
    struct answers answers[2];
    memset(one, 0, sizeof *one);
    if (!answers_of_rows(&answers[0], game, run->arena) || !answers_of_cols(&answers[1], game, run->arena))
        return nash_fail(error, NASH_NOMEM, NULL, "There is no memory left for one equilibrium.");
    return pivot_exactly(answers, run, one);
}
