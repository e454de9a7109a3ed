/* Random endgames for tests of the search and of single dummy. */
#ifndef TEST_BRIDGE_SAMPLED_H
#define TEST_BRIDGE_SAMPLED_H

#include <nash/arena.h>
#include <nash/rng.h>
#include <solvers/bridge/problem.h>

/* Makes a random position of n cards a hand, one in four with as few suits as possible or nearly so, some with cards
 * in the first trick. */
void draw_position(struct nash_rng *rng, unsigned n, unsigned played, struct bridge_position *position);

/* Makes a position of lopsided hands: each has many cards of some suits and none or few of others, perhaps only
 * trumps; n <= 8. */
void draw_lopsided(struct nash_rng *rng, unsigned n, unsigned played, struct bridge_position *position);

/* Returns the position as text for messages. */
const char *say_position(const struct bridge_position *position, char out[200]);

#endif
