/* cost_model "shared": each connector of a solution graph counts once, however often it is reached.
 *
 * The problem is NP-hard. It is solved exactly by branch and bound over undecided nodes in topological order, with
 * lower bounds of what any completion must still pay. A budget ends it with the best graph so far and a lower bound. */
#ifndef ANDOR_SHARED_SHARED_H
#define ANDOR_SHARED_SHARED_H

#include <solvers/andor/bottom_up/bottom_up.h>

struct andor_shared {
    bool solvable, proved;
    andor_wide cost, bound; /* cost of the best graph; lower bound of all graphs */
    uint32_t *connectors;   /* connectors of the best graph, ended by ANDOR_NONE */
    uint64_t branched;      /* steps of the search */
};

/* Solves a graph. values: those of the recursive model; their solution graph is the first upper bound. */
enum nash_status andor_solve_shared(const struct andor_graph *graph, const struct andor_values *values,
                                    struct nash_run *run, struct andor_shared *shared, struct nash_error *error);

/* Writes the best graph as marks: the connector of each node, or ANDOR_NONE. Returns false if the arena is full. */
bool andor_shared_marks(const struct andor_graph *graph, const struct andor_shared *shared, struct nash_arena *arena,
                        uint32_t *mark);

#endif
