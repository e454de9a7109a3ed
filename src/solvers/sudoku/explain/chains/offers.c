/* The list of offers, and the removals of those that were used. */
#include "offers.h"

#include <stdlib.h>
#include <string.h>

unsigned explain_chain_order(enum sudoku_technique technique)
{
    switch (technique) {
    case SUDOKU_DOUBLE_CHAINS:
        return 1;
    case SUDOKU_X_CYCLE:
    case SUDOKU_X_CHAIN:
        return 2;
    case SUDOKU_Y_CYCLE:
        return 3;
    case SUDOKU_CYCLE:
    case SUDOKU_CHAIN:
        return 4;
    case SUDOKU_CELL_CHAINS:
    case SUDOKU_DYNAMIC_CELL:
        return 5;
    case SUDOKU_UNIT_CHAINS:
    case SUDOKU_DYNAMIC_UNIT:
        return 6;
    default:
        return 7;
    }
}

static int compare_offers(const void *a, const void *b)
{
    const struct explain_offer *x = a, *y = b;
    if (x->rating != y->rating)
        return x->rating < y->rating ? -1 : 1;
    if (x->nodes != y->nodes)
        return x->nodes < y->nodes ? -1 : 1;
    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

void explain_offers_clear(struct explain_offers *o)
{
    o->count = 0;
    memset(o->of, 0, o->links->nodes * sizeof *o->of);
}

/* Fills in what the order depends on. False: `old`, with the same effect, comes before it. */
static bool offer_rates(struct explain_offer *offer, enum sudoku_technique technique, unsigned nodes, unsigned number,
                        bool old)
{
    struct explain_offer fresh = {.technique = technique,
                                  .rating = sudoku_technique_rating(technique) + explain_length_rating(nodes),
                                  .nodes = nodes,
                                  .order = explain_chain_order(technique),
                                  .number = number};
    if (old && compare_offers(offer, &fresh) <= 0)
        return false;
    offer->technique = fresh.technique;
    offer->rating = fresh.rating;
    offer->nodes = fresh.nodes;
    offer->order = fresh.order;
    offer->number = fresh.number;
    return true;
}

struct explain_offer *explain_offer_node(struct explain_offers *o, enum sudoku_technique technique, unsigned nodes,
                                         unsigned conclusion)
{
    uint32_t literal = o->links->literal[conclusion / 2];
    unsigned cell = SUDOKU_LITERAL_CELL(literal), key = conclusion;
    uint64_t others = o->l->open[cell] & ~explain_bit(SUDOKU_LITERAL_VALUE(literal));
    if (conclusion % 2 && !others)
        return NULL;
    if (conclusion % 2 && explain_is_one(others))
        key = o->links->candidate[cell * o->l->size + explain_first(others)] * 2U;
    bool old = o->of[key] != 0;
    if (!old && o->count == o->room)
        return NULL;
    struct explain_offer *offer = &o->offer[old ? o->of[key] - 1U : o->count];
    if (!offer_rates(offer, technique, nodes, o->count, old))
        return NULL;
    if (!old)
        o->of[key] = (uint16_t)++o->count;
    offer->conclusion = conclusion;
    return offer;
}

struct explain_offer *explain_offer_best(struct explain_offer *best, enum sudoku_technique technique, unsigned nodes,
                                         unsigned conclusion)
{
    if (!offer_rates(best, technique, nodes, 0, best->nodes != ~0U))
        return NULL;
    best->conclusion = conclusion;
    return best;
}

void explain_offer_chains(struct explain_offer *offer, unsigned target, const uint16_t *start, unsigned starts,
                          unsigned unit)
{
    offer->target = target;
    offer->unit = unit;
    offer->starts = starts;
    memcpy(offer->start, start, starts * sizeof *start);
}

static bool same_eliminations(const struct sudoku_step *a, const struct sudoku_step *b)
{
    if (a->eliminations != b->eliminations)
        return false;
    for (unsigned i = 0; i < a->eliminations; i++) {
        bool found = false;
        for (unsigned k = 0; !found && k < b->eliminations; k++)
            found = a->eliminated[i] == b->eliminated[k];
        if (!found)
            return false;
    }
    return true;
}

struct explain_offer *explain_offer_step(struct explain_offers *o, enum sudoku_technique technique, unsigned nodes)
{
    const struct sudoku_step *step = &o->l->step;
    struct explain_offer *offer = NULL;
    if (step->eliminations == 1) {
        uint32_t literal = step->eliminated[0];
        unsigned index = SUDOKU_LITERAL_CELL(literal) * o->l->size + SUDOKU_LITERAL_VALUE(literal);
        offer = explain_offer_node(o, technique, nodes, o->links->candidate[index] * 2U);
        if (offer)
            offer->conclusion = EXPLAIN_NO_NODE;
        return offer;
    }
    for (unsigned i = 0; i < o->count && !offer; i++)
        if (o->offer[i].conclusion == EXPLAIN_NO_NODE && same_eliminations(&o->offer[i].step, step))
            offer = &o->offer[i];
    bool old = offer;
    if (!old && o->count == o->room)
        return NULL;
    if (!old)
        offer = &o->offer[o->count];
    if (!offer_rates(offer, technique, nodes, o->count, old))
        return NULL;
    o->count += !old;
    offer->conclusion = EXPLAIN_NO_NODE;
    return offer;
}

/* ---- use ---- */

struct removed {
    uint64_t word[EXPLAIN_CANDIDATES_MAX / 64]; /* candidates, as bits */
};

/* Marks a candidate as removed. Returns whether it was not. */
static bool mark_removed(const struct explain_offers *o, struct removed *removed, unsigned cell, unsigned value,
                         bool mark)
{
    unsigned candidate = o->links->candidate[cell * o->l->size + value];
    bool fresh = !(removed->word[candidate / 64] >> candidate % 64 & 1);
    if (mark)
        removed->word[candidate / 64] |= explain_bit(candidate % 64);
    return fresh;
}

/* Returns whether the offer removes a candidate that is not removed yet; mark: removes them. */
static bool removes_more(const struct explain_offers *o, const struct explain_offer *offer, struct removed *removed,
                         bool mark)
{
    bool more = false;
    if (offer->conclusion == EXPLAIN_NO_NODE) {
        for (unsigned i = 0; i < offer->step.eliminations; i++)
            more |= mark_removed(o, removed, SUDOKU_LITERAL_CELL(offer->step.eliminated[i]),
                                 SUDOKU_LITERAL_VALUE(offer->step.eliminated[i]), mark);
        return more;
    }
    uint32_t literal = o->links->literal[offer->conclusion / 2];
    unsigned cell = SUDOKU_LITERAL_CELL(literal), value = SUDOKU_LITERAL_VALUE(literal);
    if (offer->conclusion % 2 == 0)
        return mark_removed(o, removed, cell, value, mark);
    for (uint64_t others = o->l->open[cell] & ~explain_bit(value); others;)
        more |= mark_removed(o, removed, cell, explain_pop(&others), mark);
    return more;
}

bool explain_offers_use(struct explain_offers *o, explain_write_offer *write, void *context)
{
    struct removed removed = {0};
    bool any = false;
    qsort(o->offer, o->count, sizeof *o->offer, compare_offers);
    for (unsigned i = 0; i < o->count; i++) {
        if (!removes_more(o, &o->offer[i], &removed, false))
            continue;
        write(context, &o->offer[i]);
        o->l->step.rating = o->offer[i].rating;
        if (!o->use(o->context, &o->offer[i]))
            continue;
        any = true;
        removes_more(o, &o->offer[i], &removed, true);
    }
    return any;
}
