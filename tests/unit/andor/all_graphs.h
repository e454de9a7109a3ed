/* Enumerates all solution graphs of a small graph, as a reference for counting and for the shared model. */
#ifndef ALL_GRAPHS_H
#define ALL_GRAPHS_H

#include "draw.h"

enum { ALL_NODES = 64 };

struct all_graphs {
    const struct andor_graph *graph;
    andor_wide best,
        shared;       /* least cost of the recursive and of the shared model; infinite if there is no solution graph */
    uint64_t optimal; /* number of graphs of the best recursive cost */
    uint32_t mark[ALL_NODES]; /* scratch */
    uint64_t steps;
    bool whole; /* the graph was small enough to enumerate */
};

struct all_graphs all_graphs(const struct andor_graph *graph);

/* Returns the cost of the marked connectors, each counted once. */
andor_wide shared_cost(const struct andor_graph *graph, const uint32_t *mark);

/* Draws small graphs with many ties; some have costs of 0. */
struct draw draw_tied(struct nash_rng *rng);

#endif
