/* Statistics of many deals, card by card. */
#ifndef BRIDGE_STATISTICS_H
#define BRIDGE_STATISTICS_H

#include <solvers/bridge/problem.h>

/* Sums for groups of cards that are equivalent in every deal, by the highest of them. */
struct bridge_statistics {
    unsigned count;
    struct bridge_card card[BRIDGE_RANKS];
    bridge_ranks equals[BRIDGE_RANKS];
    uint32_t deals;
    uint64_t tricks[BRIDGE_RANKS], squares[BRIDGE_RANKS], made[BRIDGE_RANKS];
    int goal; /* tricks from here on that the side to play needs: the declarer's to make, the defenders' to beat the
                 contract; else 0 */
};

/* Begins with the cards that may be played from `position`, a deal of the problem with all four hands. Any deal will
 * do, since the cards of the other hands together are the same in all deals. */
void bridge_statistics_init(struct bridge_statistics *statistics, const struct bridge_problem *problem,
                            const struct bridge_position *position);

/* Adds the results of one deal: all legal cards. */
void bridge_statistics_add(struct bridge_statistics *statistics, const struct bridge_options *options);

/* Computes means and errors, best first; `possible`: the number of possible deals. */
void bridge_statistics_compute(const struct bridge_statistics *statistics, bool contract, uint64_t possible,
                               struct bridge_sample *sample);

#endif
