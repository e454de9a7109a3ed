/* A walk along the marks, depth first, each node once, on a list instead of the C stack. */
#include <solvers/andor/aostar/partial.h>

void andor_partial_begin(struct andor_partial *partial, struct andor_state *state)
{
    *partial = (struct andor_partial){.state = state};
}

static bool grow(struct andor_partial *partial)
{
    uint32_t room = partial->state->room;
    if (room == partial->room)
        return true;
    partial->seen = nash_arena_alloc(partial->state->run->arena, room * sizeof *partial->seen);
    partial->room = room;
    partial->turn = 0;
    return partial->seen;
}

/* Puts the successors of a connector on the path so that the leftmost comes next. */
static bool follow(struct andor_partial *partial, uint32_t c)
{
    const struct andor_graph *graph = partial->state->graph;
    for (uint32_t i = graph->to[c + 1]; i-- > graph->to[c];)
        if (partial->seen[graph->succ[i]] != partial->turn &&
            !andor_list_push(&partial->path, graph->succ[i], partial->state->run->arena))
            return false;
    return true;
}

enum nash_status andor_partial_walk(struct andor_partial *partial, uint32_t v, enum andor_walk walk)
{
    struct andor_state *state = partial->state;
    struct nash_arena *arena = state->run->arena;
    partial->path.count = partial->connectors.count = partial->tips.count = 0;
    if (!grow(partial) || !andor_list_push(&partial->path, v, arena))
        return andor_state_nomem(state);
    partial->turn++;
    while (partial->path.count) {
        if (nash_stop(state->run, ANDOR_CHECK_PARTIAL))
            return NASH_STOPPED;
        v = partial->path.at[--partial->path.count];
        if (partial->seen[v] == partial->turn || (state->label[v] & ANDOR_SOLVED && walk != ANDOR_WALK_ALL))
            continue;
        partial->seen[v] = partial->turn;
        bool tip = !(state->label[v] & (ANDOR_EXPANDED | ANDOR_SOLVED)), marked = state->mark[v] != ANDOR_NONE;
        if ((tip && !andor_list_push(&partial->tips, v, arena)) ||
            (marked && walk == ANDOR_WALK_ALL && !andor_list_push(&partial->connectors, state->mark[v], arena)) ||
            (marked && !follow(partial, state->mark[v])))
            return andor_state_nomem(state);
        if (tip && walk == ANDOR_WALK_FIRST)
            return NASH_OK;
    }
    return NASH_OK;
}
