/* AO* where there are cycles, in rounds: revise all, expand all tips, again.
 *
 * The region of u is what is expanded and not SOLVED below it. A round revises it whole (revise.c), so that its marks
 * lead out of every cycle, then expands all tips of the marked partial solution graph of u. Where those are few against
 * the region, more of what it borders on is expanded with them, in the order in which it was met, until the region has
 * grown by a share: the revisions of all rounds together then cost a few times the last one, and what is expanded
 * without need is never more than that share. */
#include <solvers/andor/aostar/partial.h>
#include <solvers/andor/aostar/quick.h>
#include <solvers/andor/aostar/revise.h>

enum { SHARE = 4 }; /* the region grows by a quarter a round */

struct region {
    struct andor_state *state;
    struct andor_list nodes;  /* expanded, not SOLVED */
    struct andor_list border; /* not expanded when met, in the order of meeting */
    uint32_t bordered;        /* of the border: done with */
};

/* v, known, comes to belong to the region or its border. */
static bool enter(struct region *region, uint32_t v)
{
    struct andor_state *state = region->state;
    uint8_t label = state->label[v];
    if (label & (ANDOR_SOLVED | ANDOR_LISTED) || andor_state_q(state, v) == ANDOR_WIDE_INF)
        return true;
    state->label[v] |= ANDOR_LISTED;
    return andor_list_push(label & ANDOR_EXPANDED ? &region->nodes : &region->border, v, state->run->arena);
}

/* All below nodes[from] .. enters. */
static enum nash_status enter_below(struct region *region, uint32_t from)
{
    struct andor_state *state = region->state;
    const struct andor_graph *graph = state->graph;
    for (; from < region->nodes.count; from++) {
        if (nash_stop(state->run, ANDOR_CHECK_ROUND))
            return NASH_STOPPED;
        uint32_t v = region->nodes.at[from], edges = andor_state_edges(graph, v);
        for (uint32_t i = 0; i < edges; i++) {
            uint32_t s = graph->succ[graph->to[graph->first[v]] + i];
            state->label[s] |= ANDOR_KNOWN; /* the path had perhaps not looked at it yet */
            if (!enter(region, s))
                return andor_state_nomem(state);
        }
    }
    return NASH_OK;
}

static enum nash_status expand(struct region *region, uint32_t v)
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

/* Expands the tips, and more of the border when they are few. */
static enum nash_status grow(struct region *region, const struct andor_list *tips)
{
    uint32_t held = region->nodes.count, enough = held + held / SHARE;
    enum nash_status status = NASH_OK;
    for (uint32_t i = 0; status == NASH_OK && i < tips->count; i++)
        status = expand(region, tips->at[i]);
    for (uint32_t below = held; status == NASH_OK;) {
        status = enter_below(region, below);
        below = region->nodes.count;
        if (below >= enough || region->bordered == region->border.count)
            break;
        while (status == NASH_OK && region->bordered < region->border.count && region->nodes.count < enough)
            status = expand(region, region->border.at[region->bordered++]);
    }
    return status;
}

/* Drops what needs no more revision. */
static void sift(struct region *region)
{
    const struct andor_state *state = region->state;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < region->nodes.count; i++) {
        uint32_t v = region->nodes.at[i];
        if (state->label[v] & ANDOR_SOLVED || andor_state_q(state, v) == ANDOR_WIDE_INF)
            state->label[v] &= (uint8_t)~ANDOR_LISTED;
        else
            region->nodes.at[kept++] = v;
    }
    region->nodes.count = kept;
}

static void leave(struct region *region)
{
    for (uint32_t i = 0; i < region->nodes.count; i++)
        region->state->label[region->nodes.at[i]] &= (uint8_t)~ANDOR_LISTED;
    for (uint32_t i = 0; i < region->border.count; i++)
        region->state->label[region->border.at[i]] &= (uint8_t)~ANDOR_LISTED;
}

static bool grow_places(struct andor_rounds *rounds)
{
    if (rounds->room == rounds->state->room)
        return true;
    rounds->room = rounds->state->room;
    rounds->place = NASH_NEW(rounds->state->run->arena, uint32_t, rounds->room);
    return rounds->place;
}

void andor_rounds_begin(struct andor_rounds *rounds, struct andor_state *state)
{
    *rounds = (struct andor_rounds){.state = state};
    andor_partial_begin(&rounds->partial, state);
}

enum nash_status andor_rounds_solve(struct andor_rounds *rounds, uint32_t u)
{
    struct andor_state *state = rounds->state;
    struct region region = {.state = state};
    enum nash_status status = enter(&region, u) ? enter_below(&region, 0) : andor_state_nomem(state);
    while (status == NASH_OK) {
        rounds->paid += region.nodes.count;
        status =
            grow_places(rounds) ? andor_revise(state, &region.nodes, rounds->place, NULL) : andor_state_nomem(state);
        if (status != NASH_OK || state->label[u] & ANDOR_SOLVED || andor_state_q(state, u) == ANDOR_WIDE_INF)
            break;
        sift(&region);
        status = andor_partial_walk(&rounds->partial, u, ANDOR_WALK_TIPS);
        if (status == NASH_OK)
            status = grow(&region, &rounds->partial.tips);
    }
    leave(&region);
    return status;
}
