/* All extreme equilibria: the search, then the list. */
#include <string.h>

#include "tree.h"

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
