/* Forcing chains whose consequences work together (closure.h).
 *
 * Nishio: a value has no place left in some unit once it is placed. Contradiction: an assumption, on or off, leads to a
 * candidate both on and off. Double: a candidate and its opposite have a common consequence. Cell and unit: all
 * values of a cell, or all places of a value in a unit, have one. The fewest nodes win, whatever the kind, as in Sudoku
 * Explainer. */
#include <string.h>

#include <solvers/sudoku/explain/finders.h>
#include <solvers/sudoku/stops.h>

#include "closure.h"

/* Above this many candidates only contradictions are searched: the closures of all would not fit into memory. */
enum { COMMON_CANDIDATES_MAX = 1024 };

struct dynamic {
    struct sudoku_logic *l;
    const struct explain_links *k;
    enum explain_rules rules;
    struct explain_cuts *cuts;          /* with EXPLAIN_PATTERNS */
    struct explain_closure *closure;    /* [node], or one closure reused for all nodes */
    bool common;                        /* the closures of all nodes are kept */
    unsigned best;                      /* nodes to beat */
    enum sudoku_technique technique;    /* technique of the best so far */
    unsigned target;                    /* node that it concludes; of a contradiction the candidate both on and off */
    unsigned unit;                      /* of SUDOKU_DYNAMIC_UNIT, else SUDOKU_NO_UNIT */
    unsigned starts;                    /* number of assumptions */
    uint16_t start[SUDOKU_EXPLAIN_MAX]; /* nodes assumed */
};

static struct explain_closure *closure_of(const struct dynamic *d, unsigned node)
{
    return &d->closure[d->common ? node : 0];
}

/* ---- contradictions ---- */

static void find_contradictions(struct dynamic *d)
{
    bool one_value = d->rules == EXPLAIN_ONE_VALUE;
    for (unsigned node = 0; node < d->k->nodes; node++) {
        struct explain_closure *c = closure_of(d, node);
        if (one_value && node % 2 == 0)
            continue;
        if (nash_stop(d->l->run, SUDOKU_CHECK_EXPLAIN))
            return;
        explain_closure_run(d->l, d->k, node, d->rules, d->cuts, c);
        if (d->l->spent)
            return;
        if (c->contradiction == EXPLAIN_NO_NODE)
            continue;
        unsigned nodes = explain_closure_count(d->l, d->k, c, c->contradiction * 2) +
                         explain_closure_count(d->l, d->k, c, c->contradiction * 2 + 1);
        if (nodes >= d->best)
            continue;
        d->best = nodes;
        d->technique = one_value ? SUDOKU_NISHIO : SUDOKU_CONTRADICTION_CHAINS;
        d->target = c->contradiction;
        d->unit = SUDOKU_NO_UNIT;
        d->start[0] = (uint16_t)node;
        d->starts = 1;
    }
}

/* ---- common consequences ---- */

static void find_shared(struct dynamic *d, enum sudoku_technique technique, const uint16_t *start, unsigned starts,
                        unsigned unit)
{
    for (unsigned w = 0; w < d->k->words; w++) {
        uint64_t common = ~UINT64_C(0);
        for (unsigned i = 0; i < starts; i++)
            common &= d->closure[start[i]].seen[w];
        while (common) {
            unsigned target = w * 64 + explain_pop(&common), nodes = starts;
            for (unsigned i = 0; i < starts; i++)
                nodes += d->closure[start[i]].level[target];
            if (nodes >= d->best) /* even the lower bound is too long */
                continue;
            nodes = 0;
            for (unsigned i = 0; i < starts && nodes < d->best; i++)
                nodes += explain_closure_count(d->l, d->k, &d->closure[start[i]], target);
            if (nodes >= d->best)
                continue;
            d->best = nodes;
            d->technique = technique;
            d->target = target;
            d->unit = unit;
            d->starts = starts;
            memcpy(d->start, start, starts * sizeof *start);
        }
    }
}

static void find_choice(void *context, const uint16_t *start, unsigned starts, unsigned unit)
{
    find_shared(context, unit == SUDOKU_NO_UNIT ? SUDOKU_DYNAMIC_CELL : SUDOKU_DYNAMIC_UNIT, start, starts, unit);
}

static void find_common(struct dynamic *d)
{
    for (unsigned c = 0; c < d->k->candidates; c++) {
        const uint16_t both[] = {(uint16_t)(c * 2 + 1), (uint16_t)(c * 2)};
        find_shared(d, SUDOKU_DOUBLE_CHAINS, both, 2, SUDOKU_NO_UNIT);
    }
    explain_visit_choices(d->l, d->k, find_choice, d);
}

/* ---- the step ---- */

static bool set_conclusion(struct sudoku_logic *l, uint32_t literal, bool on)
{
    if (!on)
        return explain_eliminate(l, SUDOKU_LITERAL_CELL(literal), explain_bit(SUDOKU_LITERAL_VALUE(literal)));
    l->step.placed = literal;
    return true;
}

static bool write_step(struct dynamic *d)
{
    struct sudoku_logic *l = d->l;
    bool contradiction = d->technique == SUDOKU_NISHIO || d->technique == SUDOKU_CONTRADICTION_CHAINS;
    explain_start(l, d->rules == EXPLAIN_PATTERNS ? SUDOKU_DYNAMIC_PLUS : d->technique);
    l->step.form = d->technique;
    l->step.rating += explain_length_rating(d->best);
    if (d->unit != SUDOKU_NO_UNIT)
        explain_add_unit(l, d->unit);
    for (unsigned i = 0; i < d->starts; i++) {
        uint32_t literal = d->k->literal[d->start[i] / 2];
        struct explain_closure *c = closure_of(d, d->start[i]);
        explain_add_cell(l, SUDOKU_LITERAL_CELL(literal));
        l->step.values |= explain_bit(SUDOKU_LITERAL_VALUE(literal));
        if (!d->common)
            explain_closure_run(l, d->k, d->start[i], d->rules, d->cuts, c);
        if (contradiction)
            explain_closure_write(l, d->k, c, d->target * 2);
        explain_closure_write(l, d->k, c, contradiction ? d->target * 2 + 1 : d->target);
    }
    if (contradiction)
        return set_conclusion(l, d->k->literal[d->start[0] / 2], d->start[0] % 2 == 0);
    return set_conclusion(l, d->k->literal[d->target / 2], d->target % 2);
}

static bool find_step(struct sudoku_logic *l, enum explain_rules rules)
{
    struct dynamic d = {.l = l, .k = explain_links_of(l), .rules = rules, .best = ~0U};
    struct nash_arena_mark mark = nash_arena_mark(l->arena);
    if (!d.k)
        return false;
    d.common = rules != EXPLAIN_ONE_VALUE && d.k->candidates <= COMMON_CANDIDATES_MAX;
    unsigned closures = d.common ? d.k->nodes : 1;
    d.closure = NASH_NEW(l->arena, struct explain_closure, closures);
    l->spent |= !d.closure;
    for (unsigned i = 0; !l->spent && i < closures; i++)
        explain_closure_new(l, d.k, &d.closure[i]);
    if (rules == EXPLAIN_PATTERNS && !l->spent)
        d.cuts = explain_cuts_new(l, d.k);
    if (!l->spent)
        find_contradictions(&d);
    if (d.common && !l->spent && l->run->stopped == NASH_STOP_NONE)
        find_common(&d);
    bool found = d.best != ~0U && write_step(&d);
    nash_arena_release(l->arena, mark);
    return found;
}

bool explain_nishio(struct sudoku_logic *l)
{
    return find_step(l, EXPLAIN_ONE_VALUE);
}

bool explain_dynamic(struct sudoku_logic *l)
{
    return find_step(l, EXPLAIN_SIMPLE);
}

bool explain_dynamic_plus(struct sudoku_logic *l)
{
    return find_step(l, EXPLAIN_PATTERNS);
}
