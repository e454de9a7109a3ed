/* Predictions of the hidden cards of one played hand, compared with the cards where they are known. */
#ifndef HOLDEM_MODEL_MEASURE_H
#define HOLDEM_MODEL_MEASURE_H

#include "belief.h"

struct measure {
    const struct holdem_policy *policy;
    const struct holdem_history_hand *hand;
    struct decision decision[HISTORY_ACTIONS];
    size_t decisions;
    uint64_t board;          /* the set of its cards */
    uint32_t folded, beyond; /* sets of players: folded; acted or could act after the flop */
    uint32_t filled;         /* the streets whose cells are filled */
    uint8_t cell[HISTORY_STREETS][HOLDEM_COMBOS];
    double probability[HISTORY_SEATS][HOLDEM_COMBOS]; /* as of measure_posterior() */
};

/* Begins a hand. */
void measure_begin(struct measure *m, const struct holdem_policy *policy, const struct holdem_history_hand *hand);
/* Adds the losses of the wanted players whose cards are known to the sums; of those at a showdown also to `shown`. */
void measure_hand(struct measure *m, uint32_t wanted, struct model_quality *quality, struct model_losses *shown);

/* Returns the cell of a player's known cards on a street. */
unsigned measure_cell(struct measure *m, unsigned player, unsigned street);
/* Sets m->probability[player], the posterior after all actions, without the combos that touch the board. */
void measure_posterior(struct measure *m, unsigned player);
/* Sets the probability of each cell of a street by m->probability[player]. */
void measure_shares(struct measure *m, unsigned player, unsigned street, double share[static CELLS]);

#endif
