/* The numbers of a draft as scores: see scores.c. */
#ifndef GAMETREE_SCORES_H
#define GAMETREE_SCORES_H

#include "stored.h"

/* Fills score, scale and scores of a tree whose shape stands; order[i] is the draft's number of node i. false: the
 * arena is spent. */
bool stored_take_scores(struct stored_tree *tree, const struct stored_draft *draft, const uint32_t *order,
                        struct nash_arena *arena);

#endif
