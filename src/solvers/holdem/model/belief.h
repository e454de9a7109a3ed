/* What the actions of a player say about the two hidden cards: Bayes' rule over the 1326 combos. */
#ifndef HOLDEM_MODEL_BELIEF_H
#define HOLDEM_MODEL_BELIEF_H

#include "policy.h"

/* The logarithms of prior * likelihood; -INFINITY for an impossible combo. */
struct belief {
    double log_weight[HOLDEM_COMBOS];
};

/* Begins with a range (NULL: all combos alike) without the combos that touch the set of known cards. */
void belief_begin(struct belief *belief, const struct holdem_range *range, uint64_t known);
/* Removes the combos that touch a card of the set. */
void belief_remove(struct belief *belief, uint64_t cards);
/* Multiplies with P(deed | cell) of a situation; cells of this street (cells.h). */
void belief_act(struct belief *belief, const struct holdem_policy *policy, unsigned situation, unsigned deed,
                const uint8_t cell[static HOLDEM_COMBOS]);
/* Sets the probabilities, which sum to 1. Returns the logarithm of the sum of the weights; -INFINITY, with all
 * probabilities 0, if no combo is left. */
double belief_normalise(const struct belief *belief, double probability[static HOLDEM_COMBOS]);

/* Returns the entropy of a distribution over the combos, in bits. */
double belief_entropy(const double probability[static HOLDEM_COMBOS]);
/* Returns the probability that `combo` beats a hand of the distribution on a board of five cards, ties half; combos
 * that touch it do not count. NAN if none is left. */
double belief_beaten(const double probability[static HOLDEM_COMBOS], unsigned combo, const uint8_t board[static 5]);

#endif
