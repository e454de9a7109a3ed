/* Statistics of many deals, card by card. */
#ifndef BRIDGE_STATISTICS_H
#define BRIDGE_STATISTICS_H

#include <solvers/bridge/problem.h>

/* Sums over the deals, for each group of cards that are equivalent in every deal. */
struct bridge_statistics {
    unsigned count;                        /* groups */
    struct bridge_card card[BRIDGE_RANKS]; /* the highest card of each group */
    bridge_ranks equals[BRIDGE_RANKS];     /* the lower cards of each group */
    uint32_t deals;
    /* sums of tricks and of their squares; number of deals in which the card reaches the goal */
    uint64_t tricks[BRIDGE_RANKS], squares[BRIDGE_RANKS], made[BRIDGE_RANKS];
    int goal; /* further tricks that the side to play needs to make the contract, or to beat it; 0 without a contract */
};

/* Sets the groups of cards that may be played from `position`, a deal of the problem with all four hands. Any deal will
 * do, since the cards of the other hands together are the same in all deals. */
void bridge_statistics_init(struct bridge_statistics *statistics, const struct bridge_problem *problem,
                            const struct bridge_position *position);

/* Adds the results of one deal: all legal cards. */
void bridge_statistics_add(struct bridge_statistics *statistics, const struct bridge_options *options);

/* Computes means and errors, best first; `possible`: the number of possible deals. */
void bridge_statistics_compute(const struct bridge_statistics *statistics, bool contract, uint64_t possible,
                               struct bridge_sample *sample);

#endif
