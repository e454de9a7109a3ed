/* Searches inner chains with the finders of ordinary chains, on a logic of its own that has the candidates left. */
#include "inner.h"

#include <string.h>

#include <solvers/sudoku/explain/finders.h>

#include "closure.h"
#include "offers.h"

enum { GROUPS_MAX = 1024 };

struct explain_inner {
    enum explain_rules rules;
    struct sudoku_logic *outer;
    struct sudoku_logic logic;
    struct explain_offers offers;
    explain_inner_found *found; /* of the present search */
    void *context;
};

static bool use_chain(void *context, const struct explain_offer *offer);

/* Gives the inner logic a step, links and candidates of its own. */
static bool alloc_logic(struct sudoku_logic *l, const struct sudoku_logic *outer)
{
    struct nash_arena *arena = outer->arena;
    *l = *outer;
    l->links = NULL;
    l->reach = NULL;
    l->closure = NULL;
    l->closures = 0;
    l->open = NASH_NEW(arena, uint64_t, l->cells);
    l->where = NASH_NEW(arena, uint64_t, (size_t)l->units * l->size);
    l->cell = NASH_NEW(arena, uint16_t, l->cells);
    l->unit = NASH_NEW(arena, uint16_t, l->units);
    l->eliminated = NASH_NEW(arena, uint32_t, (size_t)l->cells * l->size);
    l->node = NASH_NEW(arena, struct sudoku_node, l->node_room);
    l->cause = NASH_NEW(arena, uint16_t, l->cause_room);
    if (!l->open || !l->where || !l->cell || !l->unit || !l->eliminated || !l->node || !l->cause)
        return false;
    memcpy(l->open, outer->open, l->cells * sizeof *l->open);
    memcpy(l->where, outer->where, (size_t)l->units * l->size * sizeof *l->where);
    return explain_links_of(l); /* allocates for all candidates */
}

struct explain_inner *explain_inner_new(struct sudoku_logic *outer, enum explain_rules rules, bool keep)
{
    struct nash_arena *arena = outer->arena;
    struct explain_inner *inner = NASH_NEW(arena, struct explain_inner, 1);
    if (!inner || !alloc_logic(&inner->logic, outer)) {
        outer->spent = true;
        return NULL;
    }
    unsigned nodes = inner->logic.links->nodes;
    inner->outer = outer;
    inner->rules = rules;
    inner->offers = (struct explain_offers){.l = &inner->logic,
                                            .room = nodes,
                                            .keep = keep,
                                            .offer = NASH_NEW(arena, struct explain_offer, nodes),
                                            .of = NASH_NEW(arena, uint16_t, nodes),
                                            .depth = nash_arena_alloc_raw(arena, (size_t)nodes / 2 * nodes, 16),
                                            .use = use_chain,
                                            .context = inner};
    explain_sets_new(outer, inner->logic.links, &inner->offers.sets);
    if (rules == EXPLAIN_NESTED_DYNAMIC)
        explain_closures_of(&inner->logic, inner->logic.links, nodes);
    outer->spent |= inner->logic.spent || !inner->offers.offer || !inner->offers.of || !inner->offers.depth;
    return outer->spent ? NULL : inner;
}

/* ---- the candidates that a chain depends on ---- */

struct groups {
    const struct sudoku_logic *l;
    unsigned count;
    uint16_t group[GROUPS_MAX];
};

static void add_group(struct groups *g, uint16_t group)
{
    for (unsigned i = 0; i < g->count; i++)
        if (g->group[i] == group)
            return;
    if (g->count < GROUPS_MAX)
        g->group[g->count++] = group;
}

/* Returns whether all causes of a node lie in the unit, with `left` places of the value left in it. */
static bool causes_in_unit(const struct sudoku_logic *l, const struct sudoku_step *s, const struct sudoku_node *node,
                           unsigned unit, unsigned kind)
{
    for (unsigned i = 0; i < node->causes; i++)
        if (l->geometry->unit[SUDOKU_LITERAL_CELL(s->node[s->cause[node->cause + i]].literal)][kind] != unit)
            return false;
    return true;
}

/* Adds the group of the link from the causes of a node to it: its cell, or the first unit of box, row, column and the
 * units of a variant, which of a node that is on has no other place. */
static void add_link_group(struct groups *g, const struct sudoku_step *s, const struct sudoku_node *node)
{
    const struct sudoku_logic *l = g->l;
    unsigned cell = SUDOKU_LITERAL_CELL(node->literal), value = SUDOKU_LITERAL_VALUE(node->literal);
    if (SUDOKU_LITERAL_CELL(s->node[s->cause[node->cause]].literal) == cell) {
        add_group(g, explain_group_of_cell(cell));
        return;
    }
    for (unsigned i = 0; i < SUDOKU_KINDS; i++) {
        unsigned kind = explain_kinds[i];
        unsigned unit = kind < l->geometry->kinds ? l->geometry->unit[cell][kind] : SUDOKU_NO_UNIT;
        if (unit == SUDOKU_NO_UNIT || !causes_in_unit(l, s, node, unit, kind) ||
            (node->on && explain_count(explain_where(l, unit, value)) != node->causes + 1U))
            continue;
        add_group(g, explain_group_of_unit(l, unit, value));
        return;
    }
}

/* Collects the groups whose candidates left are the chain: of each link from off to on, and of the assumptions where
 * they are all values of a cell or all places of a value. Of cycles also those of the links from on to off, which hold
 * in the other direction; Sudoku Explainer counts them so. */
static void collect_groups(struct groups *g, const struct sudoku_step *s)
{
    bool cycle = s->form == SUDOKU_X_CYCLE || s->form == SUDOKU_Y_CYCLE || s->form == SUDOKU_CYCLE;
    for (unsigned i = 0; i < s->nodes; i++)
        if (s->node[i].causes && (s->node[i].on || cycle))
            add_link_group(g, s, &s->node[i]);
    if (s->form == SUDOKU_CELL_CHAINS || s->form == SUDOKU_DYNAMIC_CELL)
        add_group(g, explain_group_of_cell(SUDOKU_LITERAL_CELL(s->node[0].literal)));
    if (s->form == SUDOKU_UNIT_CHAINS || s->form == SUDOKU_DYNAMIC_UNIT)
        add_group(g, explain_group_of_unit(g->l, s->unit[0], SUDOKU_LITERAL_VALUE(s->node[0].literal)));
}

/* ---- the use of a chain ---- */

static uint64_t mix(uint64_t x)
{
    x ^= x >> 33;
    x *= UINT64_C(0xff51afd7ed558ccd);
    x ^= x >> 33;
    x *= UINT64_C(0xc4ceb9fe1a85ec53);
    return x ^ x >> 33;
}

/* Returns a hash of the sets of nodes of all derivations, with their order. */
static uint64_t identity_of(const struct sudoku_step *s)
{
    uint64_t identity = 0, nodes = 0;
    for (unsigned i = 0; i < s->nodes; i++) {
        if (!s->node[i].causes) {
            identity = mix(identity ^ nodes);
            nodes = 0;
        }
        nodes += mix(s->node[i].literal * 2U + s->node[i].on + 1U);
    }
    return mix(identity ^ nodes);
}

static unsigned list_removals(const struct sudoku_logic *l, uint32_t removal[SUDOKU_EXPLAIN_MAX])
{
    unsigned removals = 0, cell = SUDOKU_LITERAL_CELL(l->step.placed);
    for (uint64_t others = l->open[cell] & ~explain_bit(SUDOKU_LITERAL_VALUE(l->step.placed)); others;)
        removal[removals++] = SUDOKU_LITERAL(cell, explain_pop(&others));
    return removals;
}

/* Passes the chain in the inner logic's step on. */
static bool use_chain(void *context, const struct explain_offer *offer)
{
    struct explain_inner *inner = context;
    struct sudoku_logic *l = &inner->logic;
    uint32_t removal[SUDOKU_EXPLAIN_MAX];
    struct groups groups;
    bool placed = l->step.placed != SUDOKU_NO_LITERAL;
    if (l->step.nodes > l->node_room || l->step.causes > l->cause_room)
        return false;
    groups.l = l;
    groups.count = 0;
    collect_groups(&groups, &l->step);
    struct explain_inner_chain chain = {.removal = placed ? removal : l->step.eliminated,
                                        .removals = placed ? list_removals(l, removal) : l->step.eliminations,
                                        .group = groups.group,
                                        .groups = groups.count,
                                        .nodes = (uint16_t)offer->nodes,
                                        .identity = identity_of(&l->step)};
    if (inner->offers.keep) {
        struct sudoku_step *step = NASH_NEW(l->arena, struct sudoku_step, 1);
        if (!step || !explain_keep(l, step))
            l->spent = true;
        chain.step = step;
    }
    return !l->spent && inner->found(inner->context, &chain);
}

static bool find_static(struct explain_inner *inner)
{
    struct explain_offers *offers = &inner->offers;
    explain_sets_find(offers->links, EXPLAIN_ALL, &offers->sets);
    return explain_all_chains(&inner->logic, offers) ||
           (inner->rules == EXPLAIN_NESTED_MULTIPLE && explain_all_multiple(&inner->logic, offers));
}

bool explain_inner_find(struct explain_inner *inner, const struct explain_rest *rest, explain_inner_found *found,
                        void *context)
{
    struct sudoku_logic *l = &inner->logic;
    memcpy(l->open, rest->open, l->cells * sizeof *l->open);
    memcpy(l->where, rest->where, (size_t)l->units * l->size * sizeof *l->where);
    inner->found = found;
    inner->context = context;
    inner->offers.links = explain_links_of(l);
    bool any = inner->rules == EXPLAIN_NESTED_DYNAMIC ? explain_all_dynamic(l, &inner->offers) : find_static(inner);
    inner->outer->spent |= l->spent;
    return any;
}
