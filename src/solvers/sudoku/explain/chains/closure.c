/* Derives consequences breadth first. Nodes that are on are expanded before nodes that are off, so that derivations are
 * short. */
#include "closure.h"

#include <string.h>

/* Kinds of reason, in the upper 16 bits; the lower 16 bits are the node of the rival, the unit, or the cut. */
enum { ASSUMED, RIVAL, CELL, UNIT, CUT };

enum {
    NODES_MAX = 2 * EXPLAIN_CANDIDATES_MAX,
    UNITS_MAX = 4 * SUDOKU_EXPLAIN_MAX + 2 /* rows, columns, boxes, groups, two diagonals */
};

bool explain_closure_new(struct sudoku_logic *l, const struct explain_links *k, struct explain_closure *c)
{
    *c = (struct explain_closure){.seen = NASH_NEW(l->arena, uint64_t, k->words),
                                  .reason = nash_arena_alloc_raw(l->arena, k->nodes * sizeof(uint32_t), 16),
                                  .level = nash_arena_alloc_raw(l->arena, k->nodes * sizeof(uint16_t), 16)};
    l->spent |= !c->seen || !c->reason || !c->level;
    return !l->spent;
}

struct explain_cuts *explain_cuts_new(struct sudoku_logic *l, const struct explain_links *k)
{
    struct explain_cuts *cuts = NASH_NEW(l->arena, struct explain_cuts, 1);
    l->spent |= !cuts;
    if (!cuts)
        return NULL;
    cuts->cut = NASH_NEW(l->arena, struct explain_cut, k->candidates);
    cuts->cause = NASH_NEW(l->arena, uint16_t, EXPLAIN_CAUSES_MAX);
    l->spent |= !cuts->cut || !cuts->cause;
    return l->spent ? NULL : cuts;
}

struct wave {
    const struct sudoku_logic *l;
    const struct explain_links *k;
    struct explain_closure *c;
    struct explain_cuts *cuts;        /* NULL: no patterns */
    uint16_t queue[2][NODES_MAX / 2]; /* [on] nodes to be expanded: queue[0] off, queue[1] on */
    unsigned head[2], tail[2];
    struct explain_rest rest; /* the candidates but those whose off node is expanded */
    uint64_t open[SUDOKU_EXPLAIN_MAX * SUDOKU_EXPLAIN_MAX], where[UNITS_MAX * SUDOKU_EXPLAIN_MAX]; /* of rest */
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

static void remove_from_rest(struct wave *w, unsigned cell, unsigned value)
{
    const struct sudoku_geometry *g = w->l->geometry;
    w->open[cell] &= ~explain_bit(value);
    for (unsigned kind = 0; kind < g->kinds; kind++)
        if (g->unit[cell][kind] != SUDOKU_NO_UNIT)
            w->where[g->unit[cell][kind] * g->size + value] &= ~explain_bit(g->place[cell][kind]);
}

static bool expand_off(struct wave *w, unsigned node, bool one_value)
{
    const struct sudoku_logic *l = w->l;
    const struct sudoku_geometry *g = l->geometry;
    unsigned cell = SUDOKU_LITERAL_CELL(w->k->literal[node / 2]);
    unsigned value = SUDOKU_LITERAL_VALUE(w->k->literal[node / 2]), level = w->c->level[node] + 1U;
    remove_from_rest(w, cell, value);
    uint64_t left = w->open[cell];
    if (!one_value && explain_is_one(left) &&
        !add_consequence(w, w->k->candidate[cell * l->size + explain_first(left)] * 2U + 1, CELL << 16, level))
        return false;
    for (unsigned kind = 0; kind < g->kinds; kind++) {
        unsigned unit = g->unit[cell][kind];
        left = unit == SUDOKU_NO_UNIT ? 0 : w->where[unit * l->size + value];
        if (!explain_is_one(left))
            continue;
        unsigned only = explain_cell_of(l, unit, explain_first(left));
        if (!add_consequence(w, w->k->candidate[only * l->size + value] * 2U + 1, UNIT << 16 | unit, level))
            return false;
    }
    return true;
}

/* ---- patterns ---- */

/* Adds the candidate as a cause if it is gone; locked: unless it excludes the candidate that is removed. */
static void add_cut_cause(struct wave *w, unsigned cell, unsigned value, uint32_t removed, bool locked)
{
    struct explain_cuts *cuts = w->cuts;
    if (w->open[cell] >> value & 1 || (locked && explain_sees(w->l, cell, SUDOKU_LITERAL_CELL(removed))))
        return;
    if (cuts->causes < EXPLAIN_CAUSES_MAX)
        cuts->cause[cuts->causes] = (uint16_t)(w->k->candidate[cell * w->l->size + value] * 2U);
    cuts->causes++;
}

/* Adds the candidates of the group that are gone. */
static void add_group_causes(struct wave *w, unsigned group, uint32_t removed, bool locked)
{
    const struct sudoku_logic *l = w->l;
    unsigned unit = group < l->cells ? 0 : (group - l->cells) / l->size, value = (group - l->cells) % l->size;
    if (group < l->cells)
        for (uint64_t values = l->open[group]; values;)
            add_cut_cause(w, group, explain_pop(&values), removed, false);
    else
        for (uint64_t places = explain_where(l, unit, value); places;)
            add_cut_cause(w, explain_cell_of(l, unit, explain_pop(&places)), value, removed, locked);
}

/* Derives that a candidate is off by a pattern. A pattern without a cause is there without the assumption: it is no
 * part of a chain. */
static bool add_cut(void *context, const struct sudoku_pattern *pattern, uint32_t literal)
{
    struct wave *w = context;
    struct explain_cuts *cuts = w->cuts;
    unsigned cell = SUDOKU_LITERAL_CELL(literal), value = SUDOKU_LITERAL_VALUE(literal), first = cuts->causes;
    unsigned node = w->k->candidate[cell * w->l->size + value] * 2U, level = 0;
    bool locked = pattern->technique == SUDOKU_POINTING || pattern->technique == SUDOKU_CLAIMING;
    if (is_seen(w->c, node))
        return false;
    for (unsigned i = 0; i < pattern->groups; i++)
        add_group_causes(w, pattern->group[i], literal, locked);
    if (cuts->causes == first || cuts->causes > EXPLAIN_CAUSES_MAX) {
        cuts->causes = first;
        return false;
    }
    for (unsigned i = first; i < cuts->causes; i++)
        level = w->c->level[cuts->cause[i]] > level ? w->c->level[cuts->cause[i]] : level;
    cuts->cut[cuts->cuts] = (struct explain_cut){*pattern, (uint16_t)(cuts->causes - first), first};
    add_consequence(w, node, CUT << 16 | cuts->cuts++, level + 1);
    return true;
}

/* Derives by the first technique that has a pattern. A removed candidate that is on is a contradiction. */
static bool expand_by_patterns(struct wave *w)
{
    static const enum sudoku_technique order[] = {SUDOKU_POINTING, SUDOKU_HIDDEN_PAIR, SUDOKU_NAKED_PAIR,
                                                  SUDOKU_X_WING};
    for (unsigned i = 0; i < sizeof order / sizeof *order; i++)
        if (explain_find_patterns(&w->rest, order[i], add_cut, w))
            return true;
    return false;
}

static void keep_cuts(struct sudoku_logic *l, const struct explain_cuts *cuts, struct explain_closure *c)
{
    c->cut = NASH_NEW(l->arena, struct explain_cut, cuts->cuts);
    c->cause = NASH_NEW(l->arena, uint16_t, cuts->causes);
    l->spent |= !c->cut || !c->cause;
    if (l->spent)
        return;
    memcpy(c->cut, cuts->cut, cuts->cuts * sizeof *c->cut);
    memcpy(c->cause, cuts->cause, cuts->causes * sizeof *c->cause);
}

/* ---- all consequences ---- */

static void derive_all(struct wave *w, enum explain_rules rules)
{
    for (;;) {
        bool on = w->head[1] < w->tail[1], fine;
        if (!on && w->head[0] == w->tail[0]) {
            if (!w->cuts || !expand_by_patterns(w) || w->c->contradiction != EXPLAIN_NO_NODE)
                return;
            continue;
        }
        unsigned node = w->queue[on][w->head[on]++];
        fine = on ? expand_on(w, node, rules == EXPLAIN_ONE_VALUE ? EXPLAIN_X : EXPLAIN_ALL)
                  : expand_off(w, node, rules == EXPLAIN_ONE_VALUE);
        if (!fine)
            return;
    }
}

void explain_closure_run(struct sudoku_logic *l, const struct explain_links *k, unsigned start,
                         enum explain_rules rules, struct explain_cuts *cuts, struct explain_closure *c)
{
    struct wave w;
    w.l = l;
    w.k = k;
    w.c = c;
    w.cuts = cuts;
    w.rest = (struct explain_rest){l, w.open, w.where};
    memcpy(w.open, l->open, l->cells * sizeof *w.open);
    memcpy(w.where, l->where, (size_t)l->units * l->size * sizeof *w.where);
    memset(c->seen, 0, k->words * sizeof *c->seen);
    w.head[0] = w.head[1] = w.tail[0] = w.tail[1] = 0;
    c->start = start;
    c->contradiction = EXPLAIN_NO_NODE;
    add_consequence(&w, start, ASSUMED << 16, 0);
    if (cuts)
        cuts->cuts = cuts->causes = 0;
    derive_all(&w, rules);
    if (cuts)
        keep_cuts(l, cuts, c);
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

static const struct explain_cut *cut_of(const struct walk *w, unsigned node)
{
    return w->c->reason[node] >> 16 == CUT ? &w->c->cut[w->c->reason[node] & 0xffff] : NULL;
}

/* Returns the direct causes of a node, those of a cut from the closure, others written into room[N]. */
static const uint16_t *causes_of(const struct walk *w, unsigned node, uint16_t *room, unsigned *causes)
{
    const struct sudoku_logic *l = w->on;
    const struct explain_cut *cut = cut_of(w, node);
    uint16_t *cause = room;
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
    *causes = cut ? cut->causes : count;
    return cut ? w->c->cause + cut->cause : room;
}

static void visit_causes(struct walk *w, unsigned node)
{
    uint16_t room[SUDOKU_EXPLAIN_MAX];
    unsigned causes;
    if (w->done[node / 64] >> node % 64 & 1)
        return;
    w->done[node / 64] |= explain_bit(node % 64);
    const uint16_t *cause = causes_of(w, node, room, &causes);
    for (unsigned i = 0; i < causes; i++)
        visit_causes(w, cause[i]);
    w->count++;
    if (!w->l)
        return;
    w->index[node] = (uint16_t)explain_add_node(w->l, w->k->literal[node / 2], node & 1);
    if (cut_of(w, node))
        explain_set_pattern(w->l, &cut_of(w, node)->pattern);
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
