/* Enumerates the vertices of a face of a best-response polyhedron. */
#ifndef MATRIX_EQUILIBRIA_WALK_H
#define MATRIX_EQUILIBRIA_WALK_H

#include <solvers/matrix/exact/tableau.h>

#include "keys.h"

struct walk {
    struct nash_run *run;
    struct keys bases;    /* visited bases, as sets of nonbasic variables */
    uint32_t *edge;       /* [edges]: the pivots of the path to the present basis: row, column, row, column, ... */
    uint32_t edges, room; /* length and capacity of `edge` */
    uint64_t met;         /* number of bases visited in all walks */
};

bool walk_init(struct walk *walk, const struct tableau *tableau, struct nash_run *run); /* false: the arena is full */

/* Walks over the face that the fixed variables leave, from the feasible vertex of the tableau. Calls `at` at each basis
 * of the perturbed face, so more than once for some vertices; any status but NASH_OK ends the walk and is returned.
 * Otherwise returns NASH_OK, NASH_STOPPED or NASH_NOMEM. */
enum nash_status walk_face(struct walk *walk, struct tableau *tableau,
                           enum nash_status (*at)(void *context, struct tableau *tableau), void *context);

#endif
