/* cost_model "shared": each connector of a solution graph counts once, however often it is reached.
 *
 * NP-hard; solved exactly by branch and bound over the nodes still to be decided, in topological order; the bound is
 * what any completion must still pay. A budget ends it with the best graph so far and a lower bound. */
#ifndef ANDOR_SHARED_H
#define ANDOR_SHARED_H

#include <solvers/andor/engine.h>

struct andor_shared {
    bool solvable, proved;
    andor_wide cost, bound; /* of the best graph; no graph is cheaper than bound */
    uint32_t *connectors;   /* of the best graph, ended by ANDOR_NONE */
    uint64_t branched;
};

/* values: those of the recursive model (any order of magnitude of them bounds this one from above). */
enum nash_status andor_solve_shared(const struct andor_graph *graph, const struct andor_values *values,
                                    struct nash_run *run, struct andor_shared *shared, struct nash_error *error);

#endif
