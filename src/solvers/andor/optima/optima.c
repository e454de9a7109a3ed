/* Optimal solution graphs choose one tight connector at each node they contain. Every such choice is optimal, and
 * acyclic if no connector costs 0; in that case graphs are counted by sets of undecided nodes (count.c) and listed one
 * after the other. With cycles of cost 0 they are enumerated one by one (walk.c). */
#include "optima.h"

#include <solvers/andor/aostar/state.h>

#include "tight.h"

struct listing {
    const struct andor_tight *tight;
    uint32_t *pick;  /* [count]: index of the chosen connector among the tight ones of the place, from 0 */
    uint8_t *needed; /* [count]: 1 if the picked graph contains the place */
    struct andor_list connectors;
};

/* Collects the connectors of the graph that the picks define, in the order of places. *last receives the last place of
 * the graph with a choice after its pick, or ANDOR_NONE. */
static bool build_picked_graph(struct listing *listing, uint32_t *last)
{
    const struct andor_tight *tight = listing->tight;
    const struct andor_graph *graph = tight->graph;
    listing->connectors.count = 0;
    *last = ANDOR_NONE;
    memset(listing->needed, 0, tight->count);
    if (tight->count)
        listing->needed[0] = 1;
    for (uint32_t p = 0; p < tight->count; p++) {
        if (!listing->needed[p])
            continue;
        uint32_t at = tight->first[p] + listing->pick[p], c = tight->connector[at];
        if (at + 1 < tight->first[p + 1])
            *last = p;
        if (!andor_list_push(&listing->connectors, c, tight->run->arena))
            return false;
        for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++)
            if (tight->place[graph->succ[i]])
                listing->needed[tight->place[graph->succ[i]] - 1] = 1;
    }
    return true;
}

enum nash_status andor_tight_list(const struct andor_tight *tight, uint32_t list, struct andor_optima *optima,
                                  struct nash_error *error)
{
    struct nash_arena *arena = tight->run->arena;
    struct listing listing = {
        tight, NASH_NEW(arena, uint32_t, tight->count), NASH_NEW(arena, uint8_t, tight->count), {0}};
    bool room = listing.pick && listing.needed;
    for (uint32_t last = 0; room && optima->listed < list && last != ANDOR_NONE;) {
        tight->run->clock_in = 0; /* reads the clock each time: a graph may be large */
        if (nash_stop(tight->run, ANDOR_CHECK_OPTIMA))
            return NASH_STOPPED;
        room = build_picked_graph(&listing, &last) &&
               andor_tight_keep(tight, listing.connectors.at, listing.connectors.count, optima);
        if (last == ANDOR_NONE)
            break;
        listing.pick[last]++;
        memset(listing.pick + last + 1, 0, (tight->count - last - 1) * sizeof *listing.pick);
    }
    return room ? NASH_OK : nash_fail(error, NASH_NOMEM, "", "the memory of this job does not hold the optima");
}

enum nash_status andor_count_optima(const struct andor_graph *graph, const struct andor_values *values, uint32_t list,
                                    uint32_t states, struct nash_run *run, struct andor_optima *optima,
                                    struct nash_error *error)
{
    struct andor_tight tight;
    bool infinite = andor_value(values, graph->root) == ANDOR_WIDE_INF;
    *optima = (struct andor_optima){.count = !infinite, .graphs = NASH_NEW(run->arena, uint32_t *, list)};
    if (!optima->graphs)
        return nash_fail(error, NASH_NOMEM, "", "the memory of this job does not hold the optima");
    optima->complete = infinite;
    if (infinite)
        return NASH_OK;
    enum nash_status status = andor_tight_find(&tight, graph, values, false, run, error);
    if (status == NASH_OK && tight.cyclic)
        status = andor_tight_walk(&tight, list, states, optima, error);
    else if (status == NASH_OK)
        status = andor_tight_list(&tight, list, optima, error);
    if (status == NASH_OK && !tight.cyclic)
        status = andor_tight_count(&tight, states, optima, error);
    return status == NASH_STOPPED ? NASH_OK : status;
}
