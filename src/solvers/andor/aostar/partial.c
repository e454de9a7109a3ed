/* Walks along the marks, each node once: by level from the root, then from left to right. */
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
    partial->turn = 1;
    return partial->seen;
}

/* Appends v to the queue unless it has been there. */
static bool enqueue(struct andor_partial *partial, uint32_t v)
{
    if (partial->seen[v] == partial->turn)
        return true;
    partial->seen[v] = partial->turn;
    return andor_list_push(&partial->queue, v, partial->state->run->arena);
}

static bool enqueue_successors(struct andor_partial *partial, uint32_t c)
{
    const struct andor_graph *graph = partial->state->graph;
    for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++)
        if (!enqueue(partial, graph->succ[i]))
            return false;
    return true;
}

enum nash_status andor_partial_walk(struct andor_partial *partial, uint32_t from, enum andor_walk walk)
{
    struct andor_state *state = partial->state;
    struct nash_arena *arena = state->run->arena;
    partial->queue.count = partial->connectors.count = partial->tips.count = 0;
    partial->turn++;
    if (!grow(partial) || !enqueue(partial, from))
        return andor_state_nomem(state);
    for (uint32_t i = 0; i < partial->queue.count; i++) {
        uint32_t v = partial->queue.at[i], c = state->mark[v];
        uint32_t edges = c == ANDOR_NONE ? 0 : state->graph->to[c + 1] - state->graph->to[c];
        if (andor_state_stop(state, ANDOR_CHECK_PARTIAL, edges))
            return NASH_STOPPED;
        if (state->label[v] & ANDOR_SOLVED && walk != ANDOR_WALK_ALL)
            continue;
        bool tip = !(state->label[v] & (ANDOR_EXPANDED | ANDOR_SOLVED)), marked = c != ANDOR_NONE;
        if ((tip && !andor_list_push(&partial->tips, v, arena)) ||
            (marked && walk == ANDOR_WALK_ALL && !andor_list_push(&partial->connectors, c, arena)) ||
            (marked && !enqueue_successors(partial, c)))
            return andor_state_nomem(state);
        if (tip && walk == ANDOR_WALK_FIRST)
            break;
    }
    return NASH_OK;
}
