/* H-search. Links wait in buckets by the size of their carriers and are worked off from the smallest: rules never give
 * a smaller carrier than those they join, so no link that has been listed becomes useless later. */
#include <string.h>

#include <nash/arena.h>

#include "internal.h"

enum { LINKS_OF_NODE = 1024, CHUNKS_OF_NODE = 32, ALIGNED = 16, BLOCKS = 4 };

size_t connections_bytes(unsigned rows, unsigned cols)
{
    size_t nodes = (size_t)rows * cols + 2;
    return sizeof(struct connections) + LINKS_OF_NODE * nodes * sizeof(struct link) +
           CHUNKS_OF_NODE * nodes * sizeof(struct chunk) + nodes * (nodes - 1) / 2 * sizeof(struct pair) +
           BLOCKS * ALIGNED;
}

struct connections *connections_new(struct nash_arena *arena, unsigned rows, unsigned cols)
{
    struct connections *c = NASH_NEW(arena, struct connections, 1);
    if (!c)
        return NULL;
    unsigned nodes = rows * cols + 2;
    c->rows = rows;
    c->cols = cols;
    c->cells = rows * cols;
    c->links = LINKS_OF_NODE * nodes;
    c->chunks = CHUNKS_OF_NODE * nodes;
    c->link = NASH_NEW(arena, struct link, c->links);
    c->chunk = NASH_NEW(arena, struct chunk, c->chunks);
    c->pair = NASH_NEW(arena, struct pair, nodes * (nodes - 1) / 2);
    return c->link && c->chunk && c->pair ? c : NULL;
}

/* Returns whether a link of the list has a carrier within this one. */
static bool list_covers(const struct connections *c, uint32_t first, const struct hex_set *carrier)
{
    for (uint32_t i = first; i; i = c->link[i].next)
        if (hex_set_within(&c->link[i].carrier, carrier))
            return true;
    return false;
}

/* Returns whether a link with this carrier would add nothing to the lists of its pair. */
static bool pair_covers(const struct connections *c, const struct pair *pair, const struct hex_set *carrier, bool full,
                        bool edges)
{
    if (full ? pair->fulls >= FULLS_MAX : pair->semis >= (edges ? EDGE_SEMIS_MAX : SEMIS_MAX))
        return true;
    return list_covers(c, pair->full, carrier) || (!full && list_covers(c, pair->semi, carrier));
}

/* Notes the answers about the edges at once, because a link may be dropped later for want of room. */
static void note_edges(struct connections *c, const struct hex_set *carrier, bool full)
{
    if (full)
        c->reached |= c->goal == CONNECTIONS_FULL;
    else {
        c->reached |= c->goal == CONNECTIONS_SEMI;
        if (!hex_set_within(&c->common, carrier)) {
            c->common = hex_set_and(c->common, carrier);
            c->joint = hex_set_or(c->joint, carrier);
            c->reached |= c->goal == CONNECTIONS_FULL && hex_set_is_empty(&c->common);
        }
    }
}

void connections_push(struct connections *c, unsigned x, unsigned y, const struct hex_set *carrier, unsigned size,
                      bool full, unsigned key)
{
    bool edges = x + y == FIRST_EDGE + LAST_EDGE;
    if (x >= c->solids && y >= c->solids && size > OPEN_MAX)
        return;
    if (edges)
        note_edges(c, carrier, full);
    if (pair_covers(c, pair_of(c, x, y), carrier, full, edges))
        return;
    uint32_t i = c->link_free;
    if (i)
        c->link_free = c->link[i].next;
    else if (c->links_used < c->links)
        i = c->links_used++;
    else
        return;
    c->link[i] = (struct link){.carrier = *carrier,
                               .next = c->bucket[size],
                               .x = (uint16_t)(x < y ? x : y),
                               .y = (uint16_t)(x < y ? y : x),
                               .key = (uint16_t)key,
                               .size = (uint16_t)size,
                               .full = full};
    c->bucket[size] = i;
}

/* The AND rule over node `mid`: joins the link `end`-`mid` with each full connection of a fan of `mid`. An empty `mid`
 * is the key of the result; the carriers may then meet in cells that it captures, but those must not be ends. */
static void and_fan(struct connections *c, const struct fan *fan, unsigned end, unsigned mid, const struct link *link)
{
    struct hex_set mask = link->carrier, base = mask, captured = c->captured[mid];
    bool solid = mid < c->solids;
    unsigned key = solid ? 0 : c->cell[mid];
    if (end >= c->solids)
        hex_set_add(&mask, c->cell[end]);
    struct hex_set strict = mask;
    if (!solid)
        hex_set_add(&base, key);
    if (!solid && !(end >= c->solids && hex_set_has(&captured, c->cell[end])))
        mask = hex_set_minus(mask, &captured);
    for (uint32_t k = fan->first; k; k = c->chunk[k].next) {
        const struct chunk *chunk = &c->chunk[k];
        for (unsigned i = 0; i < chunk->count; i++) {
            const struct ray *ray = &chunk->ray[i];
            if (hex_set_meets(&mask, &ray->mask) || ray->node == end)
                continue;
            bool open = ray->node >= c->solids, meets = hex_set_meets(&strict, &ray->mask);
            if (meets && open && hex_set_has(&captured, c->cell[ray->node]))
                continue;
            struct hex_set all = hex_set_or(base, &ray->mask);
            if (open)
                hex_set_remove(&all, c->cell[ray->node]);
            if (meets)
                all = hex_set_or(all, &captured);
            unsigned size = meets ? hex_set_count(&all) : (unsigned)(link->size + ray->size + !solid);
            connections_push(c, end, ray->node, &all, size, solid, key);
        }
    }
}

static void and_over(struct connections *c, unsigned end, unsigned mid, const struct link *link)
{
    if (mid <= LAST_EDGE)
        return;
    and_fan(c, &c->to_solid[mid], end, mid, link);
    if (end < c->solids || link->size <= OPEN_MAX)
        and_fan(c, &c->to_empty[mid], end, mid, link);
}

/* Adds a full connection to the fan of its end `node`. */
static void fan_add(struct connections *c, unsigned node, unsigned other, const struct link *link)
{
    struct fan *fan = other < c->solids ? &c->to_solid[node] : &c->to_empty[node];
    if (!fan->last || c->chunk[fan->last].count == CHUNK) {
        if (c->chunks_used == c->chunks)
            return;
        uint32_t k = c->chunks_used++;
        c->chunk[k].next = c->chunk[k].count = 0;
        if (fan->last)
            c->chunk[fan->last].next = k;
        else
            fan->first = k;
        fan->last = k;
    }
    struct chunk *chunk = &c->chunk[fan->last];
    struct ray *ray = &chunk->ray[chunk->count++];
    ray->mask = link->carrier;
    if (other >= c->solids)
        hex_set_add(&ray->mask, c->cell[other]);
    ray->node = (uint16_t)other;
    ray->size = link->size;
}

static void list_add(struct connections *c, uint32_t *first, uint32_t *last, uint32_t i)
{
    c->link[i].next = 0;
    *(*last ? &c->link[*last].next : first) = i;
    *last = i;
}

/* Lists a link that has left its bucket, and applies the rules to it. */
static void work_off(struct connections *c, uint32_t i)
{
    struct link *link = &c->link[i];
    struct pair *pair = pair_of(c, link->x, link->y);
    if (pair_covers(c, pair, &link->carrier, link->full, link->y == LAST_EDGE)) {
        link->next = c->link_free;
        c->link_free = i;
    } else if (link->full) {
        list_add(c, &pair->full, &pair->full_last, i);
        pair->fulls++;
        fan_add(c, link->x, link->y, link);
        fan_add(c, link->y, link->x, link);
        and_over(c, link->x, link->y, link);
        and_over(c, link->y, link->x, link);
    } else {
        connections_or(c, pair, link);
        list_add(c, &pair->semi, &pair->semi_last, i);
        pair->semis++;
    }
}

/* Pushes the full connections without a carrier. */
static void push_adjacent(struct connections *c, const struct hex_board *board, enum hex_color side)
{
    static const struct hex_set none;
    for (unsigned x = c->solids; x < c->nodes; x++) {
        uint16_t next[HEX_NEIGHBOURS];
        unsigned cell = c->cell[x], n = hex_neighbours(board, cell, next);
        unsigned line = side == HEX_BLACK ? cell / c->cols : cell % c->cols;
        if (line == 0)
            connections_push(c, FIRST_EDGE, x, &none, 0, true, 0);
        if (line == (side == HEX_BLACK ? c->rows : c->cols) - 1)
            connections_push(c, LAST_EDGE, x, &none, 0, true, 0);
        for (unsigned i = 0; i < n; i++) {
            unsigned y = c->node[next[i]];
            if (y < x) /* not twice; the opponent's cells have UINT16_MAX */
                connections_push(c, y, x, &none, 0, true, 0);
        }
    }
}

void connections_build_until(struct connections *c, const struct hex_board *board, enum hex_color side,
                             enum connections_goal goal)
{
    connections_graph(c, board, side);
    c->goal = goal;
    c->reached = c->joined;
    c->common = c->empty;
    memset(&c->joint, 0, sizeof c->joint);
    memset(c->to_solid, 0, c->nodes * sizeof *c->to_solid);
    memset(c->to_empty, 0, c->nodes * sizeof *c->to_empty);
    memset(c->bucket, 0, sizeof c->bucket);
    memset(c->pair, 0, c->nodes * (c->nodes - 1) / 2 * sizeof *c->pair);
    c->links_used = c->chunks_used = 1;
    c->link_free = 0;
    if (c->joined)
        return;
    connections_capture(c, board, side);
    push_adjacent(c, board, side);
    for (c->size = 0; c->size <= c->cells && !c->reached;) {
        uint32_t i = c->bucket[c->size];
        if (!i) {
            c->size++;
            continue;
        }
        c->bucket[c->size] = c->link[i].next;
        work_off(c, i);
    }
}
