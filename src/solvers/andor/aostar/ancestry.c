/* Keeps the uses of each node, and its rank, as the search graph grows.
 *
 * Step 10 needs a node of S without a descendant in S: the node of the highest rank, if ranks rise along every
 * connector. If a new edge leads to a node of too low a rank, that rank is raised, and in turn the ranks of all nodes
 * below it that are then too low. If this raises the rank of the node just expanded, the new edges have closed a cycle,
 * and no ranks exist. */
#include <solvers/andor/aostar/ancestry.h>

/* A connector that leads to the node, and the connector's node. next: 1 + index of the next use; 0: none. */
struct andor_use {
    uint32_t connector, owner, next;
};

void andor_ancestry_begin(struct andor_ancestry *ancestry, struct andor_state *state)
{
    *ancestry = (struct andor_ancestry){.state = state};
}

static void *grown(struct nash_arena *arena, const void *old, size_t held, size_t room)
{
    char *moved = nash_arena_alloc(arena, room);
    if (moved && held)
        memcpy(moved, old, held);
    return moved;
}

/* Makes room for as many nodes as the search has. */
static enum nash_status grow_nodes(struct andor_ancestry *ancestry)
{
    struct nash_arena *arena = ancestry->state->run->arena;
    uint32_t room = ancestry->state->room;
    size_t held = ancestry->room * sizeof(uint32_t), size = room * sizeof(uint32_t);
    if (room == ancestry->room)
        return NASH_OK;
    ancestry->head = grown(arena, ancestry->head, held, size);
    ancestry->rank = grown(arena, ancestry->rank, held, size);
    ancestry->place = nash_arena_alloc(arena, size);
    if (!ancestry->head || !ancestry->rank || !ancestry->place)
        return andor_state_nomem(ancestry->state);
    ancestry->room = room;
    return NASH_OK;
}

static enum nash_status grow_uses(struct andor_ancestry *ancestry, uint32_t more)
{
    uint64_t need = (uint64_t)ancestry->used + more, room = ancestry->use_room ? 2 * (uint64_t)ancestry->use_room : 64;
    if (need <= ancestry->use_room)
        return NASH_OK;
    room = room < need ? need : room > UINT32_MAX ? UINT32_MAX : room;
    struct andor_use *moved =
        grown(ancestry->state->run->arena, ancestry->uses, ancestry->used * sizeof *moved, room * sizeof *moved);
    if (!moved)
        return andor_state_nomem(ancestry->state);
    ancestry->uses = moved;
    ancestry->use_room = (uint32_t)room;
    return NASH_OK;
}

/* Raises the ranks of the successors of v above that of v, and lists the expanded ones whose rank rose. Returns false
 * if the arena is full. */
static bool push_down(struct andor_ancestry *ancestry, uint32_t v)
{
    const struct andor_graph *graph = ancestry->state->graph;
    uint32_t below = ancestry->rank[v] + 1, edges = andor_state_edges(graph, v);
    for (uint32_t i = 0; i < edges; i++) {
        uint32_t s = graph->succ[graph->to[graph->first[v]] + i];
        if (ancestry->rank[s] >= below)
            continue;
        ancestry->rank[s] = below;
        if (ancestry->state->label[s] & ANDOR_EXPANDED &&
            !andor_list_push(&ancestry->moved, s, ancestry->state->run->arena))
            return false;
    }
    return true;
}

static enum nash_status rank_below(struct andor_ancestry *ancestry, uint32_t v)
{
    const struct andor_graph *graph = ancestry->state->graph;
    uint32_t rank = ancestry->rank[v];
    ancestry->moved.count = 0;
    if (!push_down(ancestry, v))
        return andor_state_nomem(ancestry->state);
    while (ancestry->moved.count && ancestry->rank[v] == rank) {
        uint32_t moved = ancestry->moved.at[--ancestry->moved.count];
        if (andor_state_stop(ancestry->state, ANDOR_CHECK_RANK, andor_state_edges(graph, moved)))
            return NASH_STOPPED;
        if (!push_down(ancestry, moved))
            return andor_state_nomem(ancestry->state);
    }
    ancestry->cyclic = ancestry->rank[v] != rank;
    return NASH_OK;
}

enum nash_status andor_ancestry_add(struct andor_ancestry *ancestry, uint32_t v)
{
    const struct andor_graph *graph = ancestry->state->graph;
    enum nash_status status = grow_nodes(ancestry);
    if (status == NASH_OK)
        status = grow_uses(ancestry, andor_state_edges(graph, v));
    if (status != NASH_OK)
        return status;
    ancestry->state->label[v] |= ANDOR_USED;
    for (uint32_t c = graph->first[v]; c < graph->last[v]; c++)
        for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++) {
            uint32_t *head = &ancestry->head[graph->succ[i]];
            ancestry->uses[ancestry->used++] = (struct andor_use){c, v, *head};
            *head = ancestry->used;
        }
    return ancestry->cyclic ? NASH_OK : rank_below(ancestry, v);
}

enum nash_status andor_marked_parents(struct andor_ancestry *ancestry, uint32_t v, struct andor_list *list)
{
    struct andor_state *state = ancestry->state;
    for (uint32_t u = ancestry->head[v]; u; u = ancestry->uses[u - 1].next) {
        const struct andor_use *use = &ancestry->uses[u - 1];
        if (state->mark[use->owner] != use->connector || state->label[use->owner] & ANDOR_IN_S)
            continue;
        state->label[use->owner] |= ANDOR_IN_S;
        if (!andor_list_push(list, use->owner, state->run->arena))
            return andor_state_nomem(state);
    }
    return NASH_OK;
}

enum nash_status andor_marked_ancestors(struct andor_ancestry *ancestry, struct andor_list *list)
{
    uint8_t *label = ancestry->state->label;
    enum nash_status status = NASH_OK;
    for (uint32_t i = 0; i < list->count; i++)
        label[list->at[i]] |= ANDOR_IN_S;
    for (uint32_t i = 0; status == NASH_OK && i < list->count; i++)
        status = andor_marked_parents(ancestry, list->at[i], list);
    for (uint32_t i = 0; i < list->count; i++)
        label[list->at[i]] &= (uint8_t)~ANDOR_IN_S;
    return status;
}
