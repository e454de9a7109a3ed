/* Backward induction in trees of perfect information (Zermelo 1913, Kuhn 1953): any number of players, with chance. */
#ifndef IMPERFECT_EQUILIBRIUM_BACKWARD_H
#define IMPERFECT_EQUILIBRIUM_BACKWARD_H

#include <nash/arena.h>
#include <nash/status.h>
#include <solvers/imperfect/games/tree.h>

/* Computes for a tree with perfect_information a subgame-perfect equilibrium in pure strategies: strategy[actions] and
 * value[players]. Ties go to the first action. O(nodes * players). Returns NASH_OK or NASH_NOMEM. */
enum nash_status backward_solve(const struct game_tree *tree, double *strategy, double *value,
                                struct nash_arena *arena);

#endif
