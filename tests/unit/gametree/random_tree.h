/* Random trees of many shapes, as somebody might write them, and their value by plain recursion. */
#ifndef TEST_RANDOM_TREE_H
#define TEST_RANDOM_TREE_H

#include <nash/rng.h>
#include <solvers/gametree/tree/stored.h>

enum { RANDOM_NODES = 64 };

struct random_tree {
    struct stored_draft draft; /* of the arrays below */
    uint32_t parent[RANDOM_NODES];
    int64_t integer[RANDOM_NODES];
    double number[RANDOM_NODES];
    uint8_t player[RANDOM_NODES];
    uint32_t root;
};

/* Up to `most` nodes: bushy, thin or in between; nodes in order or shuffled; few values with many ties or many; whole
 * numbers or decimals; players in turn or anyhow. Always evaluated. */
void random_tree(struct random_tree *t, struct nash_rng *rng, uint32_t most);

/* The value of a node, `depth` moves deep (UINT32_MAX: to the leaves), by the definition of minimax. */
double random_tree_value(const struct random_tree *t, uint32_t node, uint32_t depth);
bool random_tree_min(const struct random_tree *t, uint32_t node);

/* The tree as JSON members "parent", "value", "player" and "to_move" for the message of a failed test, in a static
 * buffer. */
const char *random_tree_text(const struct random_tree *t);

#endif
