/* Minimax of a stored tree. In level order children follow their parents, so a sweep from the last node to the first
 * visits every child before its parent: no stack, and one stream of memory. */
#include "search.h"

enum nash_status stored_minimax(const struct stored_tree *tree, int32_t *value, struct nash_run *run)
{
    const uint32_t *first = tree->first;
    for (uint32_t v = tree->nodes; v-- > 0;) {
        int32_t mask = stored_mask(tree, v), best = ~SCORE_INFINITE;
        for (uint32_t c = first[v]; c < first[v + 1]; c++)
            best = (value[c] ^ mask) > best ? value[c] ^ mask : best;
        value[v] = stored_leaf(tree, v) ? tree->score[v] : best ^ mask;
        if (v % STORED_SWEEP == 0) {
            run->nodes += STORED_SWEEP;
            if (nash_stop(run, STORED_CHECK_MINIMAX))
                return NASH_STOPPED;
        }
    }
    return NASH_OK;
}
