/* The k best solution graphs compared with an enumeration of all: their costs, that no graph comes twice, the count of
 * all; stops; a graph with 2^60 solution graphs. */
#include <stdlib.h>
#include <string.h>

#include <solvers/andor/answer.h>

#include "../base/test.h"
#include "all_graphs.h"

enum { ARENA_BYTES = 64 << 20, GRAPHS = 20000, COSTS = 3000, STATES = 100000 };

static int compare_costs(const void *a, const void *b)
{
    andor_wide x = *(const andor_wide *)a, y = *(const andor_wide *)b;
    return (x > y) - (x < y);
}

#define WANT(condition)                                                                                                \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            draw_print(graph);                                                                                         \
            fail_msg("k %u, shared %d, found %u: %s", k, shared, best->found, #condition);                             \
        }                                                                                                              \
    } while (0)

/* Reads the i-th graph into marks, and returns its cost, or infinity if it is no solution graph or has other nodes. */
static andor_wide price(const struct andor_graph *graph, const struct andor_ranked *ranked, bool shared, uint32_t *mark)
{
    uint64_t seen = 0, reached = (uint64_t)1 << graph->root;
    for (uint32_t v = 0; v < ALL_NODES; v++)
        mark[v] = ANDOR_NONE;
    for (uint32_t i = 0; i < ranked->count; i++) {
        uint32_t v = ranked->choice[i].node, c = ranked->choice[i].connector;
        if (!(reached >> v & 1) || seen >> v & 1) /* it must be reached by those before it, and come once */
            return ANDOR_WIDE_INF;
        seen |= (uint64_t)1 << v;
        mark[v] = c;
        for (uint32_t e = graph->to[c]; e < graph->to[c + 1]; e++)
            reached |= (uint64_t)1 << graph->succ[e];
    }
    andor_wide cost = naive_marked_cost(graph, mark, graph->root, graph->nodes);
    return cost == ANDOR_WIDE_INF || !shared ? cost : shared_cost(graph, mark);
}

static void check_graphs(const struct andor_graph *graph, const struct andor_k_best *best, uint32_t k, bool shared,
                         const andor_wide *costs)
{
    static uint32_t mark[COSTS][ALL_NODES];
    for (uint32_t i = 0; i < best->found; i++) {
        WANT(price(graph, &best->graphs[i], shared, mark[i]) == best->graphs[i].cost);
        WANT(best->graphs[i].cost == costs[i]);
        for (uint32_t j = i; j-- > 0 && best->graphs[j].cost == best->graphs[i].cost;)
            WANT(memcmp(mark[i], mark[j], sizeof mark[i]) != 0);
    }
}

static void check_k(const struct andor_graph *graph, const struct andor_values *values, uint32_t k, bool shared,
                    const struct all_graphs *all, const andor_wide *costs, struct nash_run *run)
{
    struct andor_k_best found, *best = &found;
    struct nash_error error = {0};
    WANT(andor_k_best_find(graph, values, shared, k, STATES, run, &found, &error) == NASH_OK);
    WANT(best->found == (all->count < k ? all->count : k) && !best->ended);
    WANT(best->count == all->count && best->complete);
    check_graphs(graph, best, k, shared, costs);
}

static void test_against_all(void **state)
{
    static andor_wide costs[COSTS];
    struct nash_rng rng = test_rng();
    struct nash_run run = {.arena = nash_arena_new(ARENA_BYTES)};
    unsigned several = 0, cyclic = 0;
    unsigned rounds = test_length(2000, GRAPHS);
    for (unsigned i = 0; i < rounds; i++) {
        bool shared = nash_rng_below(&rng, 4) == 0;
        struct draw draw = draw_tied(&rng);
        draw.cost = nash_rng_below(&rng, 2) ? 9 : draw.cost;
        draw.nodes = (draw.cyclic ? 6 : 4) + (uint32_t)nash_rng_below(&rng, shared ? 4 : 8);
        draw.connectors = 2 + (uint32_t)nash_rng_below(&rng, 2);
        draw.terminal = draw.cyclic ? 30 : 12;
        draw.dead = 0;
        draw.successors = draw.cyclic ? 2 : draw.successors;
        draw.reach = 0;
        struct andor_graph graph;
        draw_graph(&graph, &draw, &rng, run.arena);
        ((uint64_t *)graph.terminal)[0] &= ~UINT64_C(1); /* the root */
        struct all_graphs all = all_graphs_costs(&graph, shared, costs, COSTS);
        if (all.whole && all.count <= (shared ? 60 : COSTS)) {
            struct andor_values values;
            qsort(costs, all.count, sizeof *costs, compare_costs);
            assert_int_equal(andor_bottom_up(&graph, &run, &values, NULL, NULL), NASH_OK);
            check_k(&graph, &values, 1 + (uint32_t)nash_rng_below(&rng, 12), shared, &all, costs, &run);
            check_k(&graph, &values, shared ? 70 : COSTS, shared, &all, costs, &run);
            several += all.count > 5;
            cyclic += values.cyclic && all.count > 5;
        }
        nash_arena_reset(run.arena, ARENA_BYTES);
    }
    assert_true(several > rounds / 20 && cyclic > rounds / 200);
    nash_arena_free(run.arena);
}

/* ---- a row ---- */

enum { ROW = 60 };

/* A row of ROW nodes, each with two connectors to the next, of costs 1 and 1 + 2^v: solution graph number x costs
 * ROW + x, so that the k best are known. */
struct row {
    struct andor_graph graph;
    struct andor_values values;
    uint32_t first[ROW + 2], to[2 * ROW + 1], succ[2 * ROW], mark[ROW + 1];
    uint64_t cost[2 * ROW], terminal, value[ROW + 1];
};

static void make_row(struct row *row)
{
    for (uint32_t v = 0, m = 0; v < ROW; v++) {
        row->first[v] = m;
        for (uint32_t j = 0; j < 2; j++, m++) {
            row->to[m] = m;
            row->succ[m] = v + 1;
            row->cost[m] = 1 + (j ? UINT64_C(1) << v : 0);
        }
        row->value[v] = ROW - v;
        row->mark[v] = m - 2;
    }
    row->value[ROW] = 0;
    row->mark[ROW] = ANDOR_NONE;
    row->first[ROW] = row->first[ROW + 1] = row->to[2 * ROW] = 2 * ROW;
    row->terminal = UINT64_C(1) << ROW;
    row->graph = (struct andor_graph){.nodes = ROW + 1,
                                      .connectors = 2 * ROW,
                                      .edges = 2 * ROW,
                                      .first = row->first,
                                      .last = row->first + 1,
                                      .to = row->to,
                                      .succ = row->succ,
                                      .wide_cost = row->cost,
                                      .terminal = &row->terminal,
                                      .unit = 1};
    row->values = (struct andor_values){.value = row->value, .mark = row->mark, .reachable = ROW + 1};
}

static void test_row(void **state)
{
    static struct row row;
    struct nash_run run = {.arena = nash_arena_new(ARENA_BYTES)};
    struct andor_k_best best;
    make_row(&row);
    assert_int_equal(andor_k_best_find(&row.graph, &row.values, false, 1000, STATES, &run, &best, NULL), NASH_OK);
    assert_true(best.found == 1000 && !best.ended && best.complete && best.count == (andor_wide)1 << ROW);
    for (uint32_t i = 0; i < best.found; i++)
        assert_true(best.graphs[i].cost == ROW + i);
    for (unsigned check = 1; check < 64; check++) { /* after a stop, the graphs found so far are the best ones */
        nash_arena_reset(run.arena, ARENA_BYTES);
        run.force_check = check;
        run.stopped = NASH_STOP_NONE;
        assert_int_equal(andor_k_best_find(&row.graph, &row.values, false, 1000, STATES, &run, &best, NULL), NASH_OK);
        if (run.stopped == NASH_STOP_NONE)
            continue;
        assert_true((best.ended && best.found < 1000) || !best.complete);
        for (uint32_t i = 0; i < best.found; i++)
            assert_true(best.graphs[i].cost == ROW + i);
    }
    nash_arena_free(run.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_all), cmocka_unit_test(test_row)};
    return cmocka_run_group_tests_name("andor-k-best", tests, NULL, NULL);
}
