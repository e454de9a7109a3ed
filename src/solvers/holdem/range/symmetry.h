/* Symmetry of the suits: the permutations that change neither the ranges nor the known cards. Boards that such a
 * permutation maps to each other have the same outcomes, with the suits of the hands exchanged. */
#ifndef HOLDEM_RANGE_SYMMETRY_H
#define HOLDEM_RANGE_SYMMETRY_H

#include "combo.h"

enum { SYMMETRY_MAX = 24 };

struct symmetry {
    unsigned count;                        /* permutations; the first one is the identity */
    uint8_t card[SYMMETRY_MAX][CARD_DECK]; /* the image of each card */
};

/* Finds the permutations that keep each of the `ranges` and each of the sets of cards. max 1: the identity alone. */
void symmetry_find(const struct holdem_range *const range[], unsigned ranges, const uint64_t *cards, unsigned sets,
                   unsigned max, struct symmetry *symmetry);
/* Returns the image of a combo. */
unsigned symmetry_combo(const struct symmetry *symmetry, unsigned permutation, unsigned combo);
/* Replaces each value by the mean of the values of its images. */
void symmetry_average(const struct symmetry *symmetry, double value[static HOLDEM_COMBOS]);

#endif
