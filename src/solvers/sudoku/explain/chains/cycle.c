/* Bidirectional cycles: on - off - on - ... back to the start. Either all "on" nodes hold or none does, so exactly one
 * end of each "on makes off" is true, and every candidate that sees both ends is removed; only outside the cells of the
 * cycle, as in Sudoku Explainer, because ratings depend on what a step leaves. X-cycles use one value; Y-cycles leave
 * cells of two candidates.
 *
 * The search goes from one on node to the next through an off node. An on node is visited once, by the shortest way; an
 * off node can be visited again from another on node, since the off node that closes a cycle is also a rival of the
 * start. */
#include <solvers/sudoku/stops.h>

#include "chain.h"

/* True when the way from the start to the node `on` contains the node `off`. */
static bool way_contains(const struct explain_reach *r, unsigned on, unsigned off)
{
    for (; on != r->start; on = r->before[on])
        if (r->parent[on] == off)
            return true;
    return false;
}

/* Eliminates the candidates of other cells that see both ends of "a makes b off". */
static void eliminate_between(struct sudoku_logic *l, uint32_t a, uint32_t b)
{
    const uint16_t ends[] = {(uint16_t)SUDOKU_LITERAL_CELL(a), (uint16_t)SUDOKU_LITERAL_CELL(b)};
    if (ends[0] != ends[1])
        explain_eliminate_seen(l, ends, 2, SUDOKU_LITERAL_VALUE(a));
}

/* Keeps only the eliminations outside the cells of the cycle. */
static void keep_foreign_cells(struct sudoku_logic *l)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < l->step.eliminations; i++) {
        bool own = false;
        for (unsigned k = 0; k < l->step.cells; k++)
            own |= l->cell[k] == SUDOKU_LITERAL_CELL(l->eliminated[i]);
        if (!own)
            l->eliminated[kept++] = l->eliminated[i];
    }
    l->step.eliminations = kept;
}

/* Eliminates along each link of a cycle, from its end. The cycle is the way from the start to `on`, then `last`, an off
 * node that leads back to the start. */
static void eliminate_along(struct explain_search *s, unsigned on, unsigned last)
{
    struct sudoku_logic *l = s->l;
    const uint32_t *literal = s->links->literal;
    for (unsigned off = last;; off = s->reach->parent[on], on = s->reach->before[on]) {
        eliminate_between(l, literal[on / 2], literal[off / 2]);
        explain_add_cell(l, SUDOKU_LITERAL_CELL(literal[off / 2]));
        explain_add_cell(l, SUDOKU_LITERAL_CELL(literal[on / 2]));
        l->step.values |=
            explain_bit(SUDOKU_LITERAL_VALUE(literal[on / 2])) | explain_bit(SUDOKU_LITERAL_VALUE(literal[off / 2]));
        if (on == s->reach->start)
            break;
    }
    keep_foreign_cells(l);
}

static void write_link(struct explain_search *s, unsigned node)
{
    explain_add_node(s->l, s->links->literal[node / 2], node & 1);
    if (s->l->step.nodes > 1)
        explain_add_cause(s->l, s->l->step.nodes - 2);
}

static void write_way(struct explain_search *s, unsigned on)
{
    if (on != s->reach->start) {
        write_way(s, s->reach->before[on]);
        write_link(s, s->reach->parent[on]);
    }
    write_link(s, on);
}

static void close_cycle(struct explain_search *s, enum sudoku_technique technique, unsigned on, unsigned last)
{
    unsigned nodes = s->reach->depth[on] + 2U;
    unsigned rating = sudoku_technique_rating(technique) + explain_length_rating(nodes);
    if (!explain_beats(s, rating, nodes))
        return;
    explain_start(s->l, technique);
    eliminate_along(s, on, last);
    if (!s->l->step.eliminations)
        return;
    struct explain_offer *offer = s->offers ? explain_offer_step(s->offers, technique, nodes) : NULL;
    if (s->offers && !offer)
        return;
    write_way(s, on);
    write_link(s, last);
    write_link(s, s->reach->start);
    if (offer)
        explain_keep(s->l, &offer->step);
    else
        explain_keep_best(s, rating, nodes);
}

/* Goes from an on node through one off node to the next on nodes; closes a cycle where the start is among them. */
static void step_on(struct explain_search *s, enum explain_link link, enum sudoku_technique technique, unsigned on,
                    unsigned off)
{
    struct explain_reach *r = s->reach;
    const uint64_t *follow = explain_follow(s->links, link, off);
    if (way_contains(r, on, off))
        return;
    if (r->depth[on] >= 2 && follow[r->start / 64] >> r->start % 64 & 1)
        close_cycle(s, technique, on, off);
    for (unsigned w = 0; w < s->links->words; w++) {
        uint64_t fresh = follow[w] & ~r->seen[w];
        r->seen[w] |= fresh;
        while (fresh) {
            unsigned next = w * 64 + explain_pop(&fresh);
            r->parent[next] = (uint16_t)off;
            r->before[next] = (uint16_t)on;
            r->depth[next] = (uint16_t)(r->depth[on] + 2);
            r->queue[r->count++] = (uint16_t)next;
        }
    }
}

static void from_start(struct explain_search *s, enum explain_link link, enum sudoku_technique technique,
                       unsigned start, unsigned most)
{
    struct explain_reach *r = s->reach;
    for (unsigned w = 0; w < s->links->words; w++)
        r->seen[w] = 0;
    r->seen[start / 64] |= explain_bit(start % 64);
    r->start = start;
    r->depth[start] = 0;
    r->queue[0] = (uint16_t)start;
    r->count = 1;
    for (unsigned i = 0; i < r->count && r->depth[r->queue[i]] + 2U <= most; i++) {
        const uint64_t *follow = explain_follow(s->links, link, r->queue[i]);
        for (unsigned w = 0; w < s->links->words; w++)
            for (uint64_t offs = follow[w] & s->links->leads[link][w]; offs;)
                step_on(s, link, technique, r->queue[i], w * 64 + explain_pop(&offs));
    }
}

void explain_find_cycles(struct explain_search *s, enum explain_link link, enum sudoku_technique technique)
{
    for (unsigned start = 1; start < s->links->nodes; start += 2) {
        unsigned most = explain_longest(s, sudoku_technique_rating(technique));
        if (most < 4 || (!s->offers && nash_stop(s->l->run, SUDOKU_CHECK_EXPLAIN)))
            return;
        if (s->offers && !explain_reaches(&s->offers->sets, start, start))
            continue;
        from_start(s, link, technique, start, most);
    }
}
