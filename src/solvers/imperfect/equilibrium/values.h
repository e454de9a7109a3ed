/* Expected payoffs and exact best responses of behaviour strategies in a game tree.
 *
 * A behaviour strategy is double[tree->actions]: the probability of each action at its information set, the actions of
 * all players together; action k of infoset I stands at tree->infoset_of[I].first_action + k. A realisation plan is the
 * product of a player's own probabilities along a path.
 *
 * All functions take memory from an arena and release it before they return. They return NASH_OK or NASH_NOMEM. */
#ifndef IMPERFECT_EQUILIBRIUM_VALUES_H
#define IMPERFECT_EQUILIBRIUM_VALUES_H

#include <nash/arena.h>
#include <nash/status.h>
#include <solvers/imperfect/games/tree.h>

/* Fills the strategy with equal probabilities at each information set. */
void game_uniform(const struct game_tree *tree, double *strategy);

/* Copies one player's part of a strategy. */
void game_copy_player(const struct game_tree *tree, uint32_t player, const double *from, double *to);

/* Computes for each node the product of the probabilities on its path: of chance and of all players whose bit is set in
 * `players` (bit p for player p). reach is [nodes]. O(nodes). */
enum { GAME_ALL_PLAYERS = UINT32_MAX };
void game_reach(const struct game_tree *tree, const double *strategy, uint32_t players, double *reach);

/* Computes value[players], the expected payoffs when all play `strategy`. O(nodes * players). */
enum nash_status game_expected(const struct game_tree *tree, const double *strategy, double *value,
                               struct nash_arena *arena);

/* Computes a pure best response of `player` to the others' part of `strategy`, and its expected payoff *value. Ties go
 * to the first action; an information set that the others and chance never reach gets its first action. `response` is
 * [actions] and may be NULL or `strategy` itself; the other players' part is copied. Requires perfect recall.
 * O(nodes + actions); works for any number of players. */
enum nash_status game_best_response(const struct game_tree *tree, uint32_t player, const double *strategy,
                                    double *response, double *value, struct nash_arena *arena);

/* The distance of a profile from equilibrium. */
struct game_distance {
    double
        exploitability;  /* mean of the gains of all players: 0 at an equilibrium; "NashConv" divided by the players */
    double largest_gain; /* the largest gain: the profile is an epsilon-equilibrium with this epsilon */
};

/* Computes the distance, and gain[players] if it is not NULL: what each player's best response earns beyond the
 * profile. */
enum nash_status game_exploitability(const struct game_tree *tree, const double *strategy, double *gain,
                                     struct game_distance *distance, struct nash_arena *arena);

#endif
