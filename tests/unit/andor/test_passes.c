/* The bottom-up passes (andor_knuth(), andor_dp(), andor_bottom_up()), compared with a plain reference: least costs of
 * solution graphs of depth at most d, for d up to the number of nodes, in 128 bits. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <solvers/andor/bottom_up/bottom_up.h>

#include "../base/test.h"
#include "made_graph.h"

enum { ARENA_BYTES = 1 << 30 };

static struct nash_arena *arena;
static struct nash_rng rng;

static int set_up(void **state)
{
    rng = test_rng();
    arena = nash_arena_new(ARENA_BYTES);
    return arena ? 0 : -1;
}

static int tear_down(void **state)
{
    nash_arena_free(arena);
    return 0;
}

/* ---- the reference ---- */

struct reference {
    andor_wide value[MADE_NODES]; /* ANDOR_WIDE_INF if unreachable from the root or unsolvable */
    bool reached[MADE_NODES], cyclic;
    uint32_t count, edges; /* numbers of nodes and of edges that the root reaches */
};

static andor_wide sum_of(const struct andor_graph *graph, uint32_t c, const andor_wide *value)
{
    andor_wide sum = andor_cost(graph, c);
    for (uint32_t e = graph->to[c]; e < graph->to[c + 1]; e++) {
        if (value[graph->succ[e]] == ANDOR_WIDE_INF)
            return ANDOR_WIDE_INF;
        sum += value[graph->succ[e]];
    }
    return sum;
}

/* Computes the transitive closure. leads[v][w]: w can be reached from v by one edge or more. */
static void close_paths(const struct andor_graph *graph, bool leads[MADE_NODES][MADE_NODES])
{
    memset(leads, 0, sizeof(bool[MADE_NODES][MADE_NODES]));
    for (uint32_t v = 0; v < graph->nodes; v++)
        for (uint32_t e = graph->to[graph->first[v]]; !andor_is_terminal(graph, v) && e < graph->to[graph->last[v]];
             e++)
            leads[v][graph->succ[e]] = true;
    for (uint32_t k = 0; k < graph->nodes; k++)
        for (uint32_t v = 0; v < graph->nodes; v++)
            for (uint32_t w = 0; w < graph->nodes; w++)
                leads[v][w] |= leads[v][k] && leads[k][w];
}

static void solve_plainly(const struct andor_graph *graph, struct reference *reference)
{
    andor_wide before[MADE_NODES];
    bool leads[MADE_NODES][MADE_NODES];
    *reference = (struct reference){0};
    close_paths(graph, leads);
    for (uint32_t v = 0; v < graph->nodes; v++)
        reference->value[v] = andor_is_terminal(graph, v) ? 0 : ANDOR_WIDE_INF;
    for (uint32_t depth = 0; depth < graph->nodes; depth++) {
        memcpy(before, reference->value, sizeof before);
        for (uint32_t v = 0; v < graph->nodes; v++)
            for (uint32_t c = graph->first[v]; !andor_is_terminal(graph, v) && c < graph->last[v]; c++) {
                andor_wide sum = sum_of(graph, c, before);
                reference->value[v] = sum < reference->value[v] ? sum : reference->value[v];
            }
    }
    for (uint32_t v = 0; v < graph->nodes; v++) {
        reference->reached[v] = v == graph->root || leads[graph->root][v];
        reference->cyclic |= reference->reached[v] && leads[v][v];
        reference->count += reference->reached[v];
        if (reference->reached[v] && !andor_is_terminal(graph, v))
            reference->edges += graph->to[graph->last[v]] - graph->to[graph->first[v]];
        if (!reference->reached[v])
            reference->value[v] = ANDOR_WIDE_INF;
    }
}

/* ---- comparing ---- */

static andor_wide value_of(const struct andor_values *values, uint32_t v)
{
    return values->wide ? values->wide[v] : values->value[v] == ANDOR_INF ? ANDOR_WIDE_INF : values->value[v];
}

static const char *decimal(andor_wide value)
{
    static char text[48];
    char *at = text + sizeof text - 1;
    for (*at = '\0'; value > 0 || *at == '\0'; value /= 10)
        *--at = (char)('0' + (int)(value % 10));
    return at;
}

static void compare(const char *engine, const struct andor_graph *graph, const struct andor_values *values,
                    const struct reference *reference)
{
    struct nash_error error;
    for (uint32_t v = 0; v < graph->nodes; v++)
        if (value_of(values, v) != reference->value[v])
            fail_msg("%s: node %" PRIu32 " is not %s:\n%s", engine, v, decimal(reference->value[v]), say_graph(graph));
    if (values->reachable != reference->count)
        fail_msg("%s: reaches %" PRIu32 ":\n%s", engine, values->reachable, say_graph(graph));
    if (values->cyclic != reference->cyclic)
        fail_msg("%s: cyclic is wrong:\n%s", engine, say_graph(graph));
    if (andor_certify(graph, values, arena, &error) != NASH_OK)
        fail_msg("%s: %s:\n%s", engine, error.detail, say_graph(graph));
}

/* Checks that each node's mark is its first connector of least cost. This need not hold in graphs with cycles of
 * cost 0. */
static void compare_marks(const struct andor_graph *graph, const struct andor_values *values,
                          const struct reference *reference)
{
    for (uint32_t v = 0; v < graph->nodes; v++) {
        uint32_t want = ANDOR_NONE;
        bool inner = reference->reached[v] && !andor_is_terminal(graph, v) && reference->value[v] != ANDOR_WIDE_INF;
        for (uint32_t c = graph->last[v]; inner && c-- > graph->first[v];)
            want = sum_of(graph, c, reference->value) == reference->value[v] ? c : want;
        if (values->mark[v] != want)
            fail_msg("node %" PRIu32 " has not the mark %" PRIu32 ":\n%s", v, want, say_graph(graph));
    }
}

static void test_random(void **state)
{
    static struct made_graph made;
    struct reference reference;
    struct andor_values values;
    struct andor_work work;
    struct nash_error error;
    unsigned acyclic = 0, wide = 0, solvable = 0;
    for (unsigned round = 0; round < 100000; round++) {
        enum made_costs costs = round % COST_FORMS;
        const struct andor_graph *graph = &made.graph;
        struct nash_run run = {.arena = arena};
        nash_arena_reset(arena, ARENA_BYTES);
        make_graph(&made, &rng, nash_rng_below(&rng, 3) == 0, costs);
        solve_plainly(graph, &reference);
        assert_int_equal(andor_graph_check(graph, &error), NASH_OK);
        assert_int_equal(andor_knuth(graph, &run, &values, &work, &error), NASH_OK);
        compare("knuth", graph, &values, &reference);
        assert_int_equal(work.settled, reference.count);
        assert_int_equal(work.edges, reference.edges);
        if (!reference.cyclic || costs == COST_SMALL || costs == COST_K)
            compare_marks(graph, &values, &reference);
        assert_int_equal(andor_bottom_up(graph, &run, &values, NULL, &error), NASH_OK);
        compare("bottom up", graph, &values, &reference);
        enum nash_status status = andor_dp(graph, &run, &values, &work, &error);
        assert_int_equal(status, reference.cyclic ? NASH_UNPROCESSABLE : NASH_OK);
        if (reference.cyclic) {
            assert_non_null(strstr(error.detail, " -> "));
        } else {
            compare("dp", graph, &values, &reference);
            assert_int_equal(work.settled, reference.count);
            assert_in_range(work.edges, reference.edges, graph->edges);
            compare_marks(graph, &values, &reference);
        }
        acyclic += !reference.cyclic;
        wide += values.wide != NULL;
        solvable += reference.value[graph->root] != ANDOR_WIDE_INF;
    }
    assert_in_range(acyclic, 30000, 80000);
    assert_in_range(wide, 1000, 50000);
    assert_in_range(solvable, 25000, 75000);
}

/* ---- the proof ---- */

/* Returns whether the marks are valid: each marked connector has the node's cost, and the marks form no cycle. */
static bool is_right(const struct andor_graph *graph, const struct andor_values *values,
                     const struct reference *reference)
{
    bool leads[MADE_NODES][MADE_NODES] = {0};
    for (uint32_t v = 0; v < graph->nodes; v++) {
        uint32_t c = values->mark[v];
        if (c == ANDOR_NONE)
            continue;
        if (c < graph->first[v] || c >= graph->last[v] || sum_of(graph, c, reference->value) != reference->value[v])
            return false;
        for (uint32_t e = graph->to[c]; e < graph->to[c + 1]; e++)
            leads[v][graph->succ[e]] = true;
    }
    for (uint32_t k = 0; k < graph->nodes; k++)
        for (uint32_t v = 0; v < graph->nodes; v++)
            for (uint32_t w = 0; w < graph->nodes; w++)
                leads[v][w] |= leads[v][k] && leads[k][w];
    for (uint32_t v = 0; v < graph->nodes; v++)
        if (leads[v][v])
            return false;
    return true;
}

static void mutate_value(struct andor_values *values, uint32_t v)
{
    static const uint64_t by[] = {1, UINT64_MAX, 2, (uint64_t)-7, INT64_MAX};
    uint64_t change = by[nash_rng_below(&rng, 5)];
    bool infinite = nash_rng_below(&rng, 5) == 0 && value_of(values, v) != ANDOR_WIDE_INF;
    if (values->wide)
        values->wide[v] = infinite ? ANDOR_WIDE_INF : values->wide[v] + change;
    else
        values->value[v] = infinite ? ANDOR_INF : values->value[v] + change;
}

static void test_mutations(void **state)
{
    static struct made_graph made;
    struct reference reference;
    unsigned refused = 0, right = 0;
    for (unsigned round = 0; round < 100000; round++) {
        const struct andor_graph *graph = &made.graph;
        struct nash_run run = {.arena = arena};
        struct andor_values values;
        struct nash_error error;
        nash_arena_reset(arena, ARENA_BYTES);
        make_graph(&made, &rng, nash_rng_below(&rng, 3) == 0, round % 2 ? COST_FREE : round / 2 % COST_FORMS);
        solve_plainly(graph, &reference);
        assert_int_equal(andor_bottom_up(graph, &run, &values, NULL, &error), NASH_OK);
        uint32_t v = (uint32_t)nash_rng_below(&rng, graph->nodes);
        bool marks = false;
        switch (nash_rng_below(&rng, 8)) {
        case 0:
            values.reachable += nash_rng_below(&rng, 2) ? 1 : UINT32_MAX;
            break;
        case 1:
        case 2:
        case 3:
            mutate_value(&values, v);
            break;
        default: /* change the mark of node v to another connector of v, to any connector, or to none */
            marks = true;
            uint32_t was = values.mark[v];
            values.mark[v] = nash_rng_below(&rng, 6) == 0 || graph->connectors == 0
                                 ? (was == ANDOR_NONE ? graph->connectors : ANDOR_NONE)
                             : nash_rng_below(&rng, 6) == 0 || graph->first[v] == graph->last[v]
                                 ? (uint32_t)nash_rng_below(&rng, graph->connectors)
                                 : graph->first[v] + (uint32_t)nash_rng_below(&rng, graph->last[v] - graph->first[v]);
            if (was == values.mark[v])
                continue;
        }
        bool holds = marks && reference.value[v] != ANDOR_WIDE_INF && !andor_is_terminal(graph, v) &&
                     values.mark[v] != ANDOR_NONE && is_right(graph, &values, &reference);
        if (andor_certify(graph, &values, arena, &error) != (holds ? NASH_OK : NASH_INTERNAL))
            fail_msg("round %u, node %" PRIu32 ", mark %" PRIu32 ", %s:\n%s", round, v, values.mark[v],
                     holds ? "right but refused" : "wrong but accepted", say_graph(graph));
        right += holds;
        refused += !holds;
    }
    assert_in_range(refused, 50000, 100000);
    assert_in_range(right, 20, 50000);
}

/* ---- deep and large ---- */

/* Makes a chain: each node but the last has one connector, with the next node `times` times as successor. closed: the
 * last node leads back to the first, and there is no terminal. */
static struct andor_graph chain(uint32_t nodes, uint32_t times, bool closed)
{
    uint32_t *off = NASH_NEW(arena, uint32_t, nodes + 1), *soff = NASH_NEW(arena, uint32_t, nodes + 1);
    uint32_t *succ = NASH_NEW(arena, uint32_t, (size_t)nodes * times);
    uint64_t *terminal = NASH_NEW(arena, uint64_t, nodes / 64 + 1);
    assert_true(off && soff && succ && terminal);
    uint32_t connectors = closed ? nodes : nodes - 1, edges = 0;
    for (uint32_t v = 0; v < nodes; v++) {
        off[v + 1] = v < connectors ? v + 1 : v;
        for (uint32_t i = 0; v < connectors && i < times; i++)
            succ[edges++] = (v + 1) % nodes;
        if (v < connectors)
            soff[v + 1] = edges;
    }
    if (!closed)
        terminal[(nodes - 1) >> 6] |= UINT64_C(1) << ((nodes - 1) & 63);
    return (struct andor_graph){.nodes = nodes,
                                .connectors = connectors,
                                .edges = edges,
                                .first = off,
                                .last = off + 1,
                                .to = soff,
                                .succ = succ,
                                .terminal = terminal,
                                .unit = 1};
}

/* Makes a chain from the last node to the first, so that the numbers of the nodes are no topological order. */
static struct andor_graph chain_down(uint32_t nodes)
{
    uint32_t *off = NASH_NEW(arena, uint32_t, nodes + 1), *soff = NASH_NEW(arena, uint32_t, nodes);
    uint64_t *terminal = NASH_NEW(arena, uint64_t, nodes / 64 + 1);
    assert_true(off && soff && terminal);
    for (uint32_t v = 0; v < nodes; v++)
        off[v + 1] = soff[v] = v;
    terminal[0] = 1;
    return (struct andor_graph){.nodes = nodes,
                                .connectors = nodes - 1,
                                .edges = nodes - 1,
                                .root = nodes - 1,
                                .first = off,
                                .last = off + 1,
                                .to = soff,
                                .succ = soff,
                                .terminal = terminal,
                                .unit = 1};
}

static void test_deep(void **state)
{
    struct nash_error error;
    struct andor_values values;
    struct nash_run run = {.arena = arena};
    enum { DEEP = 1000000 };
    struct andor_graph graph = chain(DEEP, 1, false);
    assert_int_equal(andor_dp(&graph, &run, &values, NULL, &error), NASH_OK);
    assert_int_equal(values.value[0], DEEP - 1);
    assert_int_equal(andor_certify(&graph, &values, arena, &error), NASH_OK);
    assert_int_equal(andor_knuth(&graph, &run, &values, NULL, &error), NASH_OK);
    assert_int_equal(values.value[0], DEEP - 1);
    assert_false(values.cyclic);

    nash_arena_reset(arena, ARENA_BYTES);
    graph = chain_down(DEEP);
    assert_int_equal(andor_graph_check(&graph, &error), NASH_OK);
    assert_int_equal(andor_dp(&graph, &run, &values, NULL, &error), NASH_OK);
    assert_int_equal(values.value[DEEP - 1], DEEP - 1);
    assert_int_equal(andor_certify(&graph, &values, arena, &error), NASH_OK);

    /* a ring of DEEP nodes: one strongly connected component without a solvable node */
    nash_arena_reset(arena, ARENA_BYTES);
    graph = chain(DEEP, 1, true);
    assert_int_equal(andor_bottom_up(&graph, &run, &values, NULL, &error), NASH_OK);
    assert_true(values.value[0] == ANDOR_INF && values.cyclic);
    assert_int_equal(andor_certify(&graph, &values, arena, &error), NASH_OK);
    assert_int_equal(andor_dp(&graph, &run, &values, NULL, &error), NASH_UNPROCESSABLE);
    assert_non_null(strstr(error.detail, "0 -> 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> ... -> 999999 -> 0"));
}

/* The cost of a chain with two equal successors per node and cost k is 2 (2^levels - 1). */
static void test_doubling(void **state)
{
    struct nash_error error;
    struct andor_values values;
    struct nash_run run = {.arena = arena};
    for (uint32_t levels = 1; levels < 130; levels++) {
        struct andor_graph graph = chain(levels + 1, 2, false);
        andor_wide want = ((andor_wide)1 << (levels + 1 < 128 ? levels + 1 : 127)) - 2;
        for (int way = 0; way < 2; way++) {
            enum nash_status status =
                way ? andor_knuth(&graph, &run, &values, NULL, &error) : andor_dp(&graph, &run, &values, NULL, &error);
            assert_int_equal(status, levels + 1 <= 127 ? NASH_OK : NASH_UNPROCESSABLE);
            if (status != NASH_OK) {
                assert_string_equal(error.type, "cost-overflow");
                continue;
            }
            assert_true(value_of(&values, 0) == want);
            assert_true((values.wide != NULL) == (levels + 1 > 64));
            assert_int_equal(andor_certify(&graph, &values, arena, &error), NASH_OK);
        }
    }
    /* seventy levels of cost 1 that end in two terminals */
    struct andor_graph graph = chain(71, 2, false);
    uint32_t *cost = NASH_NEW(arena, uint32_t, 70);
    for (unsigned c = 0; c < 70; c++)
        cost[c] = 1;
    graph.cost = cost;
    assert_int_equal(andor_bottom_up(&graph, &run, &values, NULL, &error), NASH_OK);
    assert_string_equal(decimal(value_of(&values, 0)), "1180591620717411303423");
}

/* A connector whose cost overflows 127 bits is an error, unless the node has a cheaper connector or one of the
 * connector's successors is a dead end. */
static void test_too_large(void **state)
{
    struct nash_error error;
    struct andor_values values;
    struct nash_run run = {.arena = arena};
    struct andor_graph long_chain = chain(127, 2, false);
    enum { NODES = 130, TOP = 127, DEAD = 128, LAST = 129 };
    static uint32_t off[NODES + 1], soff[NODES + 1], succ[2 * NODES];
    static uint64_t terminal[3];
    for (int form = 0; form < 3; form++) {
        uint32_t c = 126, e = 252;
        memcpy(off, long_chain.first, sizeof off[0] * 128);
        memcpy(soff, long_chain.to, sizeof soff[0] * 127);
        memcpy(succ, long_chain.succ, sizeof succ[0] * 252);
        memset(terminal, 0, sizeof terminal);
        terminal[126 >> 6] |= UINT64_C(1) << (126 & 63);
        terminal[LAST >> 6] |= UINT64_C(1) << (LAST & 63);
        succ[e] = 0; /* TOP -> 0, 0 costs 2^128 - 2; TOP -> 0, LAST costs 2^127: both overflow */
        succ[e + 1] = form == 2 ? LAST : 0;
        e += 2;
        if (form == 1)
            succ[e++] = DEAD;
        soff[++c] = e;
        if (form == 0) {
            succ[e++] = LAST; /* a second connector, TOP -> LAST, of cost 1 */
            soff[++c] = e;
        }
        off[TOP + 1] = off[DEAD + 1] = off[LAST + 1] = c;
        struct andor_graph graph = {.nodes = NODES,
                                    .connectors = c,
                                    .edges = e,
                                    .root = TOP,
                                    .first = off,
                                    .last = off + 1,
                                    .to = soff,
                                    .succ = succ,
                                    .terminal = terminal,
                                    .unit = 1};
        assert_int_equal(andor_graph_check(&graph, &error), NASH_OK);
        for (int way = 0; way < 2; way++) {
            enum nash_status status =
                way ? andor_knuth(&graph, &run, &values, NULL, &error) : andor_dp(&graph, &run, &values, NULL, &error);
            assert_int_equal(status, form == 2 ? NASH_UNPROCESSABLE : NASH_OK);
            if (form == 2)
                continue;
            assert_true(value_of(&values, TOP) == (form == 0 ? 1 : ANDOR_WIDE_INF));
            assert_int_equal(andor_certify(&graph, &values, arena, &error), NASH_OK);
        }
    }
}

/* Each of the five stop checks ends its pass. */
static void test_stop(void **state)
{
    static const uint32_t off[] = {0, 1, 2, 2}, soff[] = {0, 1, 2}, succ[] = {2, 0};
    static const uint64_t terminal[] = {4};
    struct andor_graph back = {.nodes = 3,
                               .connectors = 2,
                               .edges = 2,
                               .root = 1,
                               .first = off,
                               .last = off + 1,
                               .to = soff,
                               .succ = succ,
                               .terminal = terminal,
                               .unit = 1};
    struct nash_error error;
    struct andor_values values;
    struct andor_graph line = chain(200, 1, false), ring = chain(200, 1, true);
    const struct andor_graph *graph[] = {&back, &line, &line, &ring, &line};
    for (unsigned check = 1; check <= 5; check++) {
        struct nash_run run = {.arena = arena, .force_check = check};
        enum nash_status status = check == 1 || check == 5 ? andor_dp(graph[check - 1], &run, &values, NULL, &error)
                                                           : andor_knuth(graph[check - 1], &run, &values, NULL, &error);
        assert_int_equal(status, NASH_STOPPED);
        assert_int_equal(run.last_check, check);
    }
}

static unsigned told;

static void count_progress(struct nash_run *run, const char *json, size_t len)
{
    (void)run;
    assert_int_equal(nash_json_check(json, len, NULL), NASH_OK);
    told++;
}

/* A long pass reports its progress. */
static void test_progress(void **state)
{
    struct nash_error error;
    struct andor_values values;
    struct andor_graph graph[] = {chain(200000, 1, false), chain_down(200000)};
    struct nash_run run = {.arena = arena, .progress = count_progress};
    for (int way = 0; way < 4; way++) {
        told = 0;
        assert_int_equal((way < 2 ? andor_dp : andor_knuth)(&graph[way % 2], &run, &values, NULL, &error), NASH_OK);
        assert_in_range(told, 1, 10);
    }
}

/* A pass whose arena is too small returns NASH_NOMEM. */
static void test_memory(void **state)
{
    struct nash_error error;
    struct andor_values values;
    struct andor_graph ring = chain(20000, 1, true);
    unsigned refused = 0, done = 0;
    for (size_t cap = 100000; cap < 3000000; cap += 20000) {
        struct nash_arena *small = nash_arena_new(cap);
        struct nash_run run = {.arena = small};
        enum nash_status status = andor_knuth(&ring, &run, &values, NULL, &error);
        assert_true(status == NASH_OK || status == NASH_NOMEM);
        refused += status == NASH_NOMEM;
        done += status == NASH_OK;
        nash_arena_free(small);
    }
    assert_true(refused > 10 && done > 10);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(test_random),    CASE(test_mutations), CASE(test_deep),     CASE(test_doubling),
        CASE(test_too_large), CASE(test_stop),      CASE(test_progress), CASE(test_memory),
    };
    return cmocka_run_group_tests_name("andor passes", tests, NULL, NULL);
}
