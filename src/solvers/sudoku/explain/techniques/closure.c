/* Derives consequences breadth first. Nodes that are on are expanded before nodes that are off, so that derivations are
 * short. */
#include "closure.h"

#include <string.h>

enum {
    ASSUMED,
    RIVAL,
    CELL,
    UNIT
}; /* kinds of reason, in the upper 16 bits; the lower 16 bits are the node of the rival, or the unit */

enum { NODES_MAX = 2 * EXPLAIN_CANDIDATES_MAX };

bool explain_closure_new(struct sudoku_logic *l, const struct explain_links *k, struct explain_closure *c)
{
    *c = (struct explain_closure){.seen = NASH_NEW(l->arena, uint64_t, k->words),
                                  .reason = nash_arena_alloc_raw(l->arena, k->nodes * sizeof(uint32_t), 16),
                                  .level = nash_arena_alloc_raw(l->arena, k->nodes * sizeof(uint16_t), 16)};
    l->spent |= !c->seen || !c->reason || !c->level;
    return !l->spent;
}

struct wave {
    const struct sudoku_logic *l;
    const struct explain_links *k;
    struct explain_closure *c;
    uint16_t queue[2][NODES_MAX / 2]; /* [on] nodes to be expanded: queue[0] off, queue[1] on */
    unsigned head[2], tail[2];
    uint64_t gone[SUDOKU_EXPLAIN_MAX * SUDOKU_EXPLAIN_MAX]; /* [cell] candidates whose off node is expanded */
};

static bool is_seen(const struct explain_closure *c, unsigned node)
{
    return c->seen[node / 64] >> node % 64 & 1;
}

/* Adds a node unless it is derived already. False: its opposite is derived too. */
static bool add_consequence(struct wave *w, unsigned node, uint32_t reason, unsigned level)
{
    struct explain_closure *c = w->c;
    if (is_seen(c, node))
        return true;
    c->seen[node / 64] |= explain_bit(node % 64);
    c->reason[node] = reason;
    c->level[node] = (uint16_t)level;
    w->queue[node & 1][w->tail[node & 1]++] = (uint16_t)node;
    if (is_seen(c, node ^ 1))
        c->contradiction = node / 2;
    return c->contradiction == EXPLAIN_NO_NODE;
}

static bool expand_on(struct wave *w, unsigned node, enum explain_link link)
{
    const uint64_t *follow = explain_follow(w->k, link, node);
    for (unsigned i = 0; i < w->k->words; i++)
        for (uint64_t fresh = follow[i] & ~w->c->seen[i]; fresh;)
            if (!add_consequence(w, i * 64 + explain_pop(&fresh), RIVAL << 16 | node, w->c->level[node] + 1U))
                return false;
    return true;
}

/* Returns the places of value in unit that are not gone. */
static uint64_t places_left(const struct wave *w, unsigned unit, unsigned value)
{
    uint64_t left = 0;
    for (uint64_t where = explain_where(w->l, unit, value); where;) {
        unsigned place = explain_pop(&where);
        if (!(w->gone[explain_cell_of(w->l, unit, place)] >> value & 1))
            left |= explain_bit(place);
    }
    return left;
}

static bool expand_off(struct wave *w, unsigned node, bool one_value)
{
    const struct sudoku_logic *l = w->l;
    const struct sudoku_geometry *g = l->geometry;
    unsigned cell = SUDOKU_LITERAL_CELL(w->k->literal[node / 2]);
    unsigned value = SUDOKU_LITERAL_VALUE(w->k->literal[node / 2]), level = w->c->level[node] + 1U;
    w->gone[cell] |= explain_bit(value);
    uint64_t left = l->open[cell] & ~w->gone[cell];
    if (!one_value && explain_is_one(left) &&
        !add_consequence(w, w->k->candidate[cell * l->size + explain_first(left)] * 2U + 1, CELL << 16, level))
        return false;
    for (unsigned kind = 0; kind < g->kinds; kind++) {
        unsigned unit = g->unit[cell][kind];
        left = unit == SUDOKU_NO_UNIT ? 0 : places_left(w, unit, value);
        if (!explain_is_one(left))
            continue;
        unsigned only = explain_cell_of(l, unit, explain_first(left));
        if (!add_consequence(w, w->k->candidate[only * l->size + value] * 2U + 1, UNIT << 16 | unit, level))
            return false;
    }
    return true;
}

void explain_closure_run(const struct sudoku_logic *l, const struct explain_links *k, unsigned start, bool one_value,
                         struct explain_closure *c)
{
    struct wave w;
    w.l = l;
    w.k = k;
    w.c = c;
    memset(w.gone, 0, l->cells * sizeof *w.gone);
    memset(c->seen, 0, k->words * sizeof *c->seen);
    w.head[0] = w.head[1] = w.tail[0] = w.tail[1] = 0;
    c->start = start;
    c->contradiction = EXPLAIN_NO_NODE;
    add_consequence(&w, start, ASSUMED << 16, 0);
    for (bool fine = true; fine;) {
        bool on = w.head[1] < w.tail[1];
        if (!on && w.head[0] == w.tail[0])
            return;
        unsigned node = w.queue[on][w.head[on]++];
        fine = on ? expand_on(&w, node, one_value ? EXPLAIN_X : EXPLAIN_ALL) : expand_off(&w, node, one_value);
    }
}

/* ---- the derivation of a node ---- */

struct walk {
    struct sudoku_logic *l;        /* the logic to write to, or NULL to count only */
    const struct sudoku_logic *on; /* the logic whose candidates are read */
    const struct explain_links *k;
    const struct explain_closure *c;
    unsigned count;                /* nodes visited */
    uint16_t index[NODES_MAX];     /* [node] its index in the step, if it is written already */
    uint64_t done[NODES_MAX / 64]; /* nodes visited, as bits */
};

/* Writes the direct causes of a node into cause[N]; returns their number. */
static unsigned causes_of(const struct walk *w, unsigned node, uint16_t *cause)
{
    const struct sudoku_logic *l = w->on;
    unsigned count = 0, cell = SUDOKU_LITERAL_CELL(w->k->literal[node / 2]);
    unsigned value = SUDOKU_LITERAL_VALUE(w->k->literal[node / 2]), of = w->c->reason[node] & 0xffff;
    switch (w->c->reason[node] >> 16) {
    case RIVAL:
        cause[count++] = (uint16_t)of;
        break;
    case CELL:
        for (uint64_t open = l->open[cell] & ~explain_bit(value); open;)
            cause[count++] = (uint16_t)(w->k->candidate[cell * l->size + explain_pop(&open)] * 2U);
        break;
    case UNIT:
        for (uint64_t where = explain_where(l, of, value); where;) {
            unsigned other = explain_cell_of(l, of, explain_pop(&where));
            if (other != cell)
                cause[count++] = (uint16_t)(w->k->candidate[other * l->size + value] * 2U);
        }
    }
    return count;
}

static void visit_causes(struct walk *w, unsigned node)
{
    uint16_t cause[SUDOKU_EXPLAIN_MAX];
    if (w->done[node / 64] >> node % 64 & 1)
        return;
    w->done[node / 64] |= explain_bit(node % 64);
    unsigned causes = causes_of(w, node, cause);
    for (unsigned i = 0; i < causes; i++)
        visit_causes(w, cause[i]);
    w->count++;
    if (!w->l)
        return;
    w->index[node] = (uint16_t)explain_add_node(w->l, w->k->literal[node / 2], node & 1);
    for (unsigned i = 0; i < causes; i++)
        explain_add_cause(w->l, w->index[cause[i]]);
}

/* Visits node and all nodes that it is derived from, causes first. Writes them into the step of `into`, unless that is
 * NULL. Returns their number. */
static unsigned walk_derivation(const struct sudoku_logic *on, struct sudoku_logic *into, const struct explain_links *k,
                                const struct explain_closure *c, unsigned node)
{
    struct walk w;
    w.l = into;
    w.on = on;
    w.k = k;
    w.c = c;
    w.count = 0;
    memset(w.done, 0, k->words * sizeof *w.done);
    visit_causes(&w, node);
    return w.count;
}

unsigned explain_closure_count(const struct sudoku_logic *l, const struct explain_links *k,
                               const struct explain_closure *c, unsigned node)
{
    return walk_derivation(l, NULL, k, c, node);
}

void explain_closure_write(struct sudoku_logic *l, const struct explain_links *k, const struct explain_closure *c,
                           unsigned node)
{
    walk_derivation(l, l, k, c, node);
}
