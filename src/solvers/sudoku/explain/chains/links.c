/* Builds the graph of links and searches it. */
#include "links.h"

#include <string.h>

const enum sudoku_kind explain_kinds[SUDOKU_KINDS] = {SUDOKU_BOX,      SUDOKU_ROW,          SUDOKU_COLUMN,
                                                      SUDOKU_DIAGONAL, SUDOKU_ANTIDIAGONAL, SUDOKU_GROUP};

static void add_link(struct explain_links *k, enum explain_link link, unsigned from, unsigned to)
{
    k->follow[link][(size_t)from * k->words + to / 64] |= explain_bit(to % 64);
}

/* Connects candidates of which exactly one holds: each excludes the others, and of two, each follows when the other is
 * off. */
static void link_group(struct explain_links *k, enum explain_link link, const uint16_t *member, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < count; j++)
            if (i != j)
                add_link(k, link, member[i] * 2U + 1, member[j] * 2U);
    for (unsigned i = 0; count == 2 && i < 2; i++) {
        add_link(k, link, member[i] * 2U, member[!i] * 2U + 1);
        k->leads[link][member[i] * 2U / 64] |= explain_bit(member[i] * 2U % 64);
    }
}

static void link_cage(struct sudoku_logic *l, struct explain_links *k, const struct sudoku_cage *cage)
{
    for (unsigned value = 0; value < l->size; value++)
        for (unsigned a = 0; a < cage->count; a++)
            for (unsigned b = 0; b < cage->count; b++)
                if (a != b && l->open[cage->cell[a]] & l->open[cage->cell[b]] & explain_bit(value))
                    add_link(k, EXPLAIN_X, k->candidate[cage->cell[a] * l->size + value] * 2U + 1,
                             k->candidate[cage->cell[b] * l->size + value] * 2U);
}

/* Adds to each set in `to` the one in `from`. */
static void join_links(uint64_t *to, const uint64_t *from, size_t words)
{
    for (size_t i = 0; i < words; i++)
        to[i] |= from[i];
}

static void build_graph(struct sudoku_logic *l, struct explain_links *k)
{
    uint16_t member[SUDOKU_EXPLAIN_MAX];
    for (unsigned cell = 0; cell < l->cells; cell++) {
        unsigned count = 0;
        for (uint64_t open = l->open[cell]; open;)
            member[count++] = k->candidate[cell * l->size + explain_pop(&open)];
        link_group(k, EXPLAIN_Y, member, count);
    }
    for (unsigned unit = 0; unit < l->units; unit++) {
        for (unsigned value = 0; value < l->size; value++) {
            unsigned count = 0;
            for (uint64_t where = explain_where(l, unit, value); where;)
                member[count++] = k->candidate[explain_cell_of(l, unit, explain_pop(&where)) * l->size + value];
            link_group(k, EXPLAIN_X, member, count);
        }
    }
    for (unsigned on = 1; on < k->nodes; on += 2) /* Y-cycles leave a cell of two candidates to rivals in other cells */
        join_links(k->follow[EXPLAIN_Y] + (size_t)on * k->words, explain_follow(k, EXPLAIN_X, on), k->words);
    for (size_t i = 0; i < l->problem->cages; i++)
        link_cage(l, k, &l->problem->cage[i]);
    for (enum explain_link link = EXPLAIN_X; link <= EXPLAIN_Y; link++) {
        join_links(k->follow[EXPLAIN_ALL], k->follow[link], (size_t)k->nodes * k->words);
        join_links(k->leads[EXPLAIN_ALL], k->leads[link], k->words);
    }
}

/* Allocates for the present number of candidates. It only decreases, so this is done once. */
static struct explain_links *alloc_links(struct sudoku_logic *l, unsigned candidates)
{
    struct explain_links *k = NASH_NEW(l->arena, struct explain_links, 1);
    struct explain_reach *r = NASH_NEW(l->arena, struct explain_reach, 1);
    size_t nodes = 2 * (size_t)candidates, words = (nodes + 63) / 64;
    if (!k || !r)
        return NULL;
    k->literal = NASH_NEW(l->arena, uint32_t, candidates);
    k->candidate = NASH_NEW(l->arena, uint16_t, (size_t)l->cells * l->size);
    for (unsigned link = 0; link < EXPLAIN_LINKS; link++) {
        k->follow[link] = NASH_NEW(l->arena, uint64_t, nodes * words);
        k->leads[link] = NASH_NEW(l->arena, uint64_t, words);
        if (!k->follow[link] || !k->leads[link])
            return NULL;
    }
    *r = (struct explain_reach){.seen = NASH_NEW(l->arena, uint64_t, words),
                                .queue = NASH_NEW(l->arena, uint16_t, nodes),
                                .parent = NASH_NEW(l->arena, uint16_t, nodes),
                                .depth = NASH_NEW(l->arena, uint16_t, nodes),
                                .before = NASH_NEW(l->arena, uint16_t, nodes)};
    if (!k->literal || !k->candidate || !r->seen || !r->queue || !r->parent || !r->depth || !r->before)
        return NULL;
    l->reach = r;
    return l->links = k;
}

const struct explain_links *explain_links_of(struct sudoku_logic *l)
{
    unsigned candidates = 0;
    for (unsigned cell = 0; cell < l->cells; cell++)
        candidates += explain_count(l->open[cell]);
    if (candidates > EXPLAIN_CANDIDATES_MAX)
        return NULL;
    struct explain_links *k = l->links ? l->links : alloc_links(l, candidates);
    l->spent |= !k;
    if (!k)
        return NULL;
    k->candidates = candidates;
    k->nodes = candidates * 2;
    k->words = (k->nodes + 63) / 64;
    for (unsigned link = 0; link < EXPLAIN_LINKS; link++) {
        memset(k->follow[link], 0, (size_t)k->nodes * k->words * sizeof(uint64_t));
        memset(k->leads[link], 0, k->words * sizeof(uint64_t));
    }
    unsigned candidate = 0;
    for (unsigned cell = 0; cell < l->cells; cell++) {
        for (uint64_t open = l->open[cell]; open;) {
            unsigned value = explain_pop(&open);
            k->candidate[cell * l->size + value] = (uint16_t)candidate;
            k->literal[candidate++] = SUDOKU_LITERAL(cell, value);
        }
    }
    build_graph(l, k);
    return k;
}

struct explain_reach *explain_reach_of(struct sudoku_logic *l)
{
    return l->reach;
}

void explain_reach_from(const struct explain_links *k, enum explain_link link, unsigned start, unsigned deep,
                        struct explain_reach *r)
{
    memset(r->seen, 0, k->words * sizeof *r->seen);
    r->start = start;
    r->seen[start / 64] |= explain_bit(start % 64);
    r->parent[start] = EXPLAIN_NO_NODE;
    r->depth[start] = 0;
    r->queue[0] = (uint16_t)start;
    r->count = 1;
    for (unsigned i = 0; i < r->count && r->depth[r->queue[i]] < deep; i++) {
        const uint64_t *follow = explain_follow(k, link, r->queue[i]);
        for (unsigned w = 0; w < k->words; w++) {
            uint64_t fresh = follow[w] & ~r->seen[w];
            r->seen[w] |= fresh;
            while (fresh) {
                unsigned node = w * 64 + explain_pop(&fresh);
                r->parent[node] = r->queue[i];
                r->depth[node] = (uint16_t)(r->depth[r->queue[i]] + 1);
                r->queue[r->count++] = (uint16_t)node;
            }
        }
    }
}

void explain_visit_choices(const struct sudoku_logic *l, const struct explain_links *k, explain_visit_choice *visit,
                           void *context)
{
    uint16_t start[SUDOKU_EXPLAIN_MAX];
    for (unsigned cell = 0; cell < l->cells; cell++) {
        unsigned starts = 0;
        for (uint64_t open = l->open[cell]; open;)
            start[starts++] = (uint16_t)(k->candidate[cell * l->size + explain_pop(&open)] * 2U + 1);
        if (starts)
            visit(context, start, starts, SUDOKU_NO_UNIT);
    }
    for (unsigned i = 0; i < l->units; i++) {
        unsigned unit = explain_unit(l, i);
        for (unsigned value = 0; value < l->size; value++) {
            unsigned starts = 0;
            for (uint64_t where = explain_where(l, unit, value); where;) {
                unsigned cell = explain_cell_of(l, unit, explain_pop(&where));
                start[starts++] = (uint16_t)(k->candidate[cell * l->size + value] * 2U + 1);
            }
            if (starts)
                visit(context, start, starts, unit);
        }
    }
}

unsigned explain_length_rating(unsigned nodes)
{
    unsigned added = 0, ceiling = 4;
    for (bool odd = false; nodes > ceiling + 2; odd = !odd, added++)
        ceiling = odd ? ceiling * 4 / 3 : ceiling * 3 / 2;
    return added;
}

unsigned explain_write_way(struct sudoku_logic *l, const struct explain_links *k, const struct explain_reach *r,
                           unsigned node)
{
    bool start = node == r->start;
    unsigned before = start ? 0 : explain_write_way(l, k, r, r->parent[node]);
    unsigned index = explain_add_node(l, k->literal[node / 2], node & 1);
    if (!start)
        explain_add_cause(l, before);
    return index;
}

void explain_conclude(struct sudoku_logic *l, const struct explain_links *k, unsigned node)
{
    uint32_t literal = k->literal[node / 2];
    if (node % 2)
        l->step.placed = literal;
    else
        explain_eliminate(l, SUDOKU_LITERAL_CELL(literal), explain_bit(SUDOKU_LITERAL_VALUE(literal)));
}
