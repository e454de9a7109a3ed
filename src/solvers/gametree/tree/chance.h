/* Chance nodes: their probabilities, and the exact values of a tree that has them. A chance node is worth the mean of
 * its children, weighted by their probabilities, which is a rational number. */
#ifndef GAMETREE_TREE_CHANCE_H
#define GAMETREE_TREE_CHANCE_H

#include "stored.h"

enum {
    CHANCE_NODES_MAX = 1000000, /* nodes of a tree with chance nodes */
    CHANCE_BITS_MAX = 4096,     /* bits of the numerator and of the denominator of a value */
    CHANCE_CHECK = 51           /* number of the stop check */
};

/* What is wrong with a tree as it was written, at one of its nodes. */
struct chance_fault {
    uint32_t node;
    char what[160];
};

/* chance.c: completes the probabilities of a tree with chance nodes. p[v]: probability of the move to v, den 0 if none
 * was given; the children of a chance node have all or none, and share equally then. Also checks that the values are
 * exact rationals. Returns NASH_OK, NASH_UNPROCESSABLE and the fault, or NASH_NOMEM. */
enum nash_status chance_complete(const struct stored_input *input, struct rational *p, struct nash_arena *arena,
                                 struct chance_fault *fault);

/* expectiminimax.c: computes the value of every node. *exact is a view of the tree whose scores are ranks of exact
 * values, their texts in stored_tree.ratio; (*value)[v] is the rank of node v. It uses GMP, which ends the process when
 * memory runs out, so it runs in workers only. Returns NASH_OK, NASH_STOPPED, NASH_NOMEM or NASH_TOO_LARGE. */
enum nash_status chance_values(const struct stored_tree *tree, struct nash_run *run, struct stored_tree **exact,
                               int32_t **value, struct nash_error *error);

/* Returns whether a chance node has the mean of its children, by another sum than that of chance_values(). */
bool chance_holds(const struct stored_tree *exact, const int32_t *value, uint32_t node);

#endif
