/* Small random AND/OR graphs with cycles, dead ends, repeated successors and very large costs. */
#ifndef TEST_MADE_GRAPH_H
#define TEST_MADE_GRAPH_H

#include <nash/buf.h>
#include <nash/rng.h>
#include <solvers/andor/graph.h>

enum { MADE_NODES = 12, MADE_CONNECTORS = 4 * MADE_NODES, MADE_EDGES = 4 * MADE_CONNECTORS };

/* Ranges of the costs of connectors. */
enum made_costs {
    COST_K,     /* no array of costs: the number of successors */
    COST_SMALL, /* 1 .. 9 */
    COST_FREE,  /* 0 .. 2 */
    COST_32,    /* near 2^32 */
    COST_63,    /* up to 2^64 - 1 */
    COST_FORMS
};

struct made_graph {
    struct andor_graph graph; /* points to the arrays below */
    uint32_t off[MADE_NODES + 1], soff[MADE_CONNECTORS + 1], succ[MADE_EDGES], cost[MADE_CONNECTORS];
    uint64_t wide_cost[MADE_CONNECTORS], terminal[1];
};

/* Makes 1 .. MADE_NODES nodes with 0 .. 3 connectors of 1 .. 4 successors that may repeat; terminals (some with
 * connectors), dead ends, any node as root; cycles unless acyclic. */
void make_graph(struct made_graph *made, struct nash_rng *rng, bool acyclic, enum made_costs costs);

/* Returns the graph as text for a failure message, in a static buffer. */
const char *say_graph(const struct andor_graph *graph);

#endif
