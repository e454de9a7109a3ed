/* AO* with cycles in rounds: expand all tips, revise what depends on them, repeat.
 *
 * The region of u holds the expanded nodes below u that are not SOLVED. It is revised as a whole first (revise.c), so
 * that its marks lead out of every cycle. A round expands all tips of the marked partial solution graph of u; then the
 * new nodes and their marked ancestors are revised together, as in ao_star.c. When revisions have cost much more than
 * expansions, a round also expands nodes of the region's border, in the order in which they were met. The region then
 * grows by a fixed share per round, so that all rounds together cost a few times the last one. */
#include <solvers/andor/aostar/revise.h>

#include "cost.h"
#include "depth_first.h"

enum {
    GROWTH_SHARE = 4,       /* with border nodes, the region grows by 1 / GROWTH_SHARE per round */
    PAID_PER_EXPANSION = 8, /* nodes revised or walked over per expansion before border nodes are expanded too */
    PAID_FREE = 4096,       /* nodes revised or walked over that do not count */
};

struct region {
    struct andor_rounds *rounds;
    struct andor_state *state;
    struct andor_list nodes;  /* expanded nodes */
    struct andor_list border; /* nodes that were not expanded when met, in the order of meeting */
    struct andor_list s;      /* nodes to revise */
    uint32_t bordered;        /* number of border nodes already considered */
};

/* Adds the known node v to the region or its border. */
static bool region_add(struct region *region, uint32_t v)
{
    struct andor_state *state = region->state;
    uint8_t label = state->label[v];
    if (label & (ANDOR_SOLVED | ANDOR_LISTED) || andor_state_q(state, v) == ANDOR_WIDE_INF)
        return true;
    state->label[v] |= ANDOR_LISTED;
    return andor_list_push(label & ANDOR_EXPANDED ? &region->nodes : &region->border, v, state->run->arena);
}

/* Adds all nodes below the region's nodes from index `from` on to the region or its border. */
static enum nash_status region_add_below(struct region *region, uint32_t from)
{
    struct andor_state *state = region->state;
    const struct andor_graph *graph = state->graph;
    enum nash_status status = NASH_OK;
    for (; status == NASH_OK && from < region->nodes.count; from++) {
        if (nash_stop(state->run, ANDOR_CHECK_ROUND))
            return NASH_STOPPED;
        uint32_t v = region->nodes.at[from], edges = andor_state_edges(graph, v);
        if (!(state->label[v] & ANDOR_USED))
            status = andor_ancestry_add(&region->rounds->ancestry, v);
        for (uint32_t i = 0; status == NASH_OK && i < edges; i++) {
            uint32_t s = graph->succ[graph->to[graph->first[v]] + i];
            state->label[s] |= ANDOR_KNOWN; /* the depth-first search may not have seen it yet */
            if (!region_add(region, s))
                status = andor_state_nomem(state);
        }
    }
    return status;
}

static enum nash_status region_expand(struct region *region, uint32_t v)
{
    struct andor_state *state = region->state;
    if (state->label[v] & ANDOR_EXPANDED)
        return NASH_OK;
    if (nash_stop(state->run, ANDOR_CHECK_EXPAND))
        return NASH_STOPPED;
    enum nash_status status = andor_state_expand(state, v, NULL);
    if (status == NASH_OK && !andor_list_push(&region->nodes, v, state->run->arena))
        status = andor_state_nomem(state);
    return status;
}

/* Expands the tips, and border nodes too if revisions have cost too much. */
static enum nash_status region_grow(struct region *region, const struct andor_list *tips)
{
    uint32_t held = region->nodes.count;
    bool dear = region->rounds->paid > PAID_FREE + PAID_PER_EXPANSION * region->state->expanded;
    uint32_t enough = dear ? held + held / GROWTH_SHARE : 0;
    enum nash_status status = NASH_OK;
    for (uint32_t i = 0; status == NASH_OK && i < tips->count; i++)
        status = region_expand(region, tips->at[i]);
    for (uint32_t below = held; status == NASH_OK;) {
        status = region_add_below(region, below);
        below = region->nodes.count;
        if (below >= enough || region->bordered == region->border.count)
            break;
        while (status == NASH_OK && region->bordered < region->border.count && region->nodes.count < enough)
            status = region_expand(region, region->border.at[region->bordered++]);
    }
    return status;
}

/* Revises the region's nodes from index `from` on, and their marked ancestors. */
static enum nash_status region_revise(struct region *region, uint32_t from)
{
    struct andor_state *state = region->state;
    struct andor_ancestry *ancestry = &region->rounds->ancestry;
    region->s.count = 0;
    for (uint32_t i = from; i < region->nodes.count; i++)
        if (!andor_list_push(&region->s, region->nodes.at[i], state->run->arena))
            return andor_state_nomem(state);
    enum nash_status status = andor_marked_ancestors(ancestry, &region->s);
    region->rounds->paid += region->s.count;
    return status == NASH_OK ? andor_revise(state, &region->s, ancestry->place, NULL) : status;
}

static void region_clear_labels(struct region *region)
{
    for (uint32_t i = 0; i < region->nodes.count; i++)
        region->state->label[region->nodes.at[i]] &= (uint8_t)~ANDOR_LISTED;
    for (uint32_t i = 0; i < region->border.count; i++)
        region->state->label[region->border.at[i]] &= (uint8_t)~ANDOR_LISTED;
}

void andor_rounds_begin(struct andor_rounds *rounds, struct andor_state *state)
{
    *rounds = (struct andor_rounds){.state = state};
    andor_partial_begin(&rounds->partial, state);
    andor_ancestry_begin(&rounds->ancestry, state);
    rounds->ancestry.cyclic = true; /* ranks are not used */
}

enum nash_status andor_rounds_solve(struct andor_rounds *rounds, uint32_t u)
{
    struct andor_state *state = rounds->state;
    struct region region = {.rounds = rounds, .state = state};
    enum nash_status status = region_add(&region, u) ? region_add_below(&region, 0) : andor_state_nomem(state);
    for (uint32_t from = 0; status == NASH_OK;) {
        status = region_revise(&region, from);
        if (status != NASH_OK || state->label[u] & ANDOR_SOLVED || andor_state_q(state, u) == ANDOR_WIDE_INF)
            break;
        from = region.nodes.count;
        status = andor_partial_walk(&rounds->partial, u, ANDOR_TIP_SHALLOWEST, ANDOR_WALK_TIPS);
        rounds->paid += rounds->partial.open.count;
        if (status == NASH_OK)
            status = region_grow(&region, &rounds->partial.tips);
    }
    region_clear_labels(&region);
    return status;
}
