/* All extreme equilibria. */
#include <string.h>

#include "collect.h"
#include "walk.h"

struct side {
    struct table table;
    struct walk walk;
    struct corners *corners;
    struct nash_arena *arena;
};

static enum nash_status note(void *context, struct table *table)
{
    struct side *side = context;
    return collect_corner(side->corners, table, side->arena) == KEYS_FULL ? NASH_NOMEM : NASH_OK;
}

static enum nash_status vertices(struct side *side, const struct answers *answers, struct corners *corners,
                                 struct nash_run *run)
{
    enum nash_status status = NASH_NOMEM;
    side->corners = corners;
    side->arena = run->arena;
    if (!table_init(&side->table, answers, run->arena))
        return NASH_NOMEM;
    if (walk_init(&side->walk, &side->table, run)) {
        table_start(&side->table, 0);
        status = walk_face(&side->walk, &side->table, note, side);
    }
    table_clear(&side->table);
    return status;
}

static bool complete_labels(const struct matrix_game *game, const uint64_t *of_rows, const uint64_t *of_cols)
{
    for (uint32_t k = 0; k < game->rows + game->cols; k++) {
        uint32_t there = k < game->rows ? game->cols + k : k - game->rows;
        if (!bit_get(of_rows, k) && !bit_get(of_cols, there))
            return false;
    }
    return true;
}

enum nash_status matrix_all_equilibria(const struct matrix_game *game, uint32_t most, struct nash_run *run,
                                       struct matrix_equilibria *found, struct nash_error *error)
{
    (void)error;
    struct answers answers[2];
    struct collect collect;
    struct side row, col;
    memset(found, 0, sizeof *found);
    if (!answers_of_rows(&answers[0], game, run->arena) || !answers_of_cols(&answers[1], game, run->arena) ||
        !collect_init(&collect, game, run->arena))
        return NASH_NOMEM;
    enum nash_status status = vertices(&row, &answers[0], &collect.row, run);
    if (status == NASH_OK)
        status = vertices(&col, &answers[1], &collect.col, run);
    if (status == NASH_NOMEM)
        return status;
    found->complete = status == NASH_OK;
    for (uint32_t i = 0; i < collect.row.zeros.count; i++)
        for (uint32_t j = 0; j < collect.col.zeros.count; j++) {
            if (!complete_labels(game, keys_at(&collect.row.zeros, i), keys_at(&collect.col.zeros, j)))
                continue;
            if (collect.pairs.count == most)
                found->complete = false;
            else if (!collect_pair(&collect, i, j))
                return NASH_NOMEM;
        }
    found->vertices = row.walk.met + col.walk.met;
    found->pivots = row.table.pivots + col.table.pivots;
    return collect_list(&collect, found);
}
