/* Derives consequences breadth first. Nodes that are on are expanded before nodes that are off, so that derivations are
 * short. */
#include "closure.h"

#include <string.h>

#include <solvers/sudoku/stops.h>

/* Kinds of reason, in the upper 16 bits; the lower 16 bits are the node of the rival, the unit, or the cut. */
enum { ASSUMED, RIVAL, CELL, UNIT, CUT };

enum {
    NODES_MAX = 2 * EXPLAIN_CANDIDATES_MAX,
    UNITS_MAX = 4 * SUDOKU_EXPLAIN_MAX + 2 /* rows, columns, boxes, groups, two diagonals */
};

struct explain_closure *explain_closures_of(struct sudoku_logic *l, const struct explain_links *k, unsigned count)
{
    if (l->closures >= count)
        return l->closure;
    l->closure = NASH_NEW(l->arena, struct explain_closure, count);
    for (unsigned i = 0; l->closure && i < count; i++) {
        struct explain_closure *c = &l->closure[i];
        c->seen = NASH_NEW(l->arena, uint64_t, k->words);
        c->reason = nash_arena_alloc_raw(l->arena, k->nodes * sizeof(uint32_t), 16);
        c->level = nash_arena_alloc_raw(l->arena, k->nodes * sizeof(uint16_t), 16);
        l->spent |= !c->seen || !c->reason || !c->level;
    }
    l->spent |= !l->closure;
    l->closures = count;
    return l->spent ? NULL : l->closure;
}

bool explain_work_new(struct sudoku_logic *l, const struct explain_links *k, enum explain_rules rules, bool counting,
                      struct explain_work *work)
{
    *work = (struct explain_work){.rules = rules};
    if (counting) {
        work->before = nash_arena_alloc_raw(l->arena, (size_t)k->nodes * k->words * sizeof(uint64_t), 16);
        l->spent |= !work->before;
    }
    if (rules >= EXPLAIN_PATTERNS) {
        work->cut = NASH_NEW(l->arena, struct explain_cut, k->candidates);
        work->cause = nash_arena_alloc_raw(l->arena, EXPLAIN_CAUSES_MAX * sizeof(uint16_t), 16);
        l->spent |= !work->cut || !work->cause;
    }
    if (rules >= EXPLAIN_NESTED && !l->spent)
        work->inner = explain_inner_new(l, rules, false);
    return !l->spent;
}

/* ---- reasons ---- */

static bool is_seen(const struct explain_closure *c, unsigned node)
{
    return c->seen[node / 64] >> node % 64 & 1;
}

static const struct explain_cut *cut_of(const struct explain_closure *c, unsigned node)
{
    return c->reason[node] >> 16 == CUT ? &c->cut[c->reason[node] & 0xffff] : NULL;
}

/* Returns the direct causes of a node, those of a cut from the closure, others written into room[N]. */
static const uint16_t *causes_of(const struct sudoku_logic *l, const struct explain_links *k,
                                 const struct explain_closure *c, unsigned node, uint16_t *room, unsigned *causes)
{
    const struct explain_cut *cut = cut_of(c, node);
    unsigned count = 0, cell = SUDOKU_LITERAL_CELL(k->literal[node / 2]);
    unsigned value = SUDOKU_LITERAL_VALUE(k->literal[node / 2]), of = c->reason[node] & 0xffff;
    switch (c->reason[node] >> 16) {
    case RIVAL:
        room[count++] = (uint16_t)of;
        break;
    case CELL:
        for (uint64_t open = l->open[cell] & ~explain_bit(value); open;)
            room[count++] = (uint16_t)(k->candidate[cell * l->size + explain_pop(&open)] * 2U);
        break;
    case UNIT:
        for (uint64_t where = explain_where(l, of, value); where;) {
            unsigned other = explain_cell_of(l, of, explain_pop(&where));
            if (other != cell)
                room[count++] = (uint16_t)(k->candidate[other * l->size + value] * 2U);
        }
    }
    *causes = cut ? cut->causes : count;
    return cut ? c->cause + cut->cause : room;
}

/* ---- simple consequences ---- */

struct wave {
    const struct sudoku_logic *l;
    const struct explain_links *k;
    struct explain_closure *c;
    struct explain_work *work;
    uint16_t queue[2][NODES_MAX / 2]; /* [on] nodes to be expanded: queue[0] off, queue[1] on */
    unsigned head[2], tail[2];
    struct explain_rest rest; /* the candidates but those whose off node is expanded */
    uint64_t open[SUDOKU_EXPLAIN_MAX * SUDOKU_EXPLAIN_MAX], where[UNITS_MAX * SUDOKU_EXPLAIN_MAX]; /* of rest */
};

/* Adds a node and the nodes that it is derived from. The set of one that follows from a rival is not kept: it is that of
 * the rival and itself. */
static void join_before(const struct wave *w, unsigned node, uint64_t *before)
{
    uint32_t reason = w->c->reason[node];
    size_t keeper = reason >> 16 == RIVAL ? reason & 0xffff : node;
    for (unsigned word = 0; word < w->k->words; word++)
        before[word] |= w->work->before[keeper * w->k->words + word];
    before[node / 64] |= explain_bit(node % 64);
}

/* Returns the number of nodes that a new node is derived from. */
static unsigned count_before(const struct wave *w, unsigned node)
{
    uint16_t room[SUDOKU_EXPLAIN_MAX];
    unsigned causes, count = 0, words = w->k->words;
    uint64_t *before = w->work->before + (size_t)node * words;
    if (w->c->reason[node] >> 16 == RIVAL)
        return w->c->level[w->c->reason[node] & 0xffff] + 1U;
    const uint16_t *cause = causes_of(w->l, w->k, w->c, node, room, &causes);
    memset(before, 0, words * sizeof *before);
    for (unsigned i = 0; i < causes; i++)
        join_before(w, cause[i], before);
    for (unsigned word = 0; word < words; word++)
        count += explain_count(before[word]);
    before[node / 64] |= explain_bit(node % 64);
    return count;
}

/* Adds a node unless it is derived already; above: the highest level of its causes. False: its opposite is derived
 * too. */
static bool add_consequence(struct wave *w, unsigned node, uint32_t reason, unsigned above)
{
    struct explain_closure *c = w->c;
    if (is_seen(c, node))
        return true;
    c->seen[node / 64] |= explain_bit(node % 64);
    c->reason[node] = reason;
    c->level[node] = (uint16_t)(w->work->before ? count_before(w, node) : above + 1);
    w->queue[node & 1][w->tail[node & 1]++] = (uint16_t)node;
    if (is_seen(c, node ^ 1))
        c->contradiction = node / 2;
    return c->contradiction == EXPLAIN_NO_NODE;
}

/* Adds the rivals in one group of a candidate, whose cells or values are the bits of `set`. */
static bool add_rivals(struct wave *w, unsigned node, unsigned unit, uint64_t set)
{
    const struct sudoku_logic *l = w->l;
    uint32_t literal = w->k->literal[node / 2];
    unsigned cell = SUDOKU_LITERAL_CELL(literal), value = SUDOKU_LITERAL_VALUE(literal);
    while (set) {
        unsigned member = explain_pop(&set);
        unsigned other =
            unit == SUDOKU_NO_UNIT ? cell * l->size + member : explain_cell_of(l, unit, member) * l->size + value;
        if (other != cell * l->size + value && !is_seen(w->c, w->k->candidate[other] * 2U) &&
            !add_consequence(w, w->k->candidate[other] * 2U, RIVAL << 16 | node, w->c->level[node]))
            return false;
    }
    return true;
}

static bool expand_on(struct wave *w, unsigned node, bool one_value)
{
    const struct sudoku_logic *l = w->l;
    const struct sudoku_geometry *g = l->geometry;
    unsigned cell = SUDOKU_LITERAL_CELL(w->k->literal[node / 2]);
    unsigned value = SUDOKU_LITERAL_VALUE(w->k->literal[node / 2]);
    const uint64_t *follow = explain_follow(w->k, one_value ? EXPLAIN_X : EXPLAIN_ALL, node);
    if (!one_value && !add_rivals(w, node, SUDOKU_NO_UNIT, l->open[cell]))
        return false;
    for (unsigned i = 0; i < SUDOKU_KINDS; i++) {
        unsigned kind = explain_kinds[i], unit = kind < g->kinds ? g->unit[cell][kind] : SUDOKU_NO_UNIT;
        if (unit != SUDOKU_NO_UNIT && !add_rivals(w, node, unit, explain_where(l, unit, value)))
            return false;
    }
    for (unsigned i = 0; l->problem->cages && i < w->k->words; i++) /* rivals in cages */
        for (uint64_t fresh = follow[i] & ~w->c->seen[i]; fresh;)
            if (!add_consequence(w, i * 64 + explain_pop(&fresh), RIVAL << 16 | node, w->c->level[node]))
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
    unsigned value = SUDOKU_LITERAL_VALUE(w->k->literal[node / 2]), level = w->c->level[node];
    remove_from_rest(w, cell, value);
    uint64_t left = w->open[cell];
    if (!one_value && explain_is_one(left) &&
        !add_consequence(w, w->k->candidate[cell * l->size + explain_first(left)] * 2U + 1, CELL << 16, level))
        return false;
    for (unsigned i = 0; i < SUDOKU_KINDS; i++) {
        unsigned kind = explain_kinds[i], unit = kind < g->kinds ? g->unit[cell][kind] : SUDOKU_NO_UNIT;
        left = unit == SUDOKU_NO_UNIT ? 0 : w->where[unit * l->size + value];
        if (!explain_is_one(left))
            continue;
        unsigned only = explain_cell_of(l, unit, explain_first(left));
        if (!add_consequence(w, w->k->candidate[only * l->size + value] * 2U + 1, UNIT << 16 | unit, level))
            return false;
    }
    return true;
}

/* ---- patterns and inner chains ---- */

/* Adds the candidate as a cause of the next cut if it is gone; locked: unless it excludes the candidate removed. */
static void add_cut_cause(struct wave *w, unsigned cell, unsigned value, unsigned first, uint32_t removed, bool locked)
{
    struct explain_work *work = w->work;
    uint16_t node = (uint16_t)(w->k->candidate[cell * w->l->size + value] * 2U);
    if (w->open[cell] >> value & 1 || (locked && explain_sees(w->l, cell, SUDOKU_LITERAL_CELL(removed))))
        return;
    for (unsigned i = first; i < work->causes && i < EXPLAIN_CAUSES_MAX; i++)
        if (work->cause[i] == node)
            return;
    if (work->causes < EXPLAIN_CAUSES_MAX)
        work->cause[work->causes] = node;
    work->causes++;
}

/* Adds the candidates of the group that are gone. */
static void add_group_causes(struct wave *w, unsigned group, unsigned first, uint32_t removed, bool locked)
{
    const struct sudoku_logic *l = w->l;
    unsigned unit = group < l->cells ? 0 : (group - l->cells) / l->size, value = (group - l->cells) % l->size;
    if (group < l->cells)
        for (uint64_t values = l->open[group]; values;)
            add_cut_cause(w, group, explain_pop(&values), first, removed, false);
    else
        for (uint64_t places = explain_where(l, unit, value); places;)
            add_cut_cause(w, explain_cell_of(l, unit, explain_pop(&places)), value, first, removed, locked);
}

/* Adds the off node of a candidate as a consequence of the cut, whose causes are in the work. False: it is derived
 * already. */
static bool add_cut(struct wave *w, const struct explain_cut *cut, uint32_t literal)
{
    struct explain_work *work = w->work;
    unsigned cell = SUDOKU_LITERAL_CELL(literal), value = SUDOKU_LITERAL_VALUE(literal), above = 0;
    unsigned node = w->k->candidate[cell * w->l->size + value] * 2U;
    if (is_seen(w->c, node))
        return false;
    for (unsigned i = 0; i < cut->causes; i++)
        above = w->c->level[work->cause[cut->cause + i]] > above ? w->c->level[work->cause[cut->cause + i]] : above;
    work->cut[work->cuts] = *cut;
    add_consequence(w, node, CUT << 16 | work->cuts++, above);
    return true;
}

/* Returns whether causes were added from `first` on, and fit. A cut without a cause is there without the assumption: it
 * is no part of a chain. */
static bool has_causes(struct explain_work *work, unsigned first)
{
    bool fits = work->causes <= EXPLAIN_CAUSES_MAX, any = fits && work->causes > first;
    if (!fits)
        work->causes = first;
    return any;
}

/* Derives that a candidate is off by a pattern. */
static bool add_pattern(void *context, const struct sudoku_pattern *pattern, uint32_t literal)
{
    struct wave *w = context;
    struct explain_work *work = w->work;
    struct explain_cut cut = {.pattern = *pattern, .cause = work->causes};
    bool locked = pattern->technique == SUDOKU_POINTING || pattern->technique == SUDOKU_CLAIMING;
    for (unsigned i = 0; i < pattern->groups; i++)
        add_group_causes(w, pattern->group[i], cut.cause, literal, locked);
    if (!has_causes(work, cut.cause))
        return false;
    cut.causes = (uint16_t)(work->causes - cut.cause);
    return add_cut(w, &cut, literal);
}

/* Derives what an inner chain removes. */
static bool add_inner(void *context, const struct explain_inner_chain *chain)
{
    struct wave *w = context;
    struct explain_work *work = w->work;
    struct explain_cut cut = {
        .nodes = chain->nodes, .identity = chain->identity, .nested = chain->step, .cause = work->causes};
    bool any = false;
    for (unsigned i = 0; i < chain->groups; i++)
        add_group_causes(w, chain->group[i], cut.cause, 0, false);
    if (!has_causes(work, cut.cause))
        return false;
    cut.causes = (uint16_t)(work->causes - cut.cause);
    for (unsigned i = 0; i < chain->removals; i++)
        any |= add_cut(w, &cut, chain->removal[i]);
    return any;
}

/* Derives by the first technique that removes a candidate. A removed candidate that is on is a contradiction. */
static bool expand_by_patterns(struct wave *w)
{
    static const enum sudoku_technique order[] = {SUDOKU_POINTING, SUDOKU_HIDDEN_PAIR, SUDOKU_NAKED_PAIR,
                                                  SUDOKU_X_WING};
    if (w->work->rules < EXPLAIN_PATTERNS)
        return false;
    for (unsigned i = 0; i < sizeof order / sizeof *order; i++)
        if (explain_find_patterns(&w->rest, order[i], add_pattern, w))
            return true;
    return w->work->inner && !nash_stop(w->l->run, SUDOKU_CHECK_EXPLAIN) &&
           explain_inner_find(w->work->inner, &w->rest, add_inner, w);
}

static void keep_cuts(struct sudoku_logic *l, const struct explain_work *work, struct explain_closure *c)
{
    c->cut = NASH_NEW(l->arena, struct explain_cut, work->cuts);
    c->cause = NASH_NEW(l->arena, uint16_t, work->causes);
    l->spent |= !c->cut || !c->cause;
    if (l->spent)
        return;
    memcpy(c->cut, work->cut, work->cuts * sizeof *c->cut);
    memcpy(c->cause, work->cause, work->causes * sizeof *c->cause);
}

/* ---- all consequences ---- */

static void derive_all(struct wave *w)
{
    bool one_value = w->work->rules == EXPLAIN_ONE_VALUE;
    for (;;) {
        bool on = w->head[1] < w->tail[1], fine;
        if (!on && w->head[0] == w->tail[0]) {
            if (!expand_by_patterns(w) || w->c->contradiction != EXPLAIN_NO_NODE)
                return;
            continue;
        }
        unsigned node = w->queue[on][w->head[on]++];
        fine = on ? expand_on(w, node, one_value) : expand_off(w, node, one_value);
        if (!fine)
            return;
    }
}

void explain_closure_run(struct sudoku_logic *l, const struct explain_links *k, unsigned start,
                         struct explain_work *work, struct explain_closure *c)
{
    struct wave w;
    w.l = l;
    w.k = k;
    w.c = c;
    w.work = work;
    w.rest = (struct explain_rest){l, w.open, w.where};
    memcpy(w.open, l->open, l->cells * sizeof *w.open);
    memcpy(w.where, l->where, (size_t)l->units * l->size * sizeof *w.where);
    memset(c->seen, 0, k->words * sizeof *c->seen);
    w.head[0] = w.head[1] = w.tail[0] = w.tail[1] = 0;
    c->start = start;
    c->contradiction = EXPLAIN_NO_NODE;
    c->cut = work->cut;
    c->cause = work->cause;
    work->cuts = work->causes = 0;
    add_consequence(&w, start, ASSUMED << 16, 0);
    c->level[start] = 0;
    derive_all(&w);
    if (work->cut)
        keep_cuts(l, work, c);
}

/* ---- the derivation of a node ---- */

struct walk {
    struct sudoku_logic *l;        /* the logic to write to, or NULL to count only */
    const struct sudoku_logic *on; /* the logic whose candidates are read */
    const struct explain_links *k;
    const struct explain_closure *c;
    struct explain_tally *tally;
    uint16_t index[NODES_MAX];     /* [node] its index in the step, if it is written already */
    uint64_t done[NODES_MAX / 64]; /* nodes visited, as bits */
};

static void tally_chain(struct explain_tally *tally, const struct explain_cut *cut)
{
    for (unsigned i = 0; i < tally->chains && i < EXPLAIN_TALLY_MAX; i++)
        if (tally->identity[i] == cut->identity)
            return;
    if (tally->chains < EXPLAIN_TALLY_MAX)
        tally->identity[tally->chains] = cut->identity;
    tally->chains++;
    tally->nodes += cut->nodes;
}

static void visit_causes(struct walk *w, unsigned node)
{
    const struct explain_cut *cut = cut_of(w->c, node);
    uint16_t room[SUDOKU_EXPLAIN_MAX];
    unsigned causes;
    if (w->done[node / 64] >> node % 64 & 1)
        return;
    w->done[node / 64] |= explain_bit(node % 64);
    const uint16_t *cause = causes_of(w->on, w->k, w->c, node, room, &causes);
    for (unsigned i = 0; i < causes; i++)
        visit_causes(w, cause[i]);
    w->tally->nodes++;
    if (cut && cut->nodes)
        tally_chain(w->tally, cut);
    if (!w->l)
        return;
    w->index[node] = (uint16_t)explain_add_node(w->l, w->k->literal[node / 2], node & 1);
    if (cut)
        explain_set_cut(w->l, &cut->pattern, cut->nested);
    for (unsigned i = 0; i < causes; i++)
        explain_add_cause(w->l, w->index[cause[i]]);
}

/* Visits node and all nodes that it is derived from, causes first. Writes them into the step of `into`, unless that is
 * NULL. */
static void walk_derivation(const struct sudoku_logic *on, struct sudoku_logic *into, const struct explain_links *k,
                            const struct explain_closure *c, unsigned node, struct explain_tally *tally)
{
    struct walk w;
    w.l = into;
    w.on = on;
    w.k = k;
    w.c = c;
    w.tally = tally;
    memset(w.done, 0, k->words * sizeof *w.done);
    visit_causes(&w, node);
}

void explain_closure_count(const struct sudoku_logic *l, const struct explain_links *k, const struct explain_closure *c,
                           unsigned node, struct explain_tally *tally)
{
    walk_derivation(l, NULL, k, c, node, tally);
}

void explain_closure_write(struct sudoku_logic *l, const struct explain_links *k, const struct explain_closure *c,
                           unsigned node)
{
    struct explain_tally tally;
    tally.nodes = tally.chains = 0;
    walk_derivation(l, l, k, c, node, &tally);
}
