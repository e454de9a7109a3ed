/* Which tip AO* expands, by each order of tips: the nodes expanded, their order, the costs and the marks are compared
 * with those of a naive AO* on random acyclic graphs. */
#include <stdio.h>
#include <string.h>

#include <solvers/andor/aostar/aostar.h>

#include "../../base/test.h"
#include "../draw.h"

enum { BRIEF = 10000, GRAPHS = 1000000, ARENA = 1 << 24, NODES = 48, TIPS = 3 };

static const char *const tip_names[TIPS] = {"shallowest", "leftmost", "rightmost"};

/* ---- a naive AO* ---- */

struct naive {
    const struct andor_graph *graph;
    andor_wide q[NODES];
    uint32_t mark[NODES];
    bool known[NODES], expanded[NODES], solved[NODES];
    uint32_t order[NODES], count; /* the nodes expanded, in their order */
};

static void naive_meet(struct naive *naive, uint32_t v)
{
    if (naive->known[v])
        return;
    naive->known[v] = true;
    naive->solved[v] = andor_is_terminal(naive->graph, v);
    naive->q[v] = naive->solved[v] ? 0 : andor_h(naive->graph, v);
}

/* Returns the first tip of the unfolded marked graph below v, or ANDOR_NONE. No tip is below a SOLVED node. */
static uint32_t naive_outermost(const struct naive *naive, uint32_t v, bool from_right)
{
    const struct andor_graph *graph = naive->graph;
    uint32_t tip = ANDOR_NONE, c = naive->mark[v];
    if (naive->solved[v])
        return ANDOR_NONE;
    if (!naive->expanded[v])
        return v;
    for (uint32_t i = graph->to[c]; i < graph->to[c + 1] && tip == ANDOR_NONE; i++)
        tip =
            naive_outermost(naive, graph->succ[from_right ? graph->to[c + 1] - 1 - (i - graph->to[c]) : i], from_right);
    return tip;
}

/* Writes each level of the unfolded marked graph, without repetitions, until one has a tip. */
static uint32_t naive_shallowest(const struct naive *naive)
{
    const struct andor_graph *graph = naive->graph;
    uint32_t level[NODES] = {graph->root}, count = 1;
    while (count) {
        uint32_t next[NODES], nexts = 0;
        bool has[NODES] = {false};
        for (uint32_t i = 0; i < count; i++)
            if (!naive->expanded[level[i]] && !naive->solved[level[i]])
                return level[i];
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t c = naive->mark[level[i]], s = c == ANDOR_NONE ? 0 : graph->to[c];
                 c != ANDOR_NONE && s < graph->to[c + 1]; s++)
                if (!has[graph->succ[s]]) {
                    has[graph->succ[s]] = true;
                    next[nexts++] = graph->succ[s];
                }
        memcpy(level, next, nexts * sizeof *next);
        count = nexts;
    }
    return ANDOR_NONE;
}

/* Step 11. Returns whether the cost changed or m became SOLVED. */
static bool naive_revise(struct naive *naive, uint32_t m)
{
    const struct andor_graph *graph = naive->graph;
    andor_wide least = ANDOR_WIDE_INF, before = naive->q[m];
    naive->mark[m] = ANDOR_NONE;
    for (uint32_t c = graph->first[m]; c < graph->last[m]; c++) {
        andor_wide q = andor_cost(graph, c);
        bool solved = true;
        for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++) {
            andor_wide of = naive->q[graph->succ[i]];
            q = q == ANDOR_WIDE_INF || of == ANDOR_WIDE_INF ? ANDOR_WIDE_INF : q + of;
            solved &= naive->solved[graph->succ[i]];
        }
        if (q < least) {
            least = q;
            naive->mark[m] = c;
            naive->solved[m] = solved;
        }
    }
    naive->q[m] = least;
    return naive->solved[m] || least != before;
}

/* Steps 7 to 12. A successor has a larger number than its node, so the largest number in S has no descendant in S. */
static void naive_revise_upwards(struct naive *naive, uint32_t n)
{
    const struct andor_graph *graph = naive->graph;
    bool in[NODES] = {false};
    in[n] = true;
    for (uint32_t m = n + 1; m-- > 0;) {
        if (!in[m] || !naive_revise(naive, m))
            continue;
        for (uint32_t v = 0; v < m; v++)
            for (uint32_t c = naive->mark[v], i = c == ANDOR_NONE ? 0 : graph->to[c];
                 c != ANDOR_NONE && i < graph->to[c + 1]; i++)
                in[v] |= graph->succ[i] == m;
    }
}

static void naive_ao_star(struct naive *naive, const struct andor_graph *graph, enum andor_tip tip)
{
    uint32_t root = graph->root;
    *naive = (struct naive){.graph = graph};
    memset(naive->mark, 0xff, sizeof naive->mark);
    naive_meet(naive, root);
    while (!naive->solved[root] && naive->q[root] != ANDOR_WIDE_INF) {
        uint32_t n = tip == ANDOR_TIP_SHALLOWEST ? naive_shallowest(naive)
                                                 : naive_outermost(naive, root, tip == ANDOR_TIP_RIGHTMOST);
        assert_int_not_equal(n, ANDOR_NONE);
        naive->expanded[n] = true;
        naive->order[naive->count++] = n;
        for (uint32_t c = graph->first[n]; c < graph->last[n]; c++)
            for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++)
                naive_meet(naive, graph->succ[i]);
        naive_revise_upwards(naive, n);
    }
}

/* ---- the comparison ---- */

#define WANT(condition)                                                                                                \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "graph %llu, %s: %s\n", (unsigned long long)number, tip_names[tip], #condition);           \
            draw_print(naive->graph);                                                                                  \
            fail();                                                                                                    \
        }                                                                                                              \
    } while (0)

static bool has(const uint64_t *bits, uint32_t v)
{
    return bits[v >> 6] >> (v & 63) & 1;
}

/* Compares the end of a search. */
static void check_end(const struct naive *naive, const struct andor_search *search, uint64_t number, enum andor_tip tip)
{
    WANT(search->cycles == naive->count && search->expanded == naive->count);
    for (uint32_t v = 0; v < naive->graph->nodes; v++) {
        WANT(has(search->is_known, v) == naive->known[v]);
        WANT(has(search->is_expanded, v) == naive->expanded[v]);
        WANT(has(search->is_solved, v) == naive->solved[v]);
        WANT(!naive->known[v] || search->q[v] == naive->q[v]);
        WANT(!naive->known[v] || search->mark[v] == naive->mark[v]);
    }
}

/* Compares the searches with and without a trace, which walk differently. */
static void check_tip(struct andor_graph *graph, const struct naive *naive, uint64_t number, enum andor_tip tip,
                      struct nash_run *run)
{
    struct andor_search search;
    struct andor_trace trace = {.from = 1, .count = NODES, .bytes_max = 1 << 20};
    WANT(andor_ao_star(graph, tip, run, NULL, &search, NULL) == NASH_OK);
    check_end(naive, &search, number, tip);
    WANT(andor_ao_star(graph, tip, run, &trace, &search, NULL) == NASH_OK);
    check_end(naive, &search, number, tip);
    WANT(trace.kept == naive->count);
    for (uint32_t i = 0; i < trace.kept; i++) {
        const struct andor_cycle *cycle = &trace.cycles[i];
        WANT(cycle->expanded == naive->order[i]);
        WANT(cycle->tips[0] == cycle->expanded);
    }
}

static bool same_order(const struct naive *a, const struct naive *b)
{
    return a->count == b->count && !memcmp(a->order, b->order, a->count * sizeof *a->order);
}

static void test_random(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_run run = {.arena = nash_arena_new(ARENA)};
    uint64_t graphs = test_length(BRIEF, GRAPHS), deeper = 0, mirrored = 0;
    for (uint64_t g = 0; g < graphs; g++) {
        struct draw draw = draw_small(&rng);
        struct andor_graph graph;
        struct naive naive[TIPS];
        andor_wide exact[NODES];
        draw.cyclic = false;
        draw.cost = draw.cost > 10 ? 10 : draw.cost; /* no cost comes near 2^127 */
        draw_graph(&graph, &draw, &rng, run.arena);
        naive_values(&graph, exact);
        draw_h(&graph, (enum draw_h)(g % 5), exact, &rng, run.arena);
        for (unsigned tip = 0; tip < TIPS; tip++) {
            naive_ao_star(&naive[tip], &graph, (enum andor_tip)tip);
            check_tip(&graph, &naive[tip], g, (enum andor_tip)tip, &run);
        }
        deeper += !same_order(&naive[ANDOR_TIP_SHALLOWEST], &naive[ANDOR_TIP_LEFTMOST]);
        mirrored += !same_order(&naive[ANDOR_TIP_LEFTMOST], &naive[ANDOR_TIP_RIGHTMOST]);
        nash_arena_reset(run.arena, ARENA);
    }
    print_message("%llu graphs: shallowest and leftmost differ on %llu, leftmost and rightmost on %llu\n",
                  (unsigned long long)graphs, (unsigned long long)deeper, (unsigned long long)mirrored);
    assert_true(deeper > graphs / 20 && mirrored > graphs / 20);
    nash_arena_free(run.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests_name("andor-aostar-tips", tests, NULL, NULL);
}
