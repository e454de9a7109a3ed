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
    if (s->best == ~0U)
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
        if (most < 2 || nash_stop(s->l->run, SUDOKU_CHECK_EXPLAIN))
            return;
        explain_reach_from(s->links, link, start, most - 1, s->reach);
        if (!(s->reach->seen[target / 64] >> target % 64 & 1))
            continue;
        unsigned nodes = s->reach->depth[target] + 1U, rating = base + explain_length_rating(nodes);
        if (!explain_beats(s, rating, nodes))
            continue;
        write_chain(s, technique, target);
        explain_keep_best(s, rating, nodes);
    }
}

bool explain_chain(struct sudoku_logic *l)
{
    struct explain_search s = {.l = l, .links = explain_links_of(l), .best = ~0U};
    s.reach = explain_reach_of(l);
    if (!s.links)
        return false;
    explain_find_cycles(&s, EXPLAIN_X, SUDOKU_X_CYCLE);
    explain_find_cycles(&s, EXPLAIN_Y, SUDOKU_Y_CYCLE);
    find_chains(&s, EXPLAIN_X, SUDOKU_X_CHAIN);
    explain_find_cycles(&s, EXPLAIN_ALL, SUDOKU_CYCLE);
    find_chains(&s, EXPLAIN_ALL, SUDOKU_CHAIN);
    if (s.best == ~0U)
        return false;
    l->step = s.kept;
    return true;
}
