/* The reachable nodes in the order of a pass upwards: by strongly connected components, each after all components that
 * it leads to. For an acyclic graph that is a reverse topological order. */
#ifndef ANDOR_BOTTOM_UP_TOPOLOGICAL_H
#define ANDOR_BOTTOM_UP_TOPOLOGICAL_H

#include <solvers/andor/graph.h>

#define ANDOR_SAME_COMPONENT (UINT32_C(1) << 31) /* the next node belongs to the same component */

struct andor_topological {
    uint32_t *node;      /* [count]: v, or v | ANDOR_SAME_COMPONENT for all but the last of a component */
    uint32_t *component; /* [nodes]: equal within a component; 0: not reachable */
    uint32_t count;
    uint32_t components; /* components of more than one node */
    uint64_t edges;      /* number of edges of the reachable nodes */
    bool cyclic;         /* components > 0, or a node leads to itself */
};

/* Computes the order; connectors of terminals are not followed. The arrays are in run->arena. Errors: NASH_STOPPED,
 * NASH_NOMEM. */
enum nash_status andor_topological_sort(const struct andor_graph *graph, struct nash_run *run,
                                        struct andor_topological *order, struct nash_error *error);

#endif
