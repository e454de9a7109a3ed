/* Random stored trees of many shapes, and their minimax value by plain recursion. */
#ifndef TEST_RANDOM_TREE_H
#define TEST_RANDOM_TREE_H

#include <nash/rng.h>
#include <solvers/gametree/tree/stored.h>

enum { RANDOM_NODES = 64 };

struct random_tree {
    struct stored_input input; /* points to the arrays below */
    uint32_t parent[RANDOM_NODES];
    int64_t integer[RANDOM_NODES];
    double number[RANDOM_NODES];
    uint8_t player[RANDOM_NODES];
    uint32_t root;
};

/* Makes a tree of at most `most` nodes: bushy, thin or in between; nodes in order or shuffled; values with many ties or
 * with few; integers or decimals; players alternating or random. Inner nodes have values too, as evaluations. */
void random_tree(struct random_tree *t, struct nash_rng *rng, uint32_t most);

/* Returns the minimax value of a node, searched `depth` moves deep (UINT32_MAX: to the leaves). */
double random_tree_value(const struct random_tree *t, uint32_t node, uint32_t depth);
bool random_tree_min(const struct random_tree *t, uint32_t node);

/* Returns the tree as JSON members "parent", "value", "player" and "to_move" for messages, in a static buffer. */
const char *random_tree_text(const struct random_tree *t);

#endif
