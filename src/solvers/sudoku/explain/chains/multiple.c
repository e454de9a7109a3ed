/* Forcing chains from several starts: one of the values of a cell, or one of the places of a value in a unit, must
 * hold, so a common consequence of all of them by simple chains holds. Cells with two values and units with two places
 * are skipped: a single forcing chain gives the same. The fewest nodes over all chains win. */
#include <string.h>

#include <solvers/sudoku/explain/finders.h>
#include <solvers/sudoku/stops.h>

#include "links.h"
#include "offers.h"

enum { DEEP = 255 }; /* longest chain: depths are stored in a byte */

struct multiple {
    struct sudoku_logic *l;
    const struct explain_links *links;
    struct explain_reach *reach;
    struct explain_sets *sets;     /* the consequences of each node */
    uint8_t *depth;                /* [candidate * nodes + node] links from the candidate, if it is on, to the node */
    uint64_t *known;               /* the nodes whose depths are known */
    struct explain_offers *offers; /* all chains are offered here; NULL: the best one is kept */
    struct explain_offer best;
};

static bool alloc_multiple(struct multiple *m)
{
    const struct explain_links *k = m->links;
    m->depth = m->offers ? m->offers->depth
                         : nash_arena_alloc_raw(m->l->arena, (size_t)k->candidates * k->nodes, 16);
    m->known = NASH_NEW(m->l->arena, uint64_t, k->words);
    m->l->spent |= !m->depth || !m->known;
    if (!m->offers)
        explain_sets_new(m->l, k, m->sets);
    return !m->l->spent;
}

/* Returns the links from a start to all its consequences, which are counted once for all choices. */
static const uint8_t *depths_from(struct multiple *m, unsigned start)
{
    uint8_t *depth = m->depth + (size_t)(start / 2) * m->links->nodes;
    if (m->known[start / 64] >> start % 64 & 1)
        return depth;
    m->known[start / 64] |= explain_bit(start % 64);
    explain_reach_from(m->links, EXPLAIN_ALL, start, DEEP, m->reach);
    for (unsigned i = 0; i < m->reach->count; i++)
        depth[m->reach->queue[i]] = (uint8_t)m->reach->depth[m->reach->queue[i]];
    return depth;
}

/* Finds the common consequences of all starts. */
static void find_shared(void *context, const uint16_t *start, unsigned starts, unsigned unit)
{
    struct multiple *m = context;
    enum sudoku_technique technique = unit == SUDOKU_NO_UNIT ? SUDOKU_CELL_CHAINS : SUDOKU_UNIT_CHAINS;
    if (nash_stop(m->l->run, SUDOKU_CHECK_EXPLAIN))
        return;
    for (unsigned w = 0; starts > 2 && w < m->links->words; w++) {
        uint64_t common = ~UINT64_C(0);
        for (unsigned i = 0; i < starts; i++)
            common &= explain_set(m->sets, start[i])[w] | (start[i] / 64 == w ? explain_bit(start[i] % 64) : 0);
        while (common) {
            unsigned target = w * 64 + explain_pop(&common), nodes = starts;
            for (unsigned i = 0; i < starts; i++)
                nodes += depths_from(m, start[i])[target];
            struct explain_offer *offer = m->offers ? explain_offer_node(m->offers, technique, nodes, target)
                                                    : explain_offer_best(&m->best, technique, nodes, target);
            if (offer)
                explain_offer_chains(offer, target, start, starts, unit);
        }
    }
}

static void write_chains(void *context, const struct explain_offer *offer)
{
    struct multiple *m = context;
    struct sudoku_logic *l = m->l;
    explain_start(l, offer->technique);
    l->step.rating = offer->rating;
    if (offer->unit != SUDOKU_NO_UNIT)
        explain_add_unit(l, offer->unit);
    for (unsigned i = 0; i < offer->starts; i++) {
        uint32_t literal = m->links->literal[offer->start[i] / 2];
        explain_add_cell(l, SUDOKU_LITERAL_CELL(literal));
        l->step.values |= explain_bit(SUDOKU_LITERAL_VALUE(literal));
        explain_reach_from(m->links, EXPLAIN_ALL, offer->start[i], DEEP, m->reach);
        explain_write_way(l, m->links, m->reach, offer->target);
    }
    explain_conclude(l, m->links, offer->target);
}

static bool search(struct sudoku_logic *l, struct explain_offers *offers)
{
    struct explain_sets sets;
    struct multiple m = {.l = l,
                         .links = offers ? offers->links : explain_links_of(l),
                         .sets = offers ? &offers->sets : &sets,
                         .offers = offers,
                         .best.nodes = ~0U};
    struct nash_arena_mark mark = nash_arena_mark(l->arena);
    bool found;
    m.reach = explain_reach_of(l);
    if (!m.links)
        return false;
    if (offers)
        explain_offers_clear(offers);
    if (alloc_multiple(&m)) {
        if (!offers)
            explain_sets_find(m.links, EXPLAIN_ALL, m.sets);
        explain_visit_choices(l, m.links, find_shared, &m);
    }
    if (offers) {
        found = !l->spent && explain_offers_use(offers, write_chains, &m);
    } else {
        found = m.best.nodes != ~0U;
        if (found)
            write_chains(&m, &m.best);
    }
    if (!offers || !offers->keep)
        nash_arena_release(l->arena, mark);
    return found;
}

bool explain_multiple(struct sudoku_logic *l)
{
    return search(l, NULL);
}

bool explain_all_multiple(struct sudoku_logic *l, struct explain_offers *offers)
{
    return search(l, offers);
}
