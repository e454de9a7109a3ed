/* AO* on graphs of difficult size or shape, compared with the passes: long chains, costs past 64 and past 128 bits,
 * nodes and connectors of very many successors, large graphs with and without cycles. */
#include <stdio.h>
#include <string.h>

#include <solvers/andor/aostar/aostar.h>
#include <solvers/andor/bottom_up/bottom_up.h>

#include "../../base/test.h"
#include "../draw.h"

#define ARENA ((size_t)1 << 30)

static andor_wide value_at(const struct andor_values *values, uint32_t v)
{
    return values->wide ? values->wide[v] : values->value[v] == ANDOR_INF ? ANDOR_WIDE_INF : values->value[v];
}

/* Compares both forms, on the stored and on the lazily generated graph, with the passes. */
static void check(const struct andor_graph *graph, bool printed, struct nash_arena *arena)
{
    struct nash_run run = {.arena = arena};
    struct andor_values values;
    assert_int_equal(andor_bottom_up(graph, &run, &values, NULL, NULL), NASH_OK);
    andor_wide exact = value_at(&values, graph->root);
    for (unsigned way = 0; way < (printed ? 4 : 2); way++) {
        struct nash_arena_mark mark = nash_arena_mark(arena);
        struct andor_graph copy = *graph;
        struct andor_search search;
        if (way & 1)
            draw_lazily(&copy, graph, 0, arena);
        enum nash_status status = way & 2 ? andor_ao_star(&copy, ANDOR_TIP_SHALLOWEST, &run, NULL, &search, NULL)
                                          : andor_ao_star_depth_first(&copy, &run, &search, NULL);
        assert_int_equal(status, NASH_OK);
        assert_true(search.cost == exact && search.solved == (exact != ANDOR_WIDE_INF));
        assert_true(search.unsolvable == !search.solved && search.expanded <= graph->nodes);
        nash_arena_release(arena, mark);
    }
}

/* Makes a row of n nodes with a terminal at the end. Each node has a connector of cost 1 with the next node `times`
 * times as successor. back: each node also has a connector of cost 0 to the previous node. */
static struct andor_graph row(uint32_t n, uint32_t times, bool back, struct nash_arena *arena)
{
    uint32_t *first = NASH_NEW(arena, uint32_t, n + 2), *to = NASH_NEW(arena, uint32_t, 2 * (size_t)n + 1);
    uint32_t *succ = NASH_NEW(arena, uint32_t, (size_t)n * (times + 1)), m = 0, e = 0;
    uint64_t *terminal = NASH_NEW(arena, uint64_t, n / 64 + 1);
    uint64_t *cost = NASH_NEW(arena, uint64_t, 2 * (size_t)n + 1);
    terminal[n >> 6] = (uint64_t)1 << (n & 63);
    for (uint32_t v = 0; v < n; v++) {
        first[v] = m;
        if (back && v) {
            cost[m] = 0;
            succ[e++] = v - 1;
            to[++m] = e;
        }
        cost[m] = 1;
        for (uint32_t k = 0; k < times; k++)
            succ[e++] = v + 1;
        to[++m] = e;
    }
    first[n] = first[n + 1] = m;
    return (struct andor_graph){.nodes = n + 1,
                                .connectors = m,
                                .edges = e,
                                .first = first,
                                .last = first + 1,
                                .to = to,
                                .succ = succ,
                                .wide_cost = cost,
                                .terminal = terminal,
                                .unit = 1};
}

static void test_rows(void **state)
{
    struct nash_arena *arena = nash_arena_new(ARENA);
    struct andor_graph graph = row(200000, 1, false, arena);
    struct nash_run run = {.arena = arena};
    struct andor_search search;
    assert_int_equal(andor_ao_star_depth_first(&graph, &run, &search, NULL), NASH_OK);
    assert_true(search.solved && search.cost == 200000);
    graph = row(30000, 1, true, arena);
    assert_int_equal(andor_ao_star_depth_first(&graph, &run, &search, NULL), NASH_OK);
    assert_true(search.solved && search.cost == 30000);
    graph = row(2000, 1, true, arena);
    check(&graph, true, arena);
    graph = row(2000, 1, false, arena);
    check(&graph, true, arena);
    nash_arena_free(arena);
}

/* The cost of a row of n nodes with two equal successors each is 2^n - 1. */
static void test_doubling(void **state)
{
    struct nash_arena *arena = nash_arena_new(ARENA);
    for (uint32_t n = 60; n <= 140; n++)
        for (unsigned engine = 0; engine < 2; engine++) {
            struct andor_graph graph = row(n, 2, false, arena);
            struct nash_run run = {.arena = arena};
            struct andor_search search;
            struct nash_error error = {0};
            enum nash_status status = engine ? andor_ao_star(&graph, ANDOR_TIP_SHALLOWEST, &run, NULL, &search, &error)
                                             : andor_ao_star_depth_first(&graph, &run, &search, &error);
            if (n < 128) {
                assert_int_equal(status, NASH_OK);
                assert_true(search.solved && search.cost == ((andor_wide)1 << n) - 1);
            } else {
                assert_int_equal(status, NASH_UNPROCESSABLE);
                assert_string_equal(error.type, "cost-overflow");
            }
        }
    nash_arena_free(arena);
}

/* Makes a root with n successors, in one connector (and) or in n connectors. Each successor has a connector to the
 * terminal; each but the first also has a connector to the successor before it. */
static struct andor_graph fan(uint32_t n, bool and, struct nash_arena *arena)
{
    uint32_t *first = NASH_NEW(arena, uint32_t, n + 3), *to = NASH_NEW(arena, uint32_t, 3 * (size_t)n + 2);
    uint32_t *succ = NASH_NEW(arena, uint32_t, 3 * (size_t)n + 1), m = 0, e = 0;
    uint64_t *terminal = NASH_NEW(arena, uint64_t, n / 64 + 1);
    uint64_t *cost = NASH_NEW(arena, uint64_t, 3 * (size_t)n + 1);
    terminal[(n + 1) >> 6] |= (uint64_t)1 << ((n + 1) & 63);
    for (uint32_t v = 1; v <= n; v++) {
        succ[e++] = v;
        if (!and || v == n)
            to[++m] = e;
    }
    for (uint32_t v = 1; v <= n; v++) {
        first[v] = m;
        if (v > 1) {
            cost[m] = v % 7;
            succ[e++] = v - 1;
            to[++m] = e;
        }
        cost[m] = 3 + v * 2654435761U % 1000;
        succ[e++] = n + 1;
        to[++m] = e;
    }
    first[n + 1] = first[n + 2] = m;
    return (struct andor_graph){.nodes = n + 2,
                                .connectors = m,
                                .edges = e,
                                .first = first,
                                .last = first + 1,
                                .to = to,
                                .succ = succ,
                                .wide_cost = cost,
                                .terminal = terminal,
                                .unit = 1};
}

static void test_fans(void **state)
{
    struct nash_arena *arena = nash_arena_new(ARENA);
    for (unsigned and = 0; and < 2; and++) {
        struct andor_graph graph = fan(50000, and, arena), small = fan(300, and, arena);
        struct nash_run run = {.arena = arena};
        struct andor_search search;
        struct andor_values values;
        assert_int_equal(andor_bottom_up(&graph, &run, &values, NULL, NULL), NASH_OK);
        assert_int_equal(andor_ao_star_depth_first(&graph, &run, &search, NULL), NASH_OK);
        assert_true(search.cost == value_at(&values, 0));
        check(&small, true, arena);
    }
    nash_arena_free(arena);
}

static void test_large(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(ARENA);
    static const uint32_t reaches[] = {0, 30, 300, 3000};
    for (unsigned i = 0; i < test_length(8, 32); i++) {
        struct draw draw = {.nodes = 3000,
                            .connectors = 3,
                            .successors = 1 + i % 3,
                            .cost = 1 + i,
                            .least = i % 2,
                            .dead = i % 5,
                            .terminal = 1 + i % 7,
                            .cyclic = i / 4 % 2,
                            .reach = reaches[i % 4]};
        struct andor_graph graph;
        draw_graph(&graph, &draw, &rng, arena);
        check(&graph, false, arena);
        draw.nodes = 300;
        draw_graph(&graph, &draw, &rng, arena);
        check(&graph, true, arena);
        nash_arena_reset(arena, ARENA);
    }
    nash_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_doubling),
                                       cmocka_unit_test(test_fans), cmocka_unit_test(test_large)};
    return cmocka_run_group_tests_name("andor-aostar-large", tests, NULL, NULL);
}
