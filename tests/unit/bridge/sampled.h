/* Problems of single dummy for tests: random endings, some hands of which are hidden. */
#ifndef TEST_BRIDGE_SAMPLED_H
#define TEST_BRIDGE_SAMPLED_H

#include <nash/arena.h>
#include <nash/rng.h>
#include <solvers/bridge/problem.h>

/* A random deal of n cards a hand, one in four of as few suits as can be or nearly so; some of the first trick played.
 */
void draw_position(struct nash_rng *rng, unsigned n, unsigned played, struct bridge_position *position);

/* The same of hands that each like some suits and have none or little of others, one of them perhaps nothing but
 * trumps: n <= 8. */
void draw_lopsided(struct nash_rng *rng, unsigned n, unsigned played, struct bridge_position *position);

/* The position as text, for what a test says when it fails. */
const char *say_position(const struct bridge_position *position, char out[200]);

#endif
