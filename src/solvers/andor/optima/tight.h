/* The tight part of a graph, of which optimal solution graphs consist.
 *
 * A connector is tight if its cost plus the values of its successors is the value of its node. Nodes reachable from the
 * root through tight connectors get places. Without cycles a node comes before all nodes it leads to, in depth-first
 * order, so that parts of the graph stay together. */
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
    uint32_t *connector; /* tight connectors of each place, in the order of the request */
    bool cyclic;         /* tight connectors form a cycle, which has cost 0 */
};

/* Finds the tight part; the root's value must be finite. Errors: NASH_STOPPED, NASH_NOMEM. */
enum nash_status andor_tight_find(struct andor_tight *tight, const struct andor_graph *graph,
                                  const struct andor_values *values, struct nash_run *run, struct nash_error *error);

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
