/* Enumerates all solution graphs of a small graph, as a reference for counting and for the shared model. */
#ifndef ALL_GRAPHS_H
#define ALL_GRAPHS_H

#include "draw.h"

enum { ALL_NODES = 64 };

struct all_graphs {
    const struct andor_graph *graph;
    andor_wide best,
        shared;       /* least cost of the recursive and of the shared model; infinite if there is no solution graph */
    uint64_t optimal; /* number of solution graphs of the best recursive cost */
    uint32_t mark[ALL_NODES]; /* scratch: connector chosen for each node, or ANDOR_NONE */
    uint64_t steps;
    bool whole;        /* false: the enumeration reached its step limit, and the numbers above are unusable */
    uint64_t count;    /* number of solution graphs */
    andor_wide *costs; /* if not NULL: receives the costs of the first `room` solution graphs, in no order */
    uint32_t room;
    bool list_shared; /* costs of the shared model */
};

struct all_graphs all_graphs(const struct andor_graph *graph);
/* Also stores the costs of at most `room` solution graphs. */
struct all_graphs all_graphs_costs(const struct andor_graph *graph, bool shared, andor_wide *costs, uint32_t room);

/* Returns the total cost of the marked connectors; each counts once, however many paths lead to it.
 * mark: a connector or ANDOR_NONE for each node. */
andor_wide shared_cost(const struct andor_graph *graph, const uint32_t *mark);

/* Draws the parameters of small graphs in which many costs are equal; costs may be 0. */
struct draw draw_tied(struct nash_rng *rng);

#endif
