/* Games of dual cyclic polytopes with very many equilibria (von Stengel 1999).
 *
 * The polynomials of degree at most d that are not negative at 2d points t are a cone whose sections are dual cyclic
 * polytopes. Written by its values at d of the points and a multiple of the polynomial that is 0 there, the cone is the
 * polyhedron of a player's mixtures in a game whose payoffs are 1 / (t_j - t_i), every other row negated. The row
 * player has the points 1 .. 2d in order, the column player each two neighbours exchanged: that gives the 75 equilibria
 * of 6 by 6. */
#ifndef MATRIX_CAUCHY_H
#define MATRIX_CAUCHY_H

#include <solvers/matrix/game.h>

enum { CAUCHY_SIDE = 8 };

/* d even, at most CAUCHY_SIDE; a and b have d * d entries, which are all less than 720720. */
void cauchy_game(struct matrix_game *game, uint32_t d, int64_t *a, int64_t *b);

/* How many equilibria it has, from the combinatorics alone: vertices are the sets of d points that come in pairs of
 * neighbours (Gale's evenness), equilibria the pairs of them that have all labels, less the pair of both origins. */
uint32_t cauchy_count(uint32_t d);

#endif
