/* The path of Lemke and Howson from one missing label to an equilibrium. */
#ifndef MATRIX_EXACT_LEMKE_H
#define MATRIX_EXACT_LEMKE_H

#include "table.h"

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

#endif
