/* Counting optimal solution graphs, compared with an enumeration of all choices on small graphs; the listed graphs; the
 * count under a limit of states. */
#include <stdio.h>

#include <solvers/andor/optima/optima.h>

#include "../base/test.h"
#include "all_graphs.h"

enum { GRAPHS = 20000, ARENA = 1 << 26, STATES = 100000, LIST = 4 };

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

/* Checks that each listed graph is complete, has the best cost, and is listed once. */
static void check_list(const struct andor_graph *graph, uint64_t number, const struct andor_optima *optima,
                       andor_wide best)
{
    for (uint32_t g = 0; g < optima->listed; g++) {
        uint32_t mark[64], used = 0, owner = 0;
        for (uint32_t v = 0; v < graph->nodes; v++)
            mark[v] = ANDOR_NONE;
        for (const uint32_t *c = optima->graphs[g]; *c != ANDOR_NONE; c++, used++) {
            for (owner = 0; graph->last[owner] <= *c;)
                owner++;
            WANT(mark[owner] == ANDOR_NONE);
            mark[owner] = *c;
        }
        WANT(naive_marked_cost(graph, mark, graph->root, graph->nodes) == best);
        for (uint32_t other = 0; other < g; other++) {
            uint32_t i = 0;
            while (optima->graphs[g][i] == optima->graphs[other][i] && optima->graphs[g][i] != ANDOR_NONE)
                i++;
            WANT(optima->graphs[g][i] != optima->graphs[other][i]);
        }
    }
}

static void check_graph(struct andor_graph *graph, uint64_t number, struct nash_run *run, const struct all_graphs *all)
{
    andor_wide *value = NASH_NEW(run->arena, andor_wide, graph->nodes);
    struct andor_values values = {.wide = value};
    struct andor_optima optima, some;
    naive_values(graph, value);
    WANT(value[graph->root] == all->best);
    WANT(andor_count_optima(graph, &values, LIST, STATES, run, &optima, NULL) == NASH_OK);
    WANT(optima.complete && optima.count == all->optimal);
    WANT(optima.listed == (all->optimal < LIST ? all->optimal : LIST));
    check_list(graph, number, &optima, all->best);
    WANT(andor_count_optima(graph, &values, 1, (uint32_t)(number % 4), run, &some, NULL) == NASH_OK);
    WANT(some.count <= all->optimal && (some.count || !all->optimal));
    WANT(!some.complete || some.count == all->optimal);
}

static void test_against_all(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_run run = {.arena = nash_arena_new(ARENA)};
    uint64_t several = 0;
    for (uint64_t number = 0; number < GRAPHS; number++) {
        struct draw draw = draw_tied(&rng);
        struct andor_graph graph;
        draw_graph(&graph, &draw, &rng, run.arena);
        struct all_graphs all = all_graphs(&graph);
        if (all.whole)
            check_graph(&graph, number, &run, &all);
        several += all.optimal > 2;
        nash_arena_reset(run.arena, ARENA);
    }
    assert_true(several > GRAPHS / 20);
    nash_arena_free(run.arena);
}

/* A row of n nodes, each with two connectors to the next and one of the same cost to the next but one: the number of
 * graphs has 57 bits. */
static void test_row(void **state)
{
    enum { ROW = 45 };
    struct nash_run run = {.arena = nash_arena_new(ARENA)};
    uint32_t first[ROW + 2], to[3 * ROW + 1], succ[3 * ROW], cost[3 * ROW], m = 0;
    uint64_t terminal = (uint64_t)1 << ROW, value[ROW + 1], ways[ROW + 2] = {0};
    for (uint32_t v = 0; v < ROW; v++) {
        first[v] = m;
        for (uint32_t k = 0; k < (v + 2 <= ROW ? 3 : 2); k++, m++) {
            to[m] = m;
            succ[m] = k < 2 ? v + 1 : v + 2;
            cost[m] = k < 2 ? 1 : 2;
        }
        value[v] = ROW - v;
    }
    value[ROW] = 0;
    first[ROW] = first[ROW + 1] = to[m] = m;
    ways[ROW] = 1;
    for (uint32_t v = ROW; v-- > 0;)
        ways[v] = 2 * ways[v + 1] + ways[v + 2];
    struct andor_graph graph = {.nodes = ROW + 1,
                                .connectors = m,
                                .edges = m,
                                .first = first,
                                .last = first + 1,
                                .to = to,
                                .succ = succ,
                                .cost = cost,
                                .terminal = &terminal,
                                .unit = 1};
    struct andor_values values = {.value = value};
    struct andor_optima optima;
    assert_int_equal(andor_count_optima(&graph, &values, 10, STATES, &run, &optima, NULL), NASH_OK);
    assert_true(optima.complete && optima.count == ways[0] && optima.listed == 10);
    assert_int_equal(andor_count_optima(&graph, &values, 10, 20, &run, &optima, NULL), NASH_OK);
    assert_true(!optima.complete && optima.count >= 1 && optima.count < ways[0]);
    for (unsigned check = 1; check < 64; check++) { /* after a stop, the count is a lower bound */
        run.force_check = check;
        run.stopped = NASH_STOP_NONE;
        assert_int_equal(andor_count_optima(&graph, &values, 10, STATES, &run, &optima, NULL), NASH_OK);
        assert_true(optima.count >= 1 && optima.complete == (run.stopped == NASH_STOP_NONE));
    }
    nash_arena_free(run.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_all), cmocka_unit_test(test_row)};
    return cmocka_run_group_tests_name("andor-optima", tests, NULL, NULL);
}
