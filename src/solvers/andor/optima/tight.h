/* The tight part of a graph, of which optimal solution graphs consist; or its solvable part, of which all do.
 *
 * A connector is tight if its cost plus the values of its successors is the value of its node, and solvable if all its
 * successors are. Nodes reachable from the root through such connectors get places. Without cycles a node comes before
 * all nodes it leads to, in depth-first order, so that parts of the graph stay together. */
#ifndef ANDOR_OPTIMA_TIGHT_H
#define ANDOR_OPTIMA_TIGHT_H

#include <solvers/andor/bottom_up/bottom_up.h>

#include "optima.h"

struct andor_tight {
    const struct andor_graph *graph;
    struct nash_run *run;
    uint32_t count;      /* number of places: nodes that are not terminal */
    uint32_t *node;      /* [count]: the node of each place */
    uint32_t *place;     /* [graph->nodes]: 1 + place; 0: none */
    uint32_t *first;     /* [count + 1]: place p has connector[first[p] .. first[p + 1]) */
    uint32_t *connector; /* tight (or solvable) connectors of each place, in the order of the request */
    bool all;            /* solvable connectors, not only tight ones */
    bool cyclic;         /* the connectors form a cycle; one of tight connectors has cost 0 */
};

/* Finds the tight part, or all of the solvable one; the root's value must be finite. Errors: NASH_STOPPED, NASH_NOMEM.
 */
enum nash_status andor_tight_find(struct andor_tight *tight, const struct andor_graph *graph,
                                  const struct andor_values *values, bool all, struct nash_run *run,
                                  struct nash_error *error);

/* Counts graphs by sets of undecided nodes, at most `states` sets. Not for cyclic parts. */
enum nash_status andor_tight_count(const struct andor_tight *tight, uint32_t states, struct andor_optima *optima,
                                   struct nash_error *error);

/* Lists the first graphs. Not for cyclic parts. */
enum nash_status andor_tight_list(const struct andor_tight *tight, uint32_t list, struct andor_optima *optima,
                                  struct nash_error *error);

/* Counts and lists acyclic graphs one by one, with at most `states` choices. */
enum nash_status andor_tight_walk(const struct andor_tight *tight, uint32_t list, uint32_t states,
                                  struct andor_optima *optima, struct nash_error *error);

/* Appends a graph of `count` connectors to optima->graphs. Returns false if the arena is full. */
bool andor_tight_keep(const struct andor_tight *tight, const uint32_t *connectors, uint32_t count,
                      struct andor_optima *optima);

#endif
