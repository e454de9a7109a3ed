/* Random positions, and what comes of them by plain minimax: every legal card of every hand is tried, with
 * bridge_play() and nothing else of the solver. Also used by tests/bench/bridge. */
#ifndef TEST_BRIDGE_MINIMAX_H
#define TEST_BRIDGE_MINIMAX_H

#include <nash/rng.h>
#include <solvers/bridge/deal.h>

/* Four hands of `size` of the 52 cards, 1 to 13. */
void minimax_deal(struct nash_rng *rng, unsigned size, struct bridge_deal *deal);

/* A strain, a leader, and `played` (0 to 3) legal cards of his trick out of such a deal. */
void minimax_position(struct nash_rng *rng, unsigned size, unsigned played, struct bridge_position *position);

/* A legal card. */
struct bridge_card minimax_any(struct nash_rng *rng, const struct bridge_position *position);

/* Tricks of the side to play to the end, the one in progress included. Within a second to hands of 4 cards. */
unsigned minimax_tricks(const struct bridge_position *position);
/* The same after a legal card, still of the side that plays it. */
unsigned minimax_after(const struct bridge_position *position, struct bridge_card card);

/* "N:... ... ... ... H led by E: SA HT", for messages; static. */
const char *minimax_name(const struct bridge_position *position);

#endif
