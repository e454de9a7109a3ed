/* Follows the path of Lemke and Howson from one missing label to an equilibrium. */
#ifndef MATRIX_EQUILIBRIA_LEMKE_H
#define MATRIX_EQUILIBRIA_LEMKE_H

#include <solvers/matrix/exact/float_tableau.h>

/* The start of the path of `label`: one player plays only the choice of the label, the other only the best response to
 * it. Side 0 is the row player, side 1 the column player. */
struct lemke_start {
    uint32_t first;     /* the side to which the label's choice belongs */
    uint32_t choice[2]; /* the choice of each side */
};
struct lemke_start lemke_start(const struct polyhedron polyhedra[2], uint32_t label);

/* Follows the path in exact arithmetic on the perturbed polyhedra, so that it ends for every game, with both tableaus
 * at the equilibrium. Returns NASH_OK or NASH_STOPPED. */
enum nash_status lemke_exact(struct tableau side[2], uint32_t label, struct nash_run *run);

/* Follows the path in floating point, at most `limit` pivots. LEMKE_FOUND: both tableaus stand at a likely equilibrium.
 * LEMKE_LOST: rounding errors led to an invalid pivot. */
enum lemke_end { LEMKE_FOUND, LEMKE_LIMIT, LEMKE_LOST, LEMKE_STOPPED };
enum lemke_end lemke_float(struct float_tableau side[2], const struct polyhedron polyhedra[2], uint32_t label,
                           uint64_t limit, struct nash_run *run);

#endif
