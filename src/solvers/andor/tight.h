/* The tight part of a graph: what optimal solution graphs are made of.
 *
 * A connector is tight when its cost and the values of its successors add up to the value of its node. Nodes that tight
 * connectors lead to from the root have places; where there is no cycle a node comes before all that it leads to, and
 * depth first, so that what belongs to one part of the graph stands together. */
#ifndef ANDOR_TIGHT_H
#define ANDOR_TIGHT_H

#include <solvers/andor/engine.h>
#include <solvers/andor/optima.h>

struct andor_tight {
    const struct andor_graph *graph;
    struct nash_run *run;
    uint32_t count;      /* places: nodes that are not terminal */
    uint32_t *node;      /* [count] */
    uint32_t *place;     /* [graph->nodes] 1 + place; 0: none */
    uint32_t *first;     /* [count + 1] into connector */
    uint32_t *connector; /* tight ones, in the order of ties */
    bool cyclic;         /* of cost 0, then */
};

/* The root's value is finite. NASH_STOPPED, NASH_NOMEM. */
enum nash_status andor_tight_find(struct andor_tight *tight, const struct andor_graph *graph,
                                  const struct andor_values *values, struct nash_run *run, struct nash_error *error);

/* Counts by sets of nodes to be decided; no cycles. `states` sets at most. */
enum nash_status andor_tight_count(const struct andor_tight *tight, uint32_t states, struct andor_optima *optima,
                                   struct nash_error *error);

/* Names the first graphs; no cycles. */
enum nash_status andor_tight_list(const struct andor_tight *tight, uint32_t list, struct andor_optima *optima,
                                  struct nash_error *error);

/* Counts and names graph by graph, those with a cycle left out; `states` choices at most. */
enum nash_status andor_tight_walk(const struct andor_tight *tight, uint32_t list, uint32_t states,
                                  struct andor_optima *optima, struct nash_error *error);

/* Appends a graph, connectors ended by ANDOR_NONE. false: the arena is spent. */
bool andor_tight_keep(const struct andor_tight *tight, const uint32_t *connectors, uint32_t count,
                      struct andor_optima *optima);

#endif
