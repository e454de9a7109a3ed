/* An equilibrium of a game with a constant sum, by linear programming (von Neumann 1928, Dantzig 1951). */
#ifndef MATRIX_EXACT_ZERO_SUM_H
#define MATRIX_EXACT_ZERO_SUM_H

#include "polyhedron.h"

/* Computes an equilibrium of a game in which both payoffs of each profile add up to *sum, in exact arithmetic; sum
 * NULL: of a game that matrix_opposed() accepts. *pivots is the number of pivots. Returns NASH_OK, NASH_STOPPED,
 * NASH_NOMEM, or without a sum NASH_NOT_FOUND if rounding errors mislead the search. */
enum nash_status zero_sum_equilibrium(const struct polyhedron polyhedra[2], const int64_t *sum, struct nash_run *run,
                                      struct matrix_equilibrium *saddle, uint64_t *pivots);

#endif
