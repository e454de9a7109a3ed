/* Forcing chains from several starts: one of the values of a cell, or one of the places of a value in a unit, must
 * hold, so a common consequence of all of them by simple chains holds. Cells with two values and units with two places
 * are skipped: a single forcing chain gives the same. The fewest nodes over all chains win. */
#include <string.h>

#include <solvers/sudoku/explain/finders.h>
#include <solvers/sudoku/stops.h>

#include "links.h"

enum { DEEP = 255 }; /* longest chain: depths are stored in a byte */

struct multiple {
    struct sudoku_logic *l;
    const struct explain_links *links;
    struct explain_reach *reach;
    uint64_t *seen;                     /* [candidate * words] set of its consequences when it is on */
    uint8_t *depth;                     /* [candidate * nodes + node] links from the candidate to the node */
    unsigned best, target;              /* nodes to beat, and the common consequence */
    unsigned starts;                    /* length of start[] */
    uint16_t start[SUDOKU_EXPLAIN_MAX]; /* on nodes from which the best chains start */
    unsigned unit; /* the unit in which these are the places of a value; SUDOKU_NO_UNIT: the values of a cell */
};

static bool find_consequences(struct multiple *m)
{
    const struct explain_links *k = m->links;
    m->seen = NASH_NEW(m->l->arena, uint64_t, (size_t)k->candidates * k->words);
    m->depth = nash_arena_alloc_raw(m->l->arena, (size_t)k->candidates * k->nodes, 16);
    m->l->spent |= !m->seen || !m->depth;
    for (unsigned c = 0; !m->l->spent && c < k->candidates; c++) {
        if (nash_stop(m->l->run, SUDOKU_CHECK_EXPLAIN))
            return false;
        explain_reach_from(k, EXPLAIN_ALL, c * 2 + 1, DEEP, m->reach);
        memcpy(m->seen + (size_t)c * k->words, m->reach->seen, k->words * sizeof *m->seen);
        for (unsigned i = 0; i < m->reach->count; i++)
            m->depth[(size_t)c * k->nodes + m->reach->queue[i]] = (uint8_t)m->reach->depth[m->reach->queue[i]];
    }
    return !m->l->spent;
}

/* Finds a common consequence of all starts with fewer nodes than the best so far. */
static void find_shared(void *context, const uint16_t *start, unsigned starts, unsigned unit)
{
    struct multiple *m = context;
    const struct explain_links *k = m->links;
    for (unsigned w = 0; starts > 2 && w < k->words; w++) {
        uint64_t common = ~UINT64_C(0);
        for (unsigned i = 0; i < starts; i++)
            common &= m->seen[(size_t)(start[i] / 2) * k->words + w];
        while (common) {
            unsigned target = w * 64 + explain_pop(&common), nodes = starts;
            for (unsigned i = 0; i < starts; i++)
                nodes += m->depth[(size_t)(start[i] / 2) * k->nodes + target];
            if (nodes >= m->best)
                continue;
            m->best = nodes;
            m->target = target;
            m->unit = unit;
            m->starts = starts;
            memcpy(m->start, start, starts * sizeof *start);
        }
    }
}

static bool write_step(struct multiple *m)
{
    struct sudoku_logic *l = m->l;
    uint32_t target = m->links->literal[m->target / 2];
    explain_start(l, m->unit == SUDOKU_NO_UNIT ? SUDOKU_CELL_CHAINS : SUDOKU_UNIT_CHAINS);
    l->step.rating += explain_length_rating(m->best);
    if (m->unit != SUDOKU_NO_UNIT)
        explain_add_unit(l, m->unit);
    for (unsigned i = 0; i < m->starts; i++) {
        uint32_t literal = m->links->literal[m->start[i] / 2];
        explain_add_cell(l, SUDOKU_LITERAL_CELL(literal));
        l->step.values |= explain_bit(SUDOKU_LITERAL_VALUE(literal));
        explain_reach_from(m->links, EXPLAIN_ALL, m->start[i], DEEP, m->reach);
        explain_write_way(l, m->links, m->reach, m->target);
    }
    if (m->target % 2 == 0)
        return explain_eliminate(l, SUDOKU_LITERAL_CELL(target), explain_bit(SUDOKU_LITERAL_VALUE(target)));
    l->step.placed = target;
    return true;
}

bool explain_multiple(struct sudoku_logic *l)
{
    struct multiple m = {.l = l, .links = explain_links_of(l), .best = ~0U};
    struct nash_arena_mark mark = nash_arena_mark(l->arena);
    m.reach = explain_reach_of(l);
    if (!m.links)
        return false;
    if (find_consequences(&m))
        explain_visit_choices(l, m.links, find_shared, &m);
    bool found = m.best != ~0U && write_step(&m);
    nash_arena_release(l->arena, mark);
    return found;
}
