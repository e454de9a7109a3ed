/* What can be reached from the root, in the order of a pass upwards: by strongly connected components, each after all
 * those that it leads to. Of an acyclic graph that is a reverse topological order. */
#ifndef ANDOR_ORDER_H
#define ANDOR_ORDER_H

#include <solvers/andor/graph.h>

#define ANDOR_MORE (UINT32_C(1) << 31) /* the next node belongs to the same component */

struct andor_order {
    uint32_t *node;      /* [count] v, or v | ANDOR_MORE for all but the last of a component */
    uint32_t *component; /* [nodes] equal in one component; 0: cannot be reached */
    uint32_t count;
    uint32_t components; /* of more than one node */
    uint64_t edges;      /* of what can be reached */
    bool cyclic;         /* components > 0, or a node leads to itself */
};

/* The arrays are in run->arena. Connectors of terminals are not followed. NASH_STOPPED, NASH_NOMEM. */
enum nash_status andor_find_order(const struct andor_graph *graph, struct nash_run *run, struct andor_order *order,
                                  struct nash_error *error);

#endif
