/* Random positions and plain minimax, which tries every legal card of every hand with bridge_play() and uses nothing
 * else of the solver. Also used by tests/bench/bridge. */
#ifndef TEST_BRIDGE_MINIMAX_H
#define TEST_BRIDGE_MINIMAX_H

#include <nash/rng.h>
#include <solvers/bridge/deal.h>

/* Deals four hands of `size` cards, 1 to 13, from the pack. */
void minimax_deal(struct nash_rng *rng, unsigned size, struct bridge_deal *deal);

/* Makes a position from a deal of minimax_deal(), with a strain, a leader, and `played` (0 to 3) legal cards of the
 * trick. */
void minimax_position(struct nash_rng *rng, unsigned size, unsigned played, struct bridge_position *position);

/* Returns a random legal card. */
struct bridge_card minimax_any(struct nash_rng *rng, const struct bridge_position *position);

/* Returns the tricks of the side to play, including the trick in progress. Takes up to a second for 4 cards a hand. */
unsigned minimax_tricks(const struct bridge_position *position);
/* Returns the tricks of the side to play if it plays this legal card. */
unsigned minimax_after(const struct bridge_position *position, struct bridge_card card);

/* Returns the position as text for messages, such as "N:... ... ... ... H led by E: SA HT", in a static buffer. */
const char *minimax_name(const struct bridge_position *position);

#endif
