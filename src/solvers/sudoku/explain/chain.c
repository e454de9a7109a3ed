/* Chains of simple links.
 *
 * Forcing chain: a candidate that leads to its own opposite is settled. Cycle: on - off - on - … back to its start; all
 * of its nodes hold or none does, so that of each "on makes off" exactly one is true, and whatever sees both goes.
 * X-chains stay with one value, Y-cycles with cells of two candidates. Of all chains the lowest rated one is taken,
 * which is the shortest of its kind. */
#include "finders.h"
#include "links.h"

struct search {
    struct sudoku_logic *l;
    const struct explain_links *links;
    struct explain_reach *reach;
    unsigned best, best_nodes; /* rating and length to beat */
    struct sudoku_step kept;
};

static bool better(const struct search *s, unsigned rating, unsigned nodes)
{
    return rating < s->best || (rating == s->best && nodes < s->best_nodes);
}

/* More nodes than this cannot beat what is found. */
static unsigned longest(const struct search *s, unsigned base)
{
    unsigned nodes = s->links->nodes;
    if (s->best == ~0U)
        return nodes;
    if (base + explain_length_rating(0) > s->best)
        return 0;
    for (nodes = 2; nodes < s->links->nodes && better(s, base + explain_length_rating(nodes + 1), nodes + 1);)
        nodes++;
    return nodes;
}

static void keep(struct search *s, unsigned rating, unsigned nodes)
{
    s->l->step.rating = rating;
    if (!explain_keep(s->l, &s->kept))
        return;
    s->best = rating;
    s->best_nodes = nodes;
}

/* ---- cycles ---- */

/* Eliminates what sees both ends of "a on makes b off". */
static void squeeze(struct sudoku_logic *l, uint32_t a, uint32_t b)
{
    const uint16_t ends[] = {(uint16_t)SUDOKU_LITERAL_CELL(a), (uint16_t)SUDOKU_LITERAL_CELL(b)};
    unsigned value = SUDOKU_LITERAL_VALUE(a);
    if (ends[0] == ends[1])
        explain_eliminate(l, ends[0], ~(explain_bit(value) | explain_bit(SUDOKU_LITERAL_VALUE(b))));
    else
        explain_eliminate_seen(l, ends, 2, value);
}

/* The way back from `last`, an off node that makes the start on. */
static void close_cycle(struct search *s, enum sudoku_technique technique, unsigned last)
{
    struct sudoku_logic *l = s->l;
    const uint32_t *literal = s->links->literal;
    unsigned nodes = s->reach->depth[last] + 1U;
    unsigned rating = sudoku_technique_rating(technique) + explain_length_rating(nodes);
    if (!better(s, rating, nodes))
        return;
    explain_start(l, technique);
    for (unsigned off = last;; off = s->reach->parent[s->reach->parent[off]]) {
        unsigned on = s->reach->parent[off];
        squeeze(l, literal[on / 2], literal[off / 2]);
        explain_add_cell(l, SUDOKU_LITERAL_CELL(literal[on / 2]));
        explain_add_cell(l, SUDOKU_LITERAL_CELL(literal[off / 2]));
        l->step.values |=
            explain_bit(SUDOKU_LITERAL_VALUE(literal[on / 2])) | explain_bit(SUDOKU_LITERAL_VALUE(literal[off / 2]));
        if (on == s->reach->start)
            break;
    }
    if (!l->step.eliminations)
        return;
    explain_write_way(l, s->links, s->reach, last);
    explain_add_node(l, literal[s->reach->start / 2], true);
    explain_add_cause(l, l->step.nodes - 2);
    keep(s, rating, nodes);
}

static void find_cycles(struct search *s, enum explain_link link, enum sudoku_technique technique)
{
    unsigned most = longest(s, sudoku_technique_rating(technique));
    for (unsigned start = 1; most >= 4 && start < s->links->nodes; start += 2) {
        if (nash_stop(s->l->run, SUDOKU_CHECK_EXPLAIN))
            return;
        explain_reach_from(s->links, link, start, most - 1, s->reach);
        for (unsigned i = 0; i < s->reach->count; i++) {
            unsigned node = s->reach->order[i];
            bool closes = explain_follow(s->links, link, node)[start / 64] >> start % 64 & 1;
            if (node % 2 == 0 && s->reach->depth[node] >= 3 && closes)
                close_cycle(s, technique, node);
        }
    }
}

/* ---- forcing chains ---- */

static void find_chains(struct search *s, enum explain_link link, enum sudoku_technique technique)
{
    for (unsigned start = 0; start < s->links->nodes; start++) {
        unsigned target = start ^ 1, base = sudoku_technique_rating(technique), most = longest(s, base);
        if (most < 2 || nash_stop(s->l->run, SUDOKU_CHECK_EXPLAIN))
            return;
        explain_reach_from(s->links, link, start, most - 1, s->reach);
        if (!(s->reach->seen[target / 64] >> target % 64 & 1))
            continue;
        unsigned nodes = s->reach->depth[target] + 1U, rating = base + explain_length_rating(nodes);
        uint32_t literal = s->links->literal[target / 2];
        if (!better(s, rating, nodes))
            continue;
        explain_start(s->l, technique);
        explain_write_way(s->l, s->links, s->reach, target);
        explain_add_cell(s->l, SUDOKU_LITERAL_CELL(literal));
        s->l->step.values = explain_bit(SUDOKU_LITERAL_VALUE(literal));
        if (target % 2)
            explain_found_value(s->l, SUDOKU_LITERAL_CELL(literal), SUDOKU_LITERAL_VALUE(literal));
        else
            explain_eliminate(s->l, SUDOKU_LITERAL_CELL(literal), s->l->step.values);
        keep(s, rating, nodes);
    }
}

bool explain_chain(struct sudoku_logic *l)
{
    struct search s = {.l = l, .links = explain_links_of(l), .best = ~0U};
    s.reach = explain_reach_of(l);
    if (!s.links)
        return false;
    find_cycles(&s, EXPLAIN_X, SUDOKU_X_CYCLE);
    find_cycles(&s, EXPLAIN_Y, SUDOKU_Y_CYCLE);
    find_chains(&s, EXPLAIN_X, SUDOKU_X_CHAIN);
    find_cycles(&s, EXPLAIN_ALL, SUDOKU_CYCLE);
    find_chains(&s, EXPLAIN_ALL, SUDOKU_CHAIN);
    if (s.best == ~0U)
        return false;
    l->step = s.kept;
    return true;
}
