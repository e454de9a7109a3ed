/* An AND/OR graph in flat arrays.
 *
 * Node v has the connectors first[v] .. last[v] - 1, in the order of the request (the first wins a tie). Connector c
 * has the successors succ[to[c]] .. succ[to[c + 1] - 1], a multiset in the order of the request. In a graph stored
 * whole, last is first + 1. In a graph that is generated during the search (rules/), a node has no connectors before it
 * is expanded, and the arrays move when they grow: read the pointers again after graph->expand(). All memory belongs to
 * the arena of the run or of the parser. No function recurses on the C stack, so a graph may be of any depth. */
#ifndef ANDOR_GRAPH_H
#define ANDOR_GRAPH_H

#include <nash/solver.h>
#include <solvers/andor/value.h>

enum { ANDOR_NODES_MAX = 20000000 };

struct andor_graph {
    uint32_t nodes, connectors, edges, root;
    const uint32_t *first, *last; /* [nodes] */
    const uint32_t *to;           /* [connectors + 1] */
    const uint32_t *succ;         /* [edges] */
    const uint32_t *cost;         /* [connectors]: cost times `unit`; or NULL */
    const uint64_t *wide_cost;    /* [connectors]: the same in 64 bits; both NULL: a cost is the number of successors */
    const uint32_t *h;            /* [nodes]: h times `unit`; or NULL. Ignored for terminals, whose h is 0 */
    const uint64_t *wide_h;       /* [nodes]: the same in 64 bits; both NULL: h is 0 everywhere */
    const uint64_t *terminal;     /* one bit per node */
    uint64_t unit; /* scale of costs and h: 1, or a power of ten up to 10^6 if the request has decimals */

    /* Makes the connectors of v and the nodes they lead to. The pointer is NULL if the graph is whole. */
    enum nash_status (*expand)(struct andor_graph *graph, uint32_t v, struct nash_error *error);
    void *maker; /* private data of expand() */
};

static inline bool andor_is_terminal(const struct andor_graph *graph, uint32_t v)
{
    return graph->terminal[v >> 6] >> (v & 63) & 1;
}

static inline uint64_t andor_cost(const struct andor_graph *graph, uint32_t c)
{
    return graph->cost        ? graph->cost[c]
           : graph->wide_cost ? graph->wide_cost[c]
                              : (uint64_t)(graph->to[c + 1] - graph->to[c]) * graph->unit;
}

static inline uint64_t andor_h(const struct andor_graph *graph, uint32_t v)
{
    return andor_is_terminal(graph, v) ? 0 : graph->h ? graph->h[v] : graph->wide_h ? graph->wide_h[v] : 0;
}

/* Checks that the offsets begin at 0, never decrease and end at the length of the array that they index, that no
 * connector is empty, and that root and successors are below nodes. The error NASH_UNPROCESSABLE has a JSON pointer to
 * the array element, as in the compact form. */
enum nash_status andor_graph_check(const struct andor_graph *graph, struct nash_error *error);

/* Returns one bit per node, set for those reachable from the root (connectors of terminals are not followed), or NULL
 * if the arena is full. */
const uint64_t *andor_reach(const struct andor_graph *graph, struct nash_arena *arena);

#endif
