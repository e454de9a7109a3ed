/* Chains of simple links.
 *
 * Forcing chain: a candidate whose assumption leads to its negation is false. X-chains use one value. Of all chains,
 * including cycles, the lowest rated one is used, which is the shortest of its kind. */
#include "chain.h"

#include <solvers/sudoku/explain/finders.h>
#include <solvers/sudoku/stops.h>

bool explain_beats(const struct explain_search *s, unsigned rating, unsigned nodes)
{
    return rating < s->best || (rating == s->best && nodes < s->nodes);
}

unsigned explain_longest(const struct explain_search *s, unsigned base)
{
    unsigned nodes = s->links->nodes;
    if (s->best == ~0U) /* offers leave it so */
        return nodes;
    if (!explain_beats(s, base, 2))
        return 0;
    for (nodes = 2; nodes < s->links->nodes && explain_beats(s, base + explain_length_rating(nodes + 1), nodes + 1);)
        nodes++;
    return nodes;
}

void explain_keep_best(struct explain_search *s, unsigned rating, unsigned nodes)
{
    s->l->step.rating = rating;
    if (!explain_keep(s->l, &s->kept))
        return;
    s->best = rating;
    s->nodes = nodes;
}

static void write_chain(struct explain_search *s, enum sudoku_technique technique, unsigned target)
{
    uint32_t literal = s->links->literal[target / 2];
    explain_start(s->l, technique);
    explain_write_way(s->l, s->links, s->reach, target);
    explain_add_cell(s->l, SUDOKU_LITERAL_CELL(literal));
    s->l->step.values = explain_bit(SUDOKU_LITERAL_VALUE(literal));
    if (target % 2)
        explain_found_value(s->l, SUDOKU_LITERAL_CELL(literal), SUDOKU_LITERAL_VALUE(literal));
    else
        explain_eliminate(s->l, SUDOKU_LITERAL_CELL(literal), s->l->step.values);
}

static void find_chains(struct explain_search *s, enum explain_link link, enum sudoku_technique technique)
{
    for (unsigned start = 0; start < s->links->nodes; start++) {
        unsigned target = start ^ 1, base = sudoku_technique_rating(technique), most = explain_longest(s, base);
        if (most < 2 || (!s->offers && nash_stop(s->l->run, SUDOKU_CHECK_EXPLAIN)))
            return;
        if (s->offers && !explain_reaches(&s->offers->sets, start, target))
            continue;
        explain_reach_from(s->links, link, start, most - 1, s->reach);
        if (!(s->reach->seen[target / 64] >> target % 64 & 1))
            continue;
        unsigned nodes = s->reach->depth[target] + 1U, rating = base + explain_length_rating(nodes);
        if (s->offers) {
            struct explain_offer *offer = explain_offer_node(s->offers, technique, nodes, target);
            if (offer)
                offer->start[0] = (uint16_t)start;
        } else if (explain_beats(s, rating, nodes)) {
            write_chain(s, technique, target);
            explain_keep_best(s, rating, nodes);
        }
    }
}

/* Finds the chains and cycles of one type of links. */
static void find_linked(struct explain_search *s, enum explain_link link)
{
    static const enum sudoku_technique cycle[] = {SUDOKU_X_CYCLE, SUDOKU_Y_CYCLE, SUDOKU_CYCLE};
    explain_find_cycles(s, link, cycle[link]);
    if (link != EXPLAIN_Y)
        find_chains(s, link, link == EXPLAIN_X ? SUDOKU_X_CHAIN : SUDOKU_CHAIN);
}

static void find_all(struct explain_search *s)
{
    find_linked(s, EXPLAIN_X);
    find_linked(s, EXPLAIN_Y);
    find_linked(s, EXPLAIN_ALL);
}

static void write_offer(void *context, const struct explain_offer *offer)
{
    struct explain_search *s = context;
    if (offer->conclusion == EXPLAIN_NO_NODE) {
        s->l->step = offer->step;
        return;
    }
    explain_reach_from(s->links, offer->technique == SUDOKU_X_CHAIN ? EXPLAIN_X : EXPLAIN_ALL, offer->start[0],
                       s->links->nodes, s->reach);
    write_chain(s, offer->technique, offer->conclusion);
}

bool explain_all_chains(struct sudoku_logic *l, struct explain_offers *offers)
{
    struct explain_search s = {
        .l = l, .links = offers->links, .reach = explain_reach_of(l), .best = ~0U, .offers = offers};
    struct nash_arena_mark mark = nash_arena_mark(l->arena);
    explain_offers_clear(offers);
    find_all(&s);
    bool any = !l->spent && explain_offers_use(offers, write_offer, &s);
    if (!offers->keep)
        nash_arena_release(l->arena, mark);
    return any;
}

bool explain_chain(struct sudoku_logic *l)
{
    struct explain_search s = {.l = l, .links = explain_links_of(l), .best = ~0U};
    s.reach = explain_reach_of(l);
    if (!s.links)
        return false;
    find_all(&s);
    if (s.best == ~0U)
        return false;
    l->step = s.kept;
    return true;
}
