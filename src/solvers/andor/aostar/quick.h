/* What the two halves of the quick AO* hand to each other. */
#ifndef ANDOR_QUICK_H
#define ANDOR_QUICK_H

#include <solvers/andor/aostar/ancestry.h>
#include <solvers/andor/aostar/partial.h>

struct andor_rounds {
    struct andor_state *state;
    struct andor_partial partial;
    struct andor_ancestry ancestry;
    uint64_t paid; /* nodes revised or walked over, in all rounds */
};

void andor_rounds_begin(struct andor_rounds *rounds, struct andor_state *state);

/* Solves u where a cycle can be reached from it: afterwards u is SOLVED or of infinite cost. */
enum nash_status andor_rounds_solve(struct andor_rounds *rounds, uint32_t u);

#endif
