/* Uniform trees from a rule and a seed. */
#ifndef GAMETREE_TREE_GENERATE_H
#define GAMETREE_TREE_GENERATE_H

#include "stored.h"

enum stored_values { STORED_RANDOM, STORED_INCREMENTAL, STORED_BEST_FIRST, STORED_EQUAL, STORED_VALUES };

struct stored_shape {
    uint32_t branching, depth; /* at least 1 */
    enum stored_values values;
    uint64_t seed;
    bool root_min; /* MIN moves first */
};

/* Returns the number of nodes of a uniform tree, or 0 if they exceed STORED_NODES_MAX. */
uint32_t stored_shape_nodes(uint32_t branching, uint32_t depth);

/* Generates a uniform tree. random: leaves uniform in -1,000,000..1,000,000, inner nodes not evaluated. incremental:
 * each edge adds an integer uniform in -1,000..1,000, and each node is evaluated by its sum. best_first: incremental,
 * with a best child of each node first. equal: all 0. Returns NASH_OK, NASH_STOPPED or NASH_NOMEM. */
enum nash_status stored_generate(struct stored_tree **tree, const struct stored_shape *shape, struct nash_run *run);

#endif
