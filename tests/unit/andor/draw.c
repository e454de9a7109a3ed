#include "draw.h"

#include <stdio.h>
#include <string.h>

void draw_graph(struct andor_graph *graph, const struct draw *draw, struct nash_rng *rng, struct nash_arena *arena)
{
    uint32_t n = draw->nodes, max = n * draw->connectors, edges = 0, m = 0;
    uint32_t *first = NASH_NEW(arena, uint32_t, n + 1), *to = NASH_NEW(arena, uint32_t, max + 1);
    uint32_t *succ = NASH_NEW(arena, uint32_t, (size_t)max * draw->successors + 1);
    uint64_t *cost = NASH_NEW(arena, uint64_t, max + 1), *terminal = NASH_NEW(arena, uint64_t, n / 64 + 1);
    *graph = (struct andor_graph){.unit = 1};
    if (!first || !to || !succ || !cost || !terminal)
        return;
    for (uint32_t v = 0; v < n; v++) {
        bool last = v + 1 == n && !draw->cyclic;
        first[v] = m;
        if (nash_rng_below(rng, 100) < draw->terminal || last)
            terminal[v >> 6] |= (uint64_t)1 << (v & 63);
        if (last || nash_rng_below(rng, 100) < draw->dead)
            continue;
        for (uint64_t c = 1 + nash_rng_below(rng, draw->connectors); c; c--, m++) {
            cost[m] = draw->least + nash_rng_below(rng, draw->cost - draw->least + 1);
            to[m] = edges;
            for (uint64_t k = 1 + nash_rng_below(rng, draw->successors); k; k--) {
                uint32_t from = draw->cyclic ? 0 : v + 1, choice = n - from;
                if (draw->reach && draw->reach < choice)
                    choice = draw->reach;
                if (draw->cyclic && draw->reach)
                    from = v > draw->reach / 2 ? v - draw->reach / 2 : 0;
                uint32_t s = from + (uint32_t)nash_rng_below(rng, choice);
                succ[edges++] = s < n ? s : n - 1;
            }
        }
    }
    first[n] = m;
    to[m] = edges;
    graph->nodes = n;
    graph->connectors = m;
    graph->edges = edges;
    graph->first = first;
    graph->last = first + 1;
    graph->to = to;
    graph->succ = succ;
    graph->wide_cost = cost;
    graph->terminal = terminal;
}

struct draw draw_small(struct nash_rng *rng)
{
    static const uint64_t costs[] = {1, 3, 10, 1000000, UINT64_MAX / 2};
    struct draw draw = {.nodes = 2 + (uint32_t)nash_rng_below(rng, nash_rng_below(rng, 4) ? 14 : 40),
                        .connectors = 1 + (uint32_t)nash_rng_below(rng, 4),
                        .successors = 1 + (uint32_t)nash_rng_below(rng, 4),
                        .cost = costs[nash_rng_below(rng, 5)],
                        .least = nash_rng_below(rng, 4) ? 1 : 0,
                        .dead = nash_rng_below(rng, 2) ? 10 : 0,
                        .terminal = 3 + (unsigned)nash_rng_below(rng, 25),
                        .cyclic = nash_rng_below(rng, 2),
                        .reach = nash_rng_below(rng, 3) ? 0 : 4};
    return draw;
}

/* Draws h of a node of cost `exact`: the cost itself (DRAW_H_EXACT), at most the cost (DRAW_H_ADMISSIBLE), or at most
 * twice the cost. An infinite cost counts as 20. */
static uint64_t drawn_h(enum draw_h form, andor_wide exact, struct nash_rng *rng)
{
    uint64_t bound = exact == ANDOR_WIDE_INF ? 20 : exact > UINT64_MAX / 2 ? UINT64_MAX / 2 : (uint64_t)exact;
    return form == DRAW_H_EXACT        ? bound
           : form == DRAW_H_ADMISSIBLE ? nash_rng_below(rng, bound + 1)
                                       : nash_rng_below(rng, 2 * bound + 1);
}

/* Lowers h until it is monotone. */
static void make_monotone(const struct andor_graph *graph, uint64_t *h)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t v = 0; v < graph->nodes; v++)
            for (uint32_t c = graph->first[v]; c < graph->last[v]; c++) {
                andor_wide bound = andor_cost(graph, c);
                for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++)
                    bound += andor_is_terminal(graph, graph->succ[i]) ? 0 : h[graph->succ[i]];
                if (bound < h[v] && !andor_is_terminal(graph, v)) {
                    h[v] = (uint64_t)bound;
                    changed = true;
                }
            }
    }
}

void draw_h(struct andor_graph *graph, enum draw_h form, const andor_wide *exact, struct nash_rng *rng,
            struct nash_arena *arena)
{
    uint64_t *h = form == DRAW_H_ZERO ? NULL : NASH_NEW(arena, uint64_t, graph->nodes);
    graph->wide_h = h;
    if (!h)
        return;
    for (uint32_t v = 0; v < graph->nodes; v++)
        h[v] = drawn_h(form == DRAW_H_MONOTONE ? DRAW_H_ADMISSIBLE : form, exact[v], rng);
    if (form == DRAW_H_MONOTONE)
        make_monotone(graph, h);
}

/* ---- lazily generated graphs ---- */

struct lazy {
    const struct andor_graph *whole;
    struct nash_arena *arena;
    uint32_t max;
    uint32_t *mine;  /* [whole->nodes]: 1 + the node's number in the lazy graph; 0: not generated yet */
    uint32_t *there; /* per lazy node: its number in the whole graph */
    uint32_t *first, *last, *to, *succ;
    uint64_t *cost, *h, *terminal;
};

static void *moved(struct nash_arena *arena, void *old, size_t held, size_t room)
{
    void *copy = nash_arena_alloc(arena, room);
    if (copy && held) {
        memcpy(copy, old, held);
        memset(old, 0xa5, held);
    }
    return copy;
}

static uint32_t meet(struct lazy *lazy, struct andor_graph *graph, uint32_t there)
{
    if (lazy->mine[there])
        return lazy->mine[there] - 1;
    uint32_t v = graph->nodes++;
    lazy->mine[there] = v + 1;
    lazy->there[v] = there;
    lazy->first[v] = lazy->last[v] = 0;
    lazy->h[v] = lazy->whole->wide_h ? lazy->whole->wide_h[there] : 0;
    if (andor_is_terminal(lazy->whole, there))
        lazy->terminal[v >> 6] |= (uint64_t)1 << (v & 63);
    return v;
}

static void show(struct andor_graph *graph, const struct lazy *lazy)
{
    graph->first = lazy->first;
    graph->last = lazy->last;
    graph->to = lazy->to;
    graph->succ = lazy->succ;
    graph->wide_cost = lazy->cost;
    graph->wide_h = lazy->h;
    graph->terminal = lazy->terminal;
}

static enum nash_status expand(struct andor_graph *graph, uint32_t v, struct nash_error *error)
{
    struct lazy *lazy = graph->maker;
    const struct andor_graph *whole = lazy->whole;
    struct nash_arena *arena = lazy->arena;
    size_t n = graph->nodes, m = graph->connectors, e = graph->edges, more;
    uint32_t there = lazy->there[v];
    if (lazy->max && n >= lazy->max)
        return nash_fail_type(error, NASH_TOO_LARGE, "node-limit", NULL, "The test's limit of nodes.");
    more = whole->last[there] - whole->first[there];
    size_t edges = more ? whole->to[whole->last[there]] - whole->to[whole->first[there]] : 0;
    lazy->there = moved(arena, lazy->there, n * sizeof(uint32_t), (n + edges) * sizeof(uint32_t));
    lazy->first = moved(arena, lazy->first, n * sizeof(uint32_t), (n + edges) * sizeof(uint32_t));
    lazy->last = moved(arena, lazy->last, n * sizeof(uint32_t), (n + edges) * sizeof(uint32_t));
    lazy->h = moved(arena, lazy->h, n * sizeof(uint64_t), (n + edges) * sizeof(uint64_t));
    lazy->terminal = moved(arena, lazy->terminal, (n / 64 + 1) * 8, ((n + edges) / 64 + 1) * 8);
    lazy->to = moved(arena, lazy->to, (m + 1) * sizeof(uint32_t), (m + more + 1) * sizeof(uint32_t));
    lazy->cost = moved(arena, lazy->cost, m * sizeof(uint64_t), (m + more + 1) * sizeof(uint64_t));
    lazy->succ = moved(arena, lazy->succ, e * sizeof(uint32_t), (e + edges + 1) * sizeof(uint32_t));
    if (!lazy->there || !lazy->first || !lazy->last || !lazy->h || !lazy->terminal || !lazy->to || !lazy->cost ||
        !lazy->succ)
        return nash_fail(error, NASH_NOMEM, NULL, "The test's arena is spent.");
    lazy->first[v] = graph->connectors;
    for (uint32_t c = whole->first[there]; c < whole->last[there]; c++) {
        for (uint32_t i = whole->to[c]; i < whole->to[c + 1]; i++)
            lazy->succ[graph->edges++] = meet(lazy, graph, whole->succ[i]);
        lazy->cost[graph->connectors++] = andor_cost(whole, c);
        lazy->to[graph->connectors] = graph->edges;
    }
    lazy->last[v] = graph->connectors;
    show(graph, lazy);
    return NASH_OK;
}

void draw_lazily(struct andor_graph *graph, const struct andor_graph *whole, uint32_t max, struct nash_arena *arena)
{
    struct lazy *lazy = NASH_NEW(arena, struct lazy, 1);
    *graph = (struct andor_graph){.unit = 1, .expand = expand, .maker = lazy};
    *lazy = (struct lazy){.whole = whole,
                          .arena = arena,
                          .max = max,
                          .mine = NASH_NEW(arena, uint32_t, whole->nodes),
                          .there = NASH_NEW(arena, uint32_t, 1),
                          .first = NASH_NEW(arena, uint32_t, 1),
                          .last = NASH_NEW(arena, uint32_t, 1),
                          .to = NASH_NEW(arena, uint32_t, 1),
                          .h = NASH_NEW(arena, uint64_t, 1),
                          .terminal = NASH_NEW(arena, uint64_t, 1)};
    meet(lazy, graph, whole->root);
    show(graph, lazy);
}

/* ---- naive reference ---- */

void naive_values(const struct andor_graph *graph, andor_wide *value)
{
    for (uint32_t v = 0; v < graph->nodes; v++)
        value[v] = andor_is_terminal(graph, v) ? 0 : ANDOR_WIDE_INF;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t v = graph->nodes; v-- > 0;)
            for (uint32_t c = graph->first[v]; c < graph->last[v]; c++) {
                andor_wide sum = andor_cost(graph, c);
                bool infinite = false;
                for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++) {
                    infinite |= value[graph->succ[i]] == ANDOR_WIDE_INF;
                    sum += value[graph->succ[i]];
                }
                if (!infinite && sum < value[v]) {
                    value[v] = sum;
                    changed = true;
                }
            }
    }
}

andor_wide naive_marked_cost(const struct andor_graph *graph, const uint32_t *mark, uint32_t v, uint32_t depth)
{
    if (andor_is_terminal(graph, v))
        return 0;
    uint32_t c = mark[v];
    if (c == ANDOR_NONE || c < graph->first[v] || c >= graph->last[v] || !depth)
        return ANDOR_WIDE_INF;
    andor_wide sum = andor_cost(graph, c);
    for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++) {
        andor_wide part = naive_marked_cost(graph, mark, graph->succ[i], depth - 1);
        if (part == ANDOR_WIDE_INF)
            return part;
        sum += part;
    }
    return sum;
}

void draw_print(const struct andor_graph *graph)
{
    for (uint32_t v = 0; v < graph->nodes; v++) {
        fprintf(stderr, "%u%s h=%llu:", v, andor_is_terminal(graph, v) ? " terminal" : "",
                (unsigned long long)andor_h(graph, v));
        for (uint32_t c = graph->first[v]; c < graph->last[v]; c++) {
            fprintf(stderr, " {");
            for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++)
                fprintf(stderr, "%s%u", i == graph->to[c] ? "" : " ", graph->succ[i]);
            fprintf(stderr, "}+%llu", (unsigned long long)andor_cost(graph, c));
        }
        fprintf(stderr, "\n");
    }
}
