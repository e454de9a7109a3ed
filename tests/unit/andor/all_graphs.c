#include "all_graphs.h"

enum { STEPS = 200000 };

andor_wide shared_cost(const struct andor_graph *graph, const uint32_t *mark)
{
    andor_wide sum = 0;
    for (uint32_t v = 0; v < graph->nodes; v++)
        if (mark[v] != ANDOR_NONE)
            sum += andor_cost(graph, mark[v]);
    return sum;
}

/* Returns a node that the marked connectors reach from the root and that has no mark itself, or ANDOR_NONE. */
static uint32_t undecided(const struct all_graphs *all)
{
    const struct andor_graph *graph = all->graph;
    uint64_t seen = (uint64_t)1 << graph->root, left = seen;
    while (left) {
        uint32_t v = (uint32_t)__builtin_ctzll(left), c = all->mark[v];
        left &= left - 1;
        if (andor_is_terminal(graph, v))
            continue;
        if (c == ANDOR_NONE)
            return v;
        for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++)
            if (!(seen >> graph->succ[i] & 1)) {
                seen |= (uint64_t)1 << graph->succ[i];
                left |= (uint64_t)1 << graph->succ[i];
            }
    }
    return ANDOR_NONE;
}

static void enumerate(struct all_graphs *all)
{
    const struct andor_graph *graph = all->graph;
    uint32_t v = undecided(all);
    if (++all->steps > STEPS)
        return;
    if (v == ANDOR_NONE) {
        andor_wide cost = naive_marked_cost(graph, all->mark, graph->root, graph->nodes);
        if (cost == ANDOR_WIDE_INF) /* the marks form a cycle: no solution graph */
            return;
        all->optimal = cost < all->best ? 1 : all->optimal + (cost == all->best);
        all->best = cost < all->best ? cost : all->best;
        andor_wide once = shared_cost(graph, all->mark);
        all->shared = once < all->shared ? once : all->shared;
        if (all->costs && all->count < all->room)
            all->costs[all->count] = all->list_shared ? once : cost;
        all->count++;
        return;
    }
    for (uint32_t c = graph->first[v]; c < graph->last[v]; c++) {
        all->mark[v] = c;
        enumerate(all);
    }
    all->mark[v] = ANDOR_NONE;
}

struct all_graphs all_graphs_costs(const struct andor_graph *graph, bool shared, andor_wide *costs, uint32_t room)
{
    struct all_graphs all = {.graph = graph,
                             .best = ANDOR_WIDE_INF,
                             .shared = ANDOR_WIDE_INF,
                             .costs = costs,
                             .room = room,
                             .list_shared = shared};
    for (uint32_t v = 0; v < ALL_NODES; v++)
        all.mark[v] = ANDOR_NONE;
    enumerate(&all);
    all.whole = all.steps <= STEPS;
    return all;
}

struct all_graphs all_graphs(const struct andor_graph *graph)
{
    return all_graphs_costs(graph, false, NULL, 0);
}

struct draw draw_tied(struct nash_rng *rng)
{
    struct draw draw = draw_small(rng);
    draw.nodes = 2 + (uint32_t)nash_rng_below(rng, 9);
    draw.cost = nash_rng_below(rng, 3);
    draw.least = draw.cost ? nash_rng_below(rng, 2) : 0;
    return draw;
}
