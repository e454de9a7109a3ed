/* Results of many deals, card by card. */
#ifndef BRIDGE_AVERAGE_H
#define BRIDGE_AVERAGE_H

#include "problem.h"

/* Sums for cards that do the same in every deal, by the highest of them. */
struct bridge_average {
    unsigned count;
    struct bridge_card card[BRIDGE_RANKS];
    bridge_ranks equals[BRIDGE_RANKS];
    uint32_t deals;
    uint64_t tricks[BRIDGE_RANKS], squares[BRIDGE_RANKS], made[BRIDGE_RANKS];
    int goal; /* tricks from here on that the side to play needs: declarer's to make, defenders' to beat; else 0 */
};

/* The cards that may be played from `position`, a deal of the problem with all four hands; which cards are in other
 * hands is the same in all deals, so any will do. */
void bridge_average_begin(struct bridge_average *average, const struct bridge_problem *problem,
                          const struct bridge_position *position);

/* All legal cards of one deal. */
void bridge_average_add(struct bridge_average *average, const struct bridge_options *options);

/* Means and errors, best first; `possible`: deals there are. */
void bridge_average_end(const struct bridge_average *average, bool contract, uint64_t possible,
                        struct bridge_sample *sample);

#endif
