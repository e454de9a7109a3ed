/* Finds all extreme equilibria: the search, then the list. */
#include <string.h>

#include "tree.h"

enum nash_status matrix_all_equilibria(const struct matrix_game *game, uint32_t max, struct nash_run *run,
                                       struct matrix_equilibria *found, struct nash_error *error)
{
    struct tree tree;
    memset(found, 0, sizeof *found);
    enum nash_status status = tree_init(&tree, game, max, run);
    if (status == NASH_OK)
        status = tree_search(&tree);
    found->complete = status == NASH_OK;
    found->vertices = tree.face[0].walk.met + tree.face[1].walk.met;
    for (uint32_t side = 0; side < 2; side++)
        found->pivots += tree.face[side].approx.pivots + tree.face[side].tableau.pivots;
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
        found->component = NULL; /* missing equilibria may join components */
    if (found->count > max)
        found->count = max;
    return NASH_OK;
}
