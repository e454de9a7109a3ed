/* Games of dual cyclic polytopes with very many equilibria (von Stengel 1999).
 *
 * The polynomials of degree at most d that are nonnegative at 2d points t form a cone whose sections are dual cyclic
 * polytopes. Expressed by its values at d of the points and a multiple of the polynomial that vanishes there, the cone
 * is the best-response polyhedron of a player in a game with payoffs 1 / (t_j - t_i), every other row negated. The row
 * player has the points 1 .. 2d in this order; for the column player, the points of each pair are exchanged. The game
 * of 6 by 6 then has 75 equilibria. */
#ifndef MATRIX_CAUCHY_H
#define MATRIX_CAUCHY_H

#include <solvers/matrix/game.h>

enum { CAUCHY_SIDE = 8 };

/* Makes a game of d by d. d: even, at most CAUCHY_SIDE; a, b: room for d * d entries each, which the game points to;
 * payoffs are below 720720 in absolute value. */
void cauchy_game(struct matrix_game *game, uint32_t d, int64_t *a, int64_t *b);

/* Returns the number of equilibria of this game by combinatorics alone. Vertices are the sets of d points that consist
 * of pairs of neighbours (Gale's evenness condition). Equilibria are the pairs of vertices that have all labels
 * together, except the pair of both origins. */
uint32_t cauchy_count(uint32_t d);

#endif
