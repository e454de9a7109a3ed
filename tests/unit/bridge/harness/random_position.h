/* Random endgames for tests of the search and of single dummy. */
#ifndef TEST_BRIDGE_SAMPLED_H
#define TEST_BRIDGE_SAMPLED_H

#include <nash/arena.h>
#include <nash/rng.h>
#include <solvers/bridge/problem.h>

/* Makes a random position of n cards a hand, then plays `played` legal cards. One position in four has only as many
 * suits as it needs, or nearly so. */
void draw_position(struct nash_rng *rng, unsigned n, unsigned played, struct bridge_position *position);

/* Makes a random position of n <= 8 cards a hand, whose hands are unbalanced: each has many cards of few suits, perhaps
 * only trumps. Then plays `played` legal cards. */
void draw_lopsided(struct nash_rng *rng, unsigned n, unsigned played, struct bridge_position *position);

/* Returns the position as text for messages. */
const char *say_position(const struct bridge_position *position, char out[200]);

#endif
