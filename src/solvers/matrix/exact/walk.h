/* All vertices of a face of a polyhedron of answers.h. */
#ifndef MATRIX_EXACT_WALK_H
#define MATRIX_EXACT_WALK_H

#include "keys.h"
#include "table.h"

struct walk {
    struct nash_run *run;
    struct keys bases; /* been at */
    uint32_t *edge;    /* the way back: row, column, row, column, ... */
    uint32_t edges, room;
    uint64_t met; /* bases, in all walks */
};

bool walk_init(struct walk *walk, const struct table *table, struct nash_run *run); /* false: the arena is spent */

/* From the feasible vertex the table stands at, over all of the face that its fixed variables leave. `at` is called at
 * each basis of the perturbed face, so for some vertices more than once; its status ends the walk unless it is NASH_OK.
 * NASH_STOPPED, NASH_NOMEM. */
enum nash_status walk_face(struct walk *walk, struct table *table,
                           enum nash_status (*at)(void *context, struct table *table), void *context);

#endif
