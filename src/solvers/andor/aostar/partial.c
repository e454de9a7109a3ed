/* Walks along the marks, each node once.
 *
 * Breadth first, a node is marked as seen when it enters the queue. Depth first it is marked when it leaves the stack,
 * since a node that two connectors share is visited where the walk reaches it first. */
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

/* Adds v to the open nodes unless it has been seen. */
static bool open_node(struct andor_partial *partial, uint32_t v, enum andor_tip order)
{
    if (partial->seen[v] == partial->turn)
        return true;
    if (order == ANDOR_TIP_SHALLOWEST)
        partial->seen[v] = partial->turn;
    return andor_list_push(&partial->open, v, partial->state->run->arena);
}

/* Opens the successors of a connector, from right to left if a stack is to give them from left to right. */
static bool open_successors(struct andor_partial *partial, uint32_t c, enum andor_tip order)
{
    const struct andor_graph *graph = partial->state->graph;
    uint32_t begin = graph->to[c], end = graph->to[c + 1];
    for (uint32_t i = begin; i < end; i++)
        if (!open_node(partial, graph->succ[order == ANDOR_TIP_LEFTMOST ? end - 1 - (i - begin) : i], order))
            return false;
    return true;
}

/* Takes the next node to visit from the open ones. Returns false if there is none. */
static bool take_node(struct andor_partial *partial, enum andor_tip order, uint32_t *v)
{
    struct andor_list *open = &partial->open;
    if (order == ANDOR_TIP_SHALLOWEST) {
        if (partial->taken == open->count)
            return false;
        *v = open->at[partial->taken++];
        return true;
    }
    while (open->count) {
        *v = open->at[--open->count];
        if (partial->seen[*v] != partial->turn) {
            partial->seen[*v] = partial->turn;
            return true;
        }
    }
    return false;
}

enum nash_status andor_partial_walk(struct andor_partial *partial, uint32_t from, enum andor_tip order,
                                    enum andor_walk walk)
{
    struct andor_state *state = partial->state;
    struct nash_arena *arena = state->run->arena;
    partial->open.count = partial->taken = partial->connectors.count = partial->tips.count = 0;
    partial->turn++;
    if (!grow(partial) || !open_node(partial, from, order))
        return andor_state_nomem(state);
    for (uint32_t v; take_node(partial, order, &v);) {
        uint32_t c = state->mark[v];
        uint32_t edges = c == ANDOR_NONE ? 0 : state->graph->to[c + 1] - state->graph->to[c];
        if (andor_state_stop(state, ANDOR_CHECK_PARTIAL, edges))
            return NASH_STOPPED;
        if (state->label[v] & ANDOR_SOLVED && walk != ANDOR_WALK_ALL)
            continue;
        bool tip = !(state->label[v] & (ANDOR_EXPANDED | ANDOR_SOLVED)), marked = c != ANDOR_NONE;
        if ((tip && !andor_list_push(&partial->tips, v, arena)) ||
            (marked && walk == ANDOR_WALK_ALL && !andor_list_push(&partial->connectors, c, arena)) ||
            (marked && !open_successors(partial, c, order)))
            return andor_state_nomem(state);
        if (tip && walk == ANDOR_WALK_FIRST)
            break;
    }
    return NASH_OK;
}
