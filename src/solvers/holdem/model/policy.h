/* The probabilities of deeds that a model's counts imply.
 *
 * For each situation, P(deed | cell) is a Dirichlet mean: counts, smoothed over similar cells by a kernel, plus a prior
 * from the situation of the level above. The prior has the shape of the coarser situation over the cells and is scaled
 * to the deeds' shares of the finer one. The coarsest level falls back to the generic player (prior.h). Before the flop
 * two classes are similar that were played alike in the two commonest coarse situations.
 *
 * The result is mixed with the generic player, trust * P(model) + (1 - trust) * P(generic), because shares of deeds and
 * kernels generalise from a few hands to all. Data-biased responses mix in the same way (Johanson and Bowling 2009). */
#ifndef HOLDEM_MODEL_POLICY_H
#define HOLDEM_MODEL_POLICY_H

#include "model.h"

typedef float policy_row[HOLDEM_DEEDS][CELLS]; /* logarithms of probabilities */

struct holdem_policy {
    policy_row *row[SITUATION_LEVELS];        /* by situation of each level */
    policy_row *count[SITUATION_LEVELS];      /* actions by cell */
    bool *seen[SITUATION_LEVELS];             /* there is data */
    float (*alike)[CELLS];                    /* kernel before the flop, by behaviour */
    float (*rank)[CELLS], (*strength)[CELLS]; /* kernels by rank, before the flop; by strength and draw, later */
    float (*total_of[SITUATION_LEVELS])[HOLDEM_DEEDS]; /* counts of deeds */
    double weight[MODEL_BLOCKS];                       /* of each block, as of the last holdem_policy_fit() */
    double trust;                                      /* in the model, 0 to 1, likewise */
    policy_row *prior;                                 /* of level 0 */
    double class_weight[HOLDEM_CLASSES];               /* for cells_of_board() */
};

/* Allocates a policy (about 23 MB), which is that of the generic player. Returns NULL if the arena is full. */
struct holdem_policy *holdem_policy_new(struct nash_arena *arena);
/* Sets the probabilities from the model's counts. Blocks before the last change of style count MODEL_OLD_WEIGHT.
 * trust: 0 (the generic player) to 1 (the model), or MODEL_TRUST_BY_DATA. */
void holdem_policy_fit(struct holdem_policy *policy, const struct holdem_model *model, double trust,
                       struct nash_arena *arena);

/* Returns the logarithms of P(deed | cell) in a situation of the finest level, by cell. */
const float *holdem_policy_deed(const struct holdem_policy *policy, unsigned situation, unsigned deed);

#define MODEL_OLD_WEIGHT    0.05
#define MODEL_TRUST_BY_DATA (-1.0) /* model_trust() */

#endif
