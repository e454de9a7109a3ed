/* Paths from a node to the root. Parents are not stored: first[] ascends, so the parent of a node is found by bisection
 * in the level above. */
#include "stored.h"

/* Returns the last index from low to high whose value is at most `limit`, or low; the values ascend. */
static uint32_t last_at_most(const uint32_t *value, uint32_t limit, uint32_t low, uint32_t high)
{
    while (low < high) {
        uint32_t middle = low + (high - low) / 2 + 1;
        if (value[middle] <= limit)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

uint32_t stored_depth(const struct stored_tree *tree, uint32_t node)
{
    return last_at_most(tree->level, node, 0, tree->depth);
}

void stored_path(const struct stored_tree *tree, uint32_t node, uint32_t *path)
{
    for (uint32_t d = stored_depth(tree, node); d > 0; d--) {
        /* the last node of the level above with first[] <= node; leaves before it may have the same first[] */
        uint32_t parent = last_at_most(tree->first, node, tree->level[d - 1], tree->level[d] - 1);
        path[d - 1] = node - tree->first[parent];
        node = parent;
    }
}
