/* Rounds of AO* for cycles (rounds.c), called by the depth-first search (depth_first.c). */
#ifndef ANDOR_AOSTAR_DEPTH_FIRST_H
#define ANDOR_AOSTAR_DEPTH_FIRST_H

#include <solvers/andor/aostar/ancestry.h>
#include <solvers/andor/aostar/partial.h>

struct andor_rounds {
    struct andor_state *state;
    struct andor_partial partial;
    struct andor_ancestry ancestry;
    uint64_t paid; /* nodes revised or walked over in all rounds */
};

void andor_rounds_begin(struct andor_rounds *rounds, struct andor_state *state);

/* Solves u, from which a cycle can be reached: afterwards u is SOLVED or its cost is infinite. */
enum nash_status andor_rounds_solve(struct andor_rounds *rounds, uint32_t u);

#endif
