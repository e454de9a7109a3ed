/* All extreme equilibria: the search, then the list. */
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
    if (!table_open(&side->table, answers, run->arena))
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
    struct tree tree;
    memset(found, 0, sizeof *found);
    enum nash_status status = tree_init(&tree, game, most, run);
    if (status == NASH_OK)
        status = tree_search(&tree);
    found->complete = status == NASH_OK;
    found->vertices = tree.face[0].walk.met + tree.face[1].walk.met;
    for (uint32_t side = 0; side < 2; side++)
        found->pivots += tree.face[side].guess.pivots + tree.face[side].table.pivots;
    tree_clear(&tree);
    if (status == NASH_OK || status == NASH_STOPPED)
        status = collect_list(&tree.collect, found);
    if (status != NASH_OK) {
        *found = (struct matrix_equilibria){0};
        return nash_fail(error, status, "",
                         "the search for all equilibria does not fit into the memory of this job: leave "
                         "\"equilibria\" out of \"want\" and ask for \"one\"");
    }
    if (!found->complete)
        found->component = NULL; /* those that are missing may join others */
    if (found->count > most)
        found->count = most;
    return NASH_OK;
}
