/* Random trees of imperfect information with perfect recall, and a best response by enumeration. */
#ifndef TEST_IMPERFECT_RANDOM_GAME_H
#define TEST_IMPERFECT_RANDOM_GAME_H

#include <nash/rng.h>
#include <solvers/imperfect/games/tree.h>

/* Returns a game of `levels` moves. Each level has one mover (a player or chance), one number of choices, and a set of
 * players that see the choice. Some branches end early; some hold chance nodes of one outcome, so the nodes of an
 * infoset are at different depths. constant: two players with opposed payoffs. */
struct game_tree *random_game(struct nash_arena *arena, struct nash_rng *rng, uint32_t players, uint32_t levels,
                              bool constant);
/* The same with every choice seen by all. */
struct game_tree *random_perfect_game(struct nash_arena *arena, struct nash_rng *rng, uint32_t players,
                                      uint32_t levels);

void random_strategy(const struct game_tree *tree, struct nash_rng *rng, double *strategy);

/* Computes the best payoff of a player over all its pure strategies; false if there are more than 5,000. */
bool brute_best_response(const struct game_tree *tree, uint32_t player, const double *strategy,
                         struct nash_arena *arena, double *best);

#endif
