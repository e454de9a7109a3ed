/* The shared cost model, compared with an enumeration of all solution graphs. A search that its limit of nodes ends
 * returns a solution graph and a lower bound. */
#include <stdio.h>

#include <solvers/andor/shared/shared.h>

#include "../base/test.h"
#include "all_graphs.h"

enum { GRAPHS = 20000, ARENA = 1 << 27 };

static void fail_at(const struct andor_graph *graph, uint64_t number, const char *what)
{
    fprintf(stderr, "graph %llu: %s\n", (unsigned long long)number, what);
    draw_print(graph);
    fail();
}

#define WANT(condition)                                                                                                \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            fail_at(graph, number, #condition);                                                                        \
    } while (0)

/* Computes values and marks of the recursive model. A node gets its mark after the connector's successors have theirs;
 * thus the marks form no cycle. */
static struct andor_values recursive(const struct andor_graph *graph, struct nash_arena *arena)
{
    struct andor_values values = {.wide = NASH_NEW(arena, andor_wide, graph->nodes),
                                  .mark = NASH_NEW(arena, uint32_t, graph->nodes)};
    bool done[ALL_NODES] = {false};
    naive_values(graph, values.wide);
    for (uint32_t v = 0; v < graph->nodes; v++)
        values.mark[v] = ANDOR_NONE;
    for (uint32_t round = 0; round < graph->nodes; round++)
        for (uint32_t v = 0; v < graph->nodes; v++) {
            done[v] |= andor_is_terminal(graph, v);
            for (uint32_t c = graph->first[v]; c < graph->last[v] && !done[v]; c++) {
                andor_wide sum = andor_cost(graph, c);
                bool all = true;
                for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++) {
                    all = all && done[graph->succ[i]];
                    sum += values.wide[graph->succ[i]];
                }
                if (all && sum == values.wide[v]) {
                    values.mark[v] = c;
                    done[v] = true;
                }
            }
        }
    return values;
}

/* Checks that shared->connectors form a complete solution graph of the cost shared->cost. */
static void check_graph(const struct andor_graph *graph, uint64_t number, const struct andor_shared *shared)
{
    uint32_t mark[ALL_NODES];
    for (uint32_t v = 0; v < graph->nodes; v++)
        mark[v] = ANDOR_NONE;
    for (const uint32_t *c = shared->connectors; *c != ANDOR_NONE; c++) {
        uint32_t owner = 0;
        while (graph->last[owner] <= *c)
            owner++;
        WANT(mark[owner] == ANDOR_NONE);
        mark[owner] = *c;
    }
    WANT(naive_marked_cost(graph, mark, graph->root, graph->nodes) != ANDOR_WIDE_INF);
    WANT(shared_cost(graph, mark) == shared->cost);
}

static void check_one(const struct andor_graph *graph, uint64_t number, const struct all_graphs *all,
                      struct nash_run *run)
{
    struct andor_values values = recursive(graph, run->arena);
    struct andor_shared shared;
    WANT(andor_solve_shared(graph, &values, run, &shared, NULL) == NASH_OK);
    WANT(shared.proved && shared.solvable == (all->shared != ANDOR_WIDE_INF));
    WANT(shared.cost == all->shared && shared.bound == all->shared);
    if (!shared.solvable)
        return;
    check_graph(graph, number, &shared);
    run->node_limit = 1 + number % 8;
    run->nodes = 0;
    run->clock_in = 0;
    WANT(andor_solve_shared(graph, &values, run, &shared, NULL) == NASH_OK);
    WANT(shared.bound <= all->shared && shared.cost >= all->shared);
    WANT(shared.proved == (run->stopped == NASH_STOP_NONE) && (!shared.proved || shared.cost == shared.bound));
    check_graph(graph, number, &shared);
    run->node_limit = 0;
    run->stopped = NASH_STOP_NONE;
    run->force_check = 27; /* the stop check inside the search */
    WANT(andor_solve_shared(graph, &values, run, &shared, NULL) == NASH_OK);
    WANT(shared.bound <= all->shared && shared.cost >= all->shared);
    run->force_check = 0;
    run->stopped = NASH_STOP_NONE;
}

static void test_against_all(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_run run = {.arena = nash_arena_new(ARENA)};
    uint64_t cheaper = 0, graphs = test_length(GRAPHS / 5, GRAPHS);
    for (uint64_t number = 0; number < graphs; number++) {
        struct draw draw = number % 3 ? draw_small(&rng) : draw_tied(&rng);
        struct andor_graph graph;
        draw.nodes = draw.nodes < 14 ? draw.nodes : 14;
        draw.terminal /= 2;
        draw_graph(&graph, &draw, &rng, run.arena);
        struct all_graphs all = all_graphs(&graph);
        if (all.whole)
            check_one(&graph, number, &all, &run);
        cheaper += all.shared < all.best;
        nash_arena_reset(run.arena, ARENA);
    }
    assert_true(cheaper > graphs / 20);
    nash_arena_free(run.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_all)};
    return cmocka_run_group_tests_name("andor-shared", tests, NULL, NULL);
}
