/* All solution graphs of a small graph, one by one: what counting and the shared model are held against. */
#ifndef ALL_GRAPHS_H
#define ALL_GRAPHS_H

#include "draw.h"

enum { ALL_NODES = 64 };

struct all_graphs {
    const struct andor_graph *graph;
    andor_wide best, shared;  /* least costs, recursive and of the shared model; infinite: there is none */
    uint64_t optimal;         /* graphs of the best recursive cost */
    uint32_t mark[ALL_NODES]; /* at work */
    uint64_t steps;
    bool whole; /* it was small enough */
};

struct all_graphs all_graphs(const struct andor_graph *graph);

/* Cost of the connectors of marks, each once. */
andor_wide shared_cost(const struct andor_graph *graph, const uint32_t *mark);

/* Small graphs with many ties; cost 0 on a part of them. */
struct draw draw_tied(struct nash_rng *rng);

#endif
