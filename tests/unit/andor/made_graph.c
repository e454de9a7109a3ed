#include "made_graph.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static uint64_t some_cost(struct nash_rng *rng, enum made_costs costs)
{
    switch (costs) {
    case COST_SMALL:
        return 1 + nash_rng_below(rng, 9);
    case COST_FREE:
        return nash_rng_below(rng, 3);
    case COST_32:
        return (UINT64_C(1) << 32) - 3 + nash_rng_below(rng, 6);
    case COST_63:
        return UINT64_MAX >> nash_rng_below(rng, 3) >> (nash_rng_below(rng, 4) == 0 ? 40 : 0);
    default:
        return 0;
    }
}

/* Adds a connector of node v with random successors. In an acyclic graph, successors have larger numbers than v. */
static void add_connector(struct made_graph *made, struct nash_rng *rng, uint32_t v, uint32_t nodes, bool acyclic,
                          enum made_costs costs)
{
    struct andor_graph *graph = &made->graph;
    uint64_t cost = some_cost(rng, costs);
    uint32_t c = graph->connectors++, size = 1 + (uint32_t)nash_rng_below(rng, 4);
    for (uint32_t i = 0; i < size; i++) {
        uint32_t w =
            acyclic ? v + 1 + (uint32_t)nash_rng_below(rng, nodes - v - 1) : (uint32_t)nash_rng_below(rng, nodes);
        made->succ[graph->edges] = i > 0 && nash_rng_below(rng, 5) == 0 ? made->succ[graph->edges - 1] : w;
        graph->edges++;
    }
    made->cost[c] = (uint32_t)cost;
    made->wide_cost[c] = cost;
    made->soff[c + 1] = graph->edges;
}

/* Renumbers the nodes of an acyclic graph at random, so that their numbers are no topological order. */
static void renumber(struct made_graph *made, struct nash_rng *rng)
{
    struct made_graph old = *made;
    uint32_t number[MADE_NODES], at[MADE_NODES], nodes = made->graph.nodes, c = 0, e = 0;
    for (uint32_t v = 0; v < nodes; v++)
        number[v] = v;
    for (uint32_t v = nodes; v > 1; v--) {
        uint32_t other = (uint32_t)nash_rng_below(rng, v), swap = number[v - 1];
        number[v - 1] = number[other];
        number[other] = swap;
    }
    for (uint32_t v = 0; v < nodes; v++)
        at[number[v]] = v;
    made->terminal[0] = 0;
    for (uint32_t v = 0; v < nodes; v++) {
        made->terminal[0] |= (old.terminal[0] >> at[v] & 1) << v;
        made->off[v] = c;
        for (uint32_t o = old.off[at[v]]; o < old.off[at[v] + 1]; o++, c++) {
            made->cost[c] = old.cost[o];
            made->wide_cost[c] = old.wide_cost[o];
            made->soff[c] = e;
            for (uint32_t s = old.soff[o]; s < old.soff[o + 1]; s++)
                made->succ[e++] = number[old.succ[s]];
        }
    }
    made->graph.root = number[made->graph.root];
}

void make_graph(struct made_graph *made, struct nash_rng *rng, bool acyclic, enum made_costs costs)
{
    uint32_t nodes = 1 + (uint32_t)nash_rng_below(rng, MADE_NODES);
    struct andor_graph *graph = &made->graph;
    *graph = (struct andor_graph){.nodes = nodes,
                                  .first = made->off,
                                  .last = made->off + 1,
                                  .to = made->soff,
                                  .succ = made->succ,
                                  .terminal = made->terminal,
                                  .unit = 1};
    made->terminal[0] = 0;
    made->off[0] = made->soff[0] = 0;
    for (uint32_t v = 0; v < nodes; v++) {
        bool terminal = nash_rng_below(rng, 5) == 0;
        made->terminal[0] |= (uint64_t)terminal << v;
        uint32_t connectors = terminal && nash_rng_below(rng, 4) ? 0 : (uint32_t)nash_rng_below(rng, 4);
        for (uint32_t i = 0; i < connectors && (!acyclic || v + 1 < nodes); i++)
            add_connector(made, rng, v, nodes, acyclic, costs);
        made->off[v + 1] = graph->connectors;
    }
    graph->cost = costs == COST_SMALL || costs == COST_FREE ? made->cost : NULL;
    graph->wide_cost = costs == COST_32 || costs == COST_63 ? made->wide_cost : NULL;
    graph->unit = costs == COST_K && nash_rng_below(rng, 4) == 0 ? 1000000 : 1;
    graph->root = nash_rng_below(rng, 3) ? 0 : (uint32_t)nash_rng_below(rng, nodes);
    if (acyclic)
        renumber(made, rng);
}

const char *say_graph(const struct andor_graph *graph)
{
    static char text[8192];
    size_t length = 0;
#define SAY(...) length += (size_t)snprintf(text + length, sizeof text - length, __VA_ARGS__)
    SAY("root %" PRIu32 "\n", graph->root);
    for (uint32_t v = 0; v < graph->nodes; v++) {
        SAY("%" PRIu32 "%s", v, andor_is_terminal(graph, v) ? " terminal" : "");
        for (uint32_t c = graph->first[v]; c < graph->last[v]; c++) {
            SAY("  #%" PRIu32 " %" PRIu64 ":", c, andor_cost(graph, c));
            for (uint32_t e = graph->to[c]; e < graph->to[c + 1]; e++)
                SAY(" %" PRIu32, graph->succ[e]);
        }
        SAY("\n");
    }
#undef SAY
    return text;
}
