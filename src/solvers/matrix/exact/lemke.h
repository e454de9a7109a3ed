/* The path of Lemke and Howson from one missing label to an equilibrium. */
#ifndef MATRIX_EXACT_LEMKE_H
#define MATRIX_EXACT_LEMKE_H

#include "guess.h"

/* Where the path of `label` begins: its choice alone, and the best answer to that alone. side[0] is the row player's
 * mixtures, side[1] the column player's. */
struct lemke_start {
    uint32_t first; /* the side that has the label */
    uint32_t choice[2];
};
struct lemke_start lemke_start(const struct answers answers[2], uint32_t label);

/* In exact arithmetic along the perturbed polyhedra, so that it ends for every game. Both tables then stand at the
 * equilibrium. NASH_STOPPED. */
enum nash_status lemke_exact(struct table side[2], uint32_t label, struct nash_run *run);

/* In floating point, at most `limit` pivots. LEMKE_FOUND: the guesses stand where an equilibrium seems to be.
 * LEMKE_LOST: rounding has led astray. */
enum lemke_end { LEMKE_FOUND, LEMKE_LIMIT, LEMKE_LOST, LEMKE_STOPPED };
enum lemke_end lemke_quick(struct guess side[2], const struct answers answers[2], uint32_t label, uint64_t limit,
                           struct nash_run *run);

#endif
