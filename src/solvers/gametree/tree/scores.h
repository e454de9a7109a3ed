/* The numbers of an input as scores. */
#ifndef GAMETREE_TREE_SCORES_H
#define GAMETREE_TREE_SCORES_H

#include "stored.h"

/* Returns the number that was written at a node, 0 if there is none. */
static inline double stored_number(const struct stored_input *input, uint32_t v)
{
    if (input->narrow)
        return input->narrow[v];
    return input->wide ? (double)input->wide[v] : input->number[v];
}

/* Sets score, scale and scores of a tree whose shape is complete; order[i] is the number of node i in the input.
 * Returns false if the arena is full. */
bool stored_set_scores(struct stored_tree *tree, const struct stored_input *input, const uint32_t *order,
                       struct nash_arena *arena);

#endif
