/* The engines that search a stored tree, except auto (mtd.h), and the minimal tree. */
#ifndef GAMETREE_TREE_SEARCH_SEARCH_H
#define GAMETREE_TREE_SEARCH_SEARCH_H

#include <solvers/gametree/tree/stored.h>

struct stored_count {
    uint64_t nodes, leaves; /* visited nodes, including the leaves; visited leaves */
    uint64_t cuts;          /* nodes whose remaining children were skipped */
};

struct stored_window {
    int32_t alpha, beta; /* ~SCORE_INFINITE and SCORE_INFINITE: no bounds */
};

/* minimax.c: computes the value of every node into value[nodes] by one sweep. Returns NASH_OK or NASH_STOPPED. */
enum nash_status stored_minimax(const struct stored_tree *tree, int32_t *value, struct nash_run *run);

/* alphabeta.c: computes the root's value by the rules of the lecture notes, p. 80: alpha and beta come from all
 * ancestors, and equality cuts. The value is exact inside the window, else a bound on its side of it (fail-soft).
 * Returns NASH_OK, NASH_STOPPED or NASH_NOMEM. */
enum nash_status stored_alphabeta(const struct stored_tree *tree, struct stored_window window, struct nash_run *run,
                                  struct stored_count *count, int32_t *value);

/* minimal_tree.c: computes the fewest leaves that prove the root's value, given the value of every node: a strategy of
 * MAX that keeps it and one of MIN share a single leaf (Knuth and Moore 1975, theorem 1, for any shape). Returns
 * NASH_OK, NASH_STOPPED or NASH_NOMEM. */
enum nash_status stored_minimal_leaves(const struct stored_tree *tree, const int32_t *value, struct nash_run *run,
                                       uint64_t *leaves);

#endif
