/* Extracts and prices solution graphs. Nothing recurses, since a graph may be deep. */
#include <solvers/andor/list.h>

#include "solve.h"

static bool bits_test_and_set(uint64_t *bits, uint32_t v)
{
    uint64_t bit = UINT64_C(1) << (v & 63), before = bits[v >> 6];
    bits[v >> 6] |= bit;
    return before & bit;
}

/* Appends each non-terminal node of the marked graph to list once, depth first from the root. met: one zeroed bit per
 * node, set when the node is appended. */
static enum nash_status collect_marked(const struct andor_graph *g, const uint32_t *mark, struct andor_list *list,
                                       uint64_t *met, struct nash_arena *arena, struct nash_error *error)
{
    struct andor_list open = {0};
    if (!andor_list_push(&open, g->root, arena))
        return andor_nomem(error);
    while (open.count) {
        uint32_t v = open.at[--open.count];
        if (andor_is_terminal(g, v) || bits_test_and_set(met, v))
            continue;
        uint32_t c = mark[v];
        if (c < g->first[v] || c >= g->last[v])
            return nash_fail(error, NASH_INTERNAL, "", "node %u of the solution graph has no connector", v);
        if (!andor_list_push(list, v, arena))
            return andor_nomem(error);
        for (uint32_t e = g->to[c + 1]; e-- > g->to[c];)
            if (!andor_list_push(&open, g->succ[e], arena))
                return andor_nomem(error);
    }
    return NASH_OK;
}

enum nash_status andor_extract_solution(const struct andor_graph *graph, const uint32_t *mark, struct nash_arena *arena,
                                        const struct andor_choice **solution, uint32_t *count, struct nash_error *error)
{
    struct andor_list list = {0};
    uint64_t *met = NASH_NEW(arena, uint64_t, (size_t)graph->nodes / 64 + 1);
    if (!met)
        return andor_nomem(error);
    enum nash_status status = collect_marked(graph, mark, &list, met, arena, error);
    if (status != NASH_OK)
        return status;
    struct andor_choice *choice = NASH_NEW(arena, struct andor_choice, list.count);
    if (!choice)
        return andor_nomem(error);
    for (uint32_t i = 0; i < list.count; i++)
        choice[i] = (struct andor_choice){list.at[i], mark[list.at[i]]};
    *solution = choice;
    *count = list.count;
    return NASH_OK;
}

/* ---- price ---- */

struct pricing {
    const struct andor_graph *g;
    const struct andor_choice *choice;
    uint32_t count;
    uint32_t *place; /* [nodes]: 1 + index of the node's choice; 0: none */
    uint32_t *open;  /* [count]: number of successors without a price */
    andor_wide *sum; /* [count]: prices of the successors so far; at the end the price of the node */
};

static enum nash_status solution_fail(struct nash_error *error, const char *what, uint32_t v)
{
    return nash_fail(error, NASH_INTERNAL, "", "the solution graph does not hold: node %u %s", v, what);
}

static enum nash_status check_choices(const struct pricing *x, struct nash_error *error)
{
    const struct andor_graph *g = x->g;
    for (uint32_t i = 0; i < x->count; i++) {
        uint32_t v = x->choice[i].node, c = x->choice[i].connector;
        if (v >= g->nodes || andor_is_terminal(g, v) || c < g->first[v] || c >= g->last[v])
            return solution_fail(error, "has a connector that is not its own", v);
        if (x->place[v])
            return solution_fail(error, "comes twice", v);
        x->place[v] = i + 1;
    }
    if (!andor_is_terminal(g, g->root) && !x->place[g->root])
        return solution_fail(error, "is the root and has no connector", g->root);
    for (uint32_t i = 0; i < x->count; i++)
        for (uint32_t e = g->to[x->choice[i].connector]; e < g->to[x->choice[i].connector + 1]; e++)
            if (!andor_is_terminal(g, g->succ[e]) && !x->place[g->succ[e]])
                return solution_fail(error, "has no connector", g->succ[e]);
    return NASH_OK;
}

/* Adds up prices from the leaves: a node is priced once all its successors are. parent[off[i] .. off[i + 1]) are the
 * choices that lead to choice i, one entry per edge. */
static enum nash_status price_from_leaves(const struct pricing *x, const uint32_t *off, const uint32_t *parent,
                                          uint32_t *ready, struct nash_error *error)
{
    uint32_t head = 0, tail = 0;
    for (uint32_t i = 0; i < x->count; i++)
        if (!x->open[i])
            ready[tail++] = i;
    while (head < tail) {
        uint32_t i = ready[head++];
        if (__builtin_add_overflow(x->sum[i], andor_cost(x->g, x->choice[i].connector), &x->sum[i]))
            return solution_fail(error, "costs more than 128 bits hold", x->choice[i].node);
        for (uint32_t k = off[i]; k < off[i + 1]; k++) {
            if (__builtin_add_overflow(x->sum[parent[k]], x->sum[i], &x->sum[parent[k]]))
                return solution_fail(error, "costs more than 128 bits hold", x->choice[i].node);
            if (!--x->open[parent[k]])
                ready[tail++] = parent[k];
        }
    }
    return tail == x->count ? NASH_OK : solution_fail(error, "lies on a cycle, or depends on one", x->g->root);
}

static enum nash_status price_choices(struct pricing *x, struct nash_arena *arena, struct nash_error *error)
{
    const struct andor_graph *g = x->g;
    uint32_t *off = NASH_NEW(arena, uint32_t, (size_t)x->count + 2), *ready = NASH_NEW(arena, uint32_t, x->count);
    if (!off || !ready)
        return andor_nomem(error);
    for (uint32_t i = 0; i < x->count; i++)
        for (uint32_t e = g->to[x->choice[i].connector]; e < g->to[x->choice[i].connector + 1]; e++)
            if (!andor_is_terminal(g, g->succ[e])) {
                x->open[i]++;
                off[x->place[g->succ[e]] + 1]++;
            }
    for (uint32_t i = 1; i <= x->count; i++)
        off[i + 1] += off[i];
    uint32_t *parent = NASH_NEW(arena, uint32_t, off[x->count + 1]);
    if (!parent)
        return andor_nomem(error);
    for (uint32_t i = 0; i < x->count; i++)
        for (uint32_t e = g->to[x->choice[i].connector]; e < g->to[x->choice[i].connector + 1]; e++)
            if (!andor_is_terminal(g, g->succ[e]))
                parent[off[x->place[g->succ[e]]]++] = i;
    return price_from_leaves(x, off, parent, ready, error);
}

enum nash_status andor_price_solution(const struct andor_graph *graph, const struct andor_choice *solution,
                                      uint32_t count, bool shared, struct nash_arena *arena, andor_wide *cost,
                                      struct nash_error *error)
{
    struct nash_arena_mark mark = nash_arena_mark(arena);
    struct pricing x = {.g = graph,
                        .choice = solution,
                        .count = count,
                        .place = NASH_NEW(arena, uint32_t, graph->nodes),
                        .open = NASH_NEW(arena, uint32_t, count),
                        .sum = NASH_NEW(arena, andor_wide, count)};
    enum nash_status status = x.place && x.open && x.sum ? check_choices(&x, error) : andor_nomem(error);
    if (status == NASH_OK)
        status = price_choices(&x, arena, error);
    if (status == NASH_OK) {
        *cost = 0;
        for (uint32_t i = 0; shared && i < count; i++)
            *cost += andor_cost(graph, solution[i].connector);
        if (!shared && count)
            *cost = x.sum[x.place[graph->root] - 1];
    }
    nash_arena_release(arena, mark);
    return status;
}
