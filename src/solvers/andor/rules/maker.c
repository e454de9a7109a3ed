/* Arrays that double when they are full. The old ones stay in the arena, which makes twice the room in all. */
#include "maker.h"

#include <string.h>

static bool grow(struct nash_arena *arena, void *array, size_t size, size_t count, size_t room)
{
    void *old, *grown = nash_arena_alloc_raw(arena, room * size, 16);
    memcpy(&old, array, sizeof old);
    if (!grown)
        return false;
    if (count)
        memcpy(grown, old, count * size);
    memcpy(array, &grown, sizeof grown);
    return true;
}

static bool grow_bits(struct nash_arena *arena, uint64_t **bits, size_t count, size_t room)
{
    if (!grow(arena, bits, sizeof **bits, (count + 63) / 64, room / 64 + 1))
        return false;
    memset(*bits + (count + 63) / 64, 0, (room / 64 + 1 - (count + 63) / 64) * sizeof **bits);
    return true;
}

void maker_publish(const struct maker *m, struct andor_graph *g)
{
    g->first = m->first;
    g->last = m->last;
    g->to = m->to;
    g->succ = m->succ;
    g->cost = m->cost;
    g->wide_cost = m->wide_cost;
    g->h = m->h;
    g->wide_h = m->wide_h;
    g->terminal = m->terminal;
}

bool maker_grow_nodes(struct maker *m, struct andor_graph *g)
{
    uint32_t room = m->node_room ? 2 * m->node_room : 256, n = g->nodes;
    if (!grow(m->arena, &m->first, sizeof *m->first, n, room) || !grow(m->arena, &m->last, sizeof *m->last, n, room) ||
        (m->h && !grow(m->arena, &m->h, sizeof *m->h, n, room)) ||
        (m->wide_h && !grow(m->arena, &m->wide_h, sizeof *m->wide_h, n, room)) ||
        !grow_bits(m->arena, &m->terminal, n, room) || !grow_bits(m->arena, &m->expanded, n, room))
        return false;
    m->node_room = room;
    maker_publish(m, g);
    return true;
}

bool maker_grow_connectors(struct maker *m, struct andor_graph *g)
{
    uint32_t room = m->connector_room ? 2 * m->connector_room : 256, n = g->connectors;
    if (!grow(m->arena, &m->to, sizeof *m->to, n + (m->to != NULL), room + 1) ||
        !grow(m->arena, &m->rule, sizeof *m->rule, n, room) ||
        (m->cost && !grow(m->arena, &m->cost, sizeof *m->cost, n, room)) ||
        (m->wide_cost && !grow(m->arena, &m->wide_cost, sizeof *m->wide_cost, n, room)) ||
        (m->bound && !grow(m->arena, &m->bound, RULE_FORS * sizeof *m->bound, n, room)))
        return false;
    m->connector_room = room;
    maker_publish(m, g);
    return true;
}

bool maker_grow_edges(struct maker *m, struct andor_graph *g)
{
    uint32_t room = m->edge_room ? 2 * m->edge_room : 512;
    if (m->edge_room > UINT32_MAX / 4 || !grow(m->arena, &m->succ, sizeof *m->succ, g->edges, room))
        return false;
    m->edge_room = room;
    maker_publish(m, g);
    return true;
}

bool maker_widen(struct maker *m, uint32_t **narrow, uint64_t **wide, uint32_t count, uint32_t room)
{
    *wide = nash_arena_alloc_raw(m->arena, (size_t)room * sizeof **wide, _Alignof(uint64_t));
    for (uint32_t i = 0; *wide && i < count; i++)
        (*wide)[i] = (*narrow)[i];
    *narrow = NULL;
    return *wide;
}
