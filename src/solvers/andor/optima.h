/* Optimal solution graphs: how many, and the first of them.
 *
 * A solution graph has one connector of each of its nodes, so two that share a node choose it once; the count is not a
 * product. Nodes are decided in topological order; what is still to be decided is a set of nodes, and equal sets have
 * equal counts, so each is counted once. Where a zero-cost cycle could be chosen, only graphs without one count. */
#ifndef ANDOR_OPTIMA_H
#define ANDOR_OPTIMA_H

#include <solvers/andor/engine.h>

struct andor_optima {
    andor_wide count;  /* at least so many */
    bool complete;     /* exactly so many */
    uint32_t **graphs; /* [listed] lists of connectors ended by ANDOR_NONE, in the order of ties */
    uint32_t listed;
};

/* list: how many to name at most; states: how many sets to count at most before giving up (complete = false). */
enum nash_status andor_count_optima(const struct andor_graph *graph, const struct andor_values *values, uint32_t list,
                                    uint32_t states, struct nash_run *run, struct andor_optima *optima,
                                    struct nash_error *error);

#endif
