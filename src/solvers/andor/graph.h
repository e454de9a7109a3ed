/* An AND/OR graph in flat arrays.
 *
 * Node v has the connectors first[v] .. last[v] - 1, in the order of the request (ties go to the first); connector c
 * has the successors succ[to[c]] .. succ[to[c + 1] - 1], a multiset with its order kept. Of a graph stored whole, last
 * is first + 1. Of one that is made as it is searched (rules/), a node has no connectors before it is expanded, and the
 * arrays move when they grow: read the pointers again after andor_expand(). All memory is in the run's or the parser's
 * arena. Nothing here recurses on the C stack, however deep the graph. */
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
    const uint32_t *cost;         /* [connectors], in units; NULL with wide_cost NULL: k * unit */
    const uint64_t *wide_cost;    /* the same where one does not fit 32 bits */
    const uint32_t *h; /* [nodes], in units; NULL with wide_h NULL: 0 everywhere. A terminal's is taken as 0 */
    const uint64_t *wide_h;
    const uint64_t *terminal; /* a bit a node */
    uint64_t unit;            /* what 1 is in these integers: 1, 10, .. 10^6 when there were decimals */

    /* Makes the connectors of v, and the nodes they lead to; NULL: all is there. */
    enum nash_status (*expand)(struct andor_graph *graph, uint32_t v, struct nash_error *error);
    void *maker; /* its own */
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

/* Are the arrays what they say: offsets that begin at 0, never fall and end at the count, successors and root below
 * nodes, no empty connector? NASH_UNPROCESSABLE names the array and the index, as a pointer into the compact form. */
enum nash_status andor_graph_check(const struct andor_graph *graph, struct nash_error *error);

#endif
