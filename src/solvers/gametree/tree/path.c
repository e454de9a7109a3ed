/* From a node to the root. Parents are not stored: first[] ascends, so a node's parent is found by bisection in the
 * level above. */
#include "stored.h"

uint32_t stored_depth(const struct stored_tree *tree, uint32_t node)
{
    uint32_t low = 0, high = tree->depth;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2 + 1;
        if (tree->level[middle] <= node)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* The last node from low to high whose children begin at the node or before: leaves have the `first` of what follows
 * them, so it is the one that has it for a child. */
static uint32_t parent_among(const struct stored_tree *tree, uint32_t node, uint32_t low, uint32_t high)
{
    while (low < high) {
        uint32_t middle = low + (high - low) / 2 + 1;
        if (tree->first[middle] <= node)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

uint32_t stored_parent(const struct stored_tree *tree, uint32_t node)
{
    uint32_t depth = stored_depth(tree, node);
    return parent_among(tree, node, tree->level[depth - 1], tree->level[depth] - 1);
}

void stored_path(const struct stored_tree *tree, uint32_t node, uint32_t *path)
{
    for (uint32_t d = stored_depth(tree, node); d > 0; d--) {
        uint32_t parent = parent_among(tree, node, tree->level[d - 1], tree->level[d] - 1);
        path[d - 1] = node - tree->first[parent];
        node = parent;
    }
}
