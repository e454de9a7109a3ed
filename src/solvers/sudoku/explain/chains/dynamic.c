/* Forcing chains whose consequences work together (closure.h).
 *
 * Nishio: a value has no place left in some unit once it is placed. Contradiction: an assumption, on or off, leads to a
 * candidate both on and off. Double: a candidate and its opposite have a common consequence. Cell and unit: all
 * values of a cell, or all places of a value in a unit, have one. The fewest nodes win, whatever the kind, as in Sudoku
 * Explainer. Nested chains (inner.h) are part of the nodes that use them. */
#include <string.h>

#include <solvers/sudoku/explain/finders.h>
#include <solvers/sudoku/stops.h>

#include "closure.h"
#include "offers.h"

enum {
    COMMON_CANDIDATES_MAX = 1024, /* above, only contradictions are searched: closures of all need too much memory */
    NESTED_CANDIDATES_MAX = 400   /* above, nested chains are not searched: they would take minutes */
};

struct dynamic {
    struct sudoku_logic *l;
    const struct explain_links *k;
    enum explain_rules rules;
    struct explain_work work;
    struct explain_closure *closure; /* [node], or one closure reused for all nodes */
    bool common;                     /* the closures of all nodes are kept */
    struct explain_offers *offers;   /* all chains are offered here; NULL: the best one is kept */
    struct explain_offer best;
};

static struct explain_closure *closure_of(const struct dynamic *d, unsigned node)
{
    return &d->closure[d->common ? node : 0];
}

static struct explain_offer *make_offer(struct dynamic *d, enum sudoku_technique technique, unsigned nodes,
                                        unsigned conclusion)
{
    return d->offers ? explain_offer_node(d->offers, technique, nodes, conclusion)
                     : explain_offer_best(&d->best, technique, nodes, conclusion);
}

/* ---- contradictions ---- */

/* Returns the number of nodes that lead to the contradiction of a closure. */
static unsigned count_contradiction(const struct dynamic *d, const struct explain_closure *c)
{
    unsigned off = c->contradiction * 2, on = off + 1;
    struct explain_tally tally;
    if (d->work.before && d->rules < EXPLAIN_NESTED)
        return c->level[off] + c->level[on] + 2U;
    tally.nodes = tally.chains = 0;
    explain_closure_count(d->l, d->k, c, off, &tally);
    explain_closure_count(d->l, d->k, c, on, &tally);
    return tally.nodes;
}

static void find_contradictions(struct dynamic *d)
{
    bool one_value = d->rules == EXPLAIN_ONE_VALUE;
    for (unsigned i = 0; i < d->k->nodes; i++) {
        unsigned node = i ^ 1; /* a candidate on, then off */
        struct explain_closure *c = closure_of(d, node);
        if (one_value && node % 2 == 0)
            continue;
        if (nash_stop(d->l->run, SUDOKU_CHECK_EXPLAIN))
            return;
        explain_closure_run(d->l, d->k, node, &d->work, c);
        if (d->l->spent)
            return;
        if (c->contradiction == EXPLAIN_NO_NODE)
            continue;
        uint16_t start = (uint16_t)node;
        struct explain_offer *offer =
            make_offer(d, one_value ? SUDOKU_NISHIO : SUDOKU_CONTRADICTION_CHAINS, count_contradiction(d, c), node ^ 1);
        if (offer)
            explain_offer_chains(offer, c->contradiction, &start, 1, SUDOKU_NO_UNIT);
    }
}

/* ---- common consequences ---- */

/* Returns the number of nodes of the chains from all starts to the target; a lower bound is enough where it shows that
 * they are not the best. */
static unsigned count_shared(const struct dynamic *d, unsigned target, const uint16_t *start, unsigned starts)
{
    unsigned nodes = starts;
    struct explain_tally tally;
    for (unsigned i = 0; i < starts; i++)
        nodes += d->closure[start[i]].level[target];
    if (d->offers || nodes > d->best.nodes || (d->work.before && d->rules < EXPLAIN_NESTED))
        return nodes;
    tally.nodes = tally.chains = 0;
    for (unsigned i = 0; i < starts && tally.nodes <= d->best.nodes; i++)
        explain_closure_count(d->l, d->k, &d->closure[start[i]], target, &tally);
    return tally.nodes;
}

static void find_shared(struct dynamic *d, enum sudoku_technique technique, const uint16_t *start, unsigned starts,
                        unsigned unit)
{
    for (unsigned w = 0; w < d->k->words; w++) {
        uint64_t common = ~UINT64_C(0);
        for (unsigned i = 0; i < starts; i++)
            common &= d->closure[start[i]].seen[w];
        while (common) {
            unsigned target = w * 64 + explain_pop(&common), nodes = count_shared(d, target, start, starts);
            struct explain_offer *offer = make_offer(d, technique, nodes, target);
            if (offer)
                explain_offer_chains(offer, target, start, starts, unit);
        }
    }
}

static void find_choice(void *context, const uint16_t *start, unsigned starts, unsigned unit)
{
    if (starts > 1)
        find_shared(context, unit == SUDOKU_NO_UNIT ? SUDOKU_DYNAMIC_CELL : SUDOKU_DYNAMIC_UNIT, start, starts, unit);
}

static void find_common(struct dynamic *d)
{
    for (unsigned c = 0; c < d->k->candidates; c++) {
        const uint16_t both[] = {(uint16_t)(c * 2 + 1), (uint16_t)(c * 2)};
        if (explain_count(d->l->open[SUDOKU_LITERAL_CELL(d->k->literal[c])]) > 2) /* else as the cell's values */
            find_shared(d, SUDOKU_DOUBLE_CHAINS, both, 2, SUDOKU_NO_UNIT);
    }
    explain_visit_choices(d->l, d->k, find_choice, d);
}

/* ---- the step ---- */

static enum sudoku_technique technique_of(const struct dynamic *d, const struct explain_offer *offer)
{
    switch (d->rules) {
    case EXPLAIN_PATTERNS:
        return SUDOKU_DYNAMIC_PLUS;
    case EXPLAIN_NESTED:
        return SUDOKU_NESTED;
    case EXPLAIN_NESTED_MULTIPLE:
        return SUDOKU_NESTED_MULTIPLE;
    case EXPLAIN_NESTED_DYNAMIC:
        return SUDOKU_NESTED_DYNAMIC;
    default:
        return offer->technique;
    }
}

/* Writes the chains, whose closures are run again unless all of them are kept. */
static void write_chains(void *context, const struct explain_offer *offer)
{
    struct dynamic *d = context;
    struct sudoku_logic *l = d->l;
    bool contradiction = offer->technique == SUDOKU_NISHIO || offer->technique == SUDOKU_CONTRADICTION_CHAINS;
    explain_start(l, technique_of(d, offer));
    l->step.form = offer->technique;
    l->step.rating += explain_length_rating(offer->nodes);
    if (offer->unit != SUDOKU_NO_UNIT)
        explain_add_unit(l, offer->unit);
    for (unsigned i = 0; i < offer->starts && l->run->stopped == NASH_STOP_NONE && !l->spent; i++) {
        uint32_t literal = d->k->literal[offer->start[i] / 2];
        struct explain_closure *c = closure_of(d, offer->start[i]);
        explain_add_cell(l, SUDOKU_LITERAL_CELL(literal));
        l->step.values |= explain_bit(SUDOKU_LITERAL_VALUE(literal));
        if (!d->common)
            explain_closure_run(l, d->k, offer->start[i], &d->work, c);
        if (l->spent || l->run->stopped != NASH_STOP_NONE)
            return;
        if (contradiction)
            explain_closure_write(l, d->k, c, offer->target * 2);
        explain_closure_write(l, d->k, c, contradiction ? offer->target * 2 + 1 : offer->target);
    }
    explain_conclude(l, d->k, offer->conclusion);
}

/* Writes a step with its inner chains, which the search did not keep: they stay in the arena with the step. */
static bool write_nested(struct dynamic *d)
{
    struct sudoku_logic *l = d->l;
    d->common = false; /* the kept closures have lost what they had in the arena */
    if (!explain_work_new(l, d->k, d->rules, false, &d->work))
        return false;
    d->work.inner = explain_inner_new(l, d->rules, true);
    if (!l->spent)
        write_chains(d, &d->best);
    return !l->spent && l->run->stopped == NASH_STOP_NONE;
}

static bool search(struct sudoku_logic *l, enum explain_rules rules, struct explain_offers *offers)
{
    struct dynamic d = {.l = l,
                        .k = offers ? offers->links : explain_links_of(l),
                        .rules = rules,
                        .offers = offers,
                        .best = {.nodes = ~0U}};
    if (!d.k || (rules >= EXPLAIN_NESTED && d.k->candidates > NESTED_CANDIDATES_MAX))
        return false;
    d.common = rules != EXPLAIN_ONE_VALUE && d.k->candidates <= COMMON_CANDIDATES_MAX;
    d.closure = explain_closures_of(l, d.k, d.common ? d.k->nodes : 1);
    struct nash_arena_mark mark = nash_arena_mark(l->arena);
    if (d.closure)
        explain_work_new(l, d.k, rules, d.common, &d.work);
    if (offers)
        explain_offers_clear(offers);
    if (!l->spent)
        find_contradictions(&d);
    if (d.common && !l->spent && l->run->stopped == NASH_STOP_NONE)
        find_common(&d);
    bool found = !l->spent && l->run->stopped == NASH_STOP_NONE && (offers || d.best.nodes != ~0U);
    if (found && offers)
        found = explain_offers_use(offers, write_chains, &d);
    else if (found && rules < EXPLAIN_NESTED)
        write_chains(&d, &d.best);
    if (!offers || !offers->keep)
        nash_arena_release(l->arena, mark);
    return found && rules >= EXPLAIN_NESTED ? write_nested(&d) : found;
}

bool explain_nishio(struct sudoku_logic *l)
{
    return search(l, EXPLAIN_ONE_VALUE, NULL);
}

bool explain_dynamic(struct sudoku_logic *l)
{
    return search(l, EXPLAIN_SIMPLE, NULL);
}

bool explain_dynamic_plus(struct sudoku_logic *l)
{
    return search(l, EXPLAIN_PATTERNS, NULL);
}

bool explain_nested(struct sudoku_logic *l, unsigned level)
{
    return search(l, EXPLAIN_NESTED + level, NULL);
}

bool explain_all_dynamic(struct sudoku_logic *l, struct explain_offers *offers)
{
    return search(l, EXPLAIN_SIMPLE, offers);
}
