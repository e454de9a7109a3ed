/* Both forms of AO* on random graphs: cyclic or not, with dead ends, repetitions and large costs, compared with a naive
 * iteration. With an admissible h both find the optimum; with any h they find a complete solution graph and its cost.
 */
#include <stdio.h>

#include <solvers/andor/aostar/aostar.h>
#include <solvers/andor/bottom_up/bottom_up.h>

#include "../../base/test.h"
#include "../draw.h"

enum { BRIEF = 20000, GRAPHS = 100000, ARENA = 1 << 26, QUICK = 3, ENGINES };

static const char *const engine_names[ENGINES] = {"shallowest", "leftmost", "rightmost", "quick"};

struct one {
    struct andor_graph graph;
    andor_wide *exact;
    enum draw_h form;
    uint64_t number;
};

static void fail_at(const struct one *one, const struct andor_graph *graph, unsigned engine, const char *what)
{
    fprintf(stderr, "graph %llu, %s%s, h form %d: %s\n", (unsigned long long)one->number, engine_names[engine],
            graph == &one->graph ? "" : " (lazy)", one->form, what);
    draw_print(graph);
    fail();
}

#define WANT(condition)                                                                                                \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            fail_at(one, graph, engine, #condition);                                                                   \
    } while (0)

static bool has(const uint64_t *bits, uint32_t v)
{
    return bits[v >> 6] >> (v & 63) & 1;
}

static enum nash_status run_engine(struct andor_graph *graph, unsigned engine, struct nash_run *run,
                                   struct andor_search *search)
{
    struct nash_error error = {0};
    return engine < QUICK ? andor_ao_star(graph, (enum andor_tip)engine, run, NULL, search, &error)
                          : andor_ao_star_depth_first(graph, run, search, &error);
}

/* Runs a search to its end and checks its result against the exact costs. graph: one->graph or its lazy copy. */
static void check_search(const struct one *one, struct andor_graph *graph, unsigned engine, struct nash_run *run)
{
    struct andor_search search;
    bool admissible = one->form != DRAW_H_ANY;
    andor_wide exact = one->exact[one->graph.root];
    WANT(run_engine(graph, engine, run, &search) == NASH_OK);
    WANT(search.solved == (exact != ANDOR_WIDE_INF));
    WANT(search.unsolvable == (exact == ANDOR_WIDE_INF));
    WANT(search.cost == search.q[graph->root]);
    WANT(search.cost >= exact);
    WANT(!admissible || search.cost == exact);
    for (uint32_t v = 0; v < graph->nodes; v++) {
        WANT(!has(search.is_solved, v) || has(search.is_known, v));
        WANT(!has(search.is_expanded, v) || has(search.is_known, v));
        WANT(has(search.is_known, v) || search.q[v] == ANDOR_WIDE_INF);
        if (has(search.is_solved, v))
            WANT(naive_marked_cost(graph, search.mark, v, graph->nodes) == search.q[v]);
        if (graph == &one->graph) {
            WANT(!admissible || !has(search.is_known, v) || search.q[v] <= one->exact[v]);
            WANT(!admissible || !has(search.is_solved, v) || search.q[v] == one->exact[v]);
            WANT(!has(search.is_known, v) || search.q[v] != ANDOR_WIDE_INF || one->exact[v] == ANDOR_WIDE_INF);
        }
    }
}

/* Checks that the passes find the naive values of all reachable nodes. */
static void check_passes(const struct one *one, struct nash_run *run)
{
    const struct andor_graph *graph = &one->graph;
    const unsigned engine = 0;
    struct andor_values values;
    WANT(andor_bottom_up(graph, run, &values, NULL, NULL) == NASH_OK);
    andor_wide root = values.wide                              ? values.wide[graph->root]
                      : values.value[graph->root] == ANDOR_INF ? ANDOR_WIDE_INF
                                                               : values.value[graph->root];
    WANT(root == one->exact[graph->root]);
}

/* Draws a graph. number: number of the graph; it selects the form of h. */
static void make_one(struct one *one, uint64_t number, struct nash_rng *rng, struct nash_arena *arena)
{
    struct draw draw = draw_small(rng);
    *one = (struct one){.form = (enum draw_h)(number % 5), .number = number};
    draw_graph(&one->graph, &draw, rng, arena);
    one->exact = NASH_NEW(arena, andor_wide, one->graph.nodes);
    naive_values(&one->graph, one->exact);
    draw_h(&one->graph, one->form, one->exact, rng, arena);
}

static void test_random(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_run run = {.arena = nash_arena_new(ARENA)};
    for (uint64_t g = 0; g < test_length(BRIEF, GRAPHS); g++) {
        struct one one;
        make_one(&one, g, &rng, run.arena);
        check_passes(&one, &run);
        for (unsigned engine = 0; engine < ENGINES; engine++) {
            check_search(&one, &one.graph, engine, &run);
            if (g % 4)
                continue;
            struct andor_graph lazy;
            draw_lazily(&lazy, &one.graph, 0, run.arena);
            check_search(&one, &lazy, engine, &run);
        }
        nash_arena_reset(run.arena, ARENA);
    }
    nash_arena_free(run.arena);
}

/* ---- early ends ---- */

/* Ends a search early and checks that its cost is a lower bound. check: number of the stop check that is forced to
 * fire, or 0; max: limit of nodes, or 0; *fired: counts the searches that ended early. */
static void check_early(const struct one *one, unsigned engine, unsigned check, uint32_t max, struct nash_run *run,
                        unsigned *fired)
{
    struct andor_graph lazy, *graph = &lazy;
    struct andor_search search;
    draw_lazily(&lazy, &one->graph, max, run->arena);
    run->force_check = check;
    run->stopped = NASH_STOP_NONE;
    enum nash_status status = run_engine(graph, engine, run, &search);
    andor_wide exact = one->exact[one->graph.root];
    WANT(status == NASH_OK || (max && status == NASH_TOO_LARGE));
    bool whole = status == NASH_OK && run->stopped == NASH_STOP_NONE;
    *fired += !whole;
    WANT(search.cost <= exact);
    WANT(!whole || search.solved == (exact != ANDOR_WIDE_INF));
    WANT(!search.solved || search.cost == exact);
    WANT(!search.unsolvable || exact == ANDOR_WIDE_INF);
    for (uint32_t v = 0; v < graph->nodes; v++)
        if (has(search.is_solved, v))
            WANT(naive_marked_cost(graph, search.mark, v, graph->nodes) == search.q[v]);
}

static void test_early(void **state)
{
    enum { FIRST = 20, LAST = 25 };
    struct nash_rng rng = test_rng();
    struct nash_run run = {.arena = nash_arena_new(ARENA)};
    unsigned fired[LAST + 1] = {0}, limited = 0;
    for (uint64_t g = 0; g < test_length(BRIEF, GRAPHS) / 20; g++) {
        struct one one;
        make_one(&one, g, &rng, run.arena);
        for (unsigned engine = 0; engine < ENGINES && one.form != DRAW_H_ANY; engine++) {
            for (unsigned check = FIRST; check <= LAST; check++)
                check_early(&one, engine, check, 0, &run, &fired[check]);
            check_early(&one, engine, 0, 1 + (uint32_t)(g % 20), &run, &limited);
        }
        nash_arena_reset(run.arena, ARENA);
    }
    for (unsigned check = FIRST; check <= LAST; check++)
        assert_true(fired[check] > 0);
    assert_true(limited > 0);
    nash_arena_free(run.arena);
}

/* A search whose arena is too small returns NASH_NOMEM. */
static void test_memory(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(ARENA);
    struct draw draw = {.nodes = 3000, .connectors = 3, .successors = 3, .cost = 9, .terminal = 5, .reach = 100};
    for (unsigned cyclic = 0; cyclic < 2; cyclic++) {
        struct andor_graph graph;
        draw.cyclic = cyclic;
        draw_graph(&graph, &draw, &rng, arena);
        for (unsigned engine = 0; engine < ENGINES; engine++) {
            unsigned spent = 0, done = 0;
            for (size_t cap = 1 << 14; cap < 1 << 23; cap += test_is_long() ? cap / 4 : cap) {
                struct nash_run run = {.arena = nash_arena_new(cap), .node_limit = 2000};
                struct andor_search search;
                enum nash_status status = run_engine(&graph, engine, &run, &search);
                assert_true(status == NASH_OK || status == NASH_NOMEM);
                spent += status == NASH_NOMEM;
                done += status == NASH_OK;
                nash_arena_free(run.arena);
            }
            assert_true(spent && done);
        }
    }
    nash_arena_free(arena);
}

/* ---- h ---- */

static void check_audit(const struct one *one, struct nash_run *run)
{
    const struct andor_graph *graph = &one->graph;
    const unsigned engine = 0;
    struct andor_values values;
    struct andor_audit audit;
    uint64_t found = 0;
    bool admissible = true, monotone = true, reached[64] = {false};
    WANT(andor_bottom_up(graph, run, &values, NULL, NULL) == NASH_OK);
    WANT(andor_audit_h(graph, &values, 1 + (uint32_t)(one->number % 5), run->arena, &audit) == NASH_OK);
    reached[graph->root] = true;
    for (uint32_t round = 0; round < graph->nodes; round++)
        for (uint32_t v = 0; v < graph->nodes; v++)
            for (uint32_t c = graph->first[v]; c < graph->last[v] && reached[v] && !andor_is_terminal(graph, v); c++)
                for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++)
                    reached[graph->succ[i]] = true;
    for (uint32_t v = 0; v < graph->nodes; v++) {
        if (!reached[v] || andor_is_terminal(graph, v))
            continue;
        andor_wide h = andor_h(graph, v);
        admissible = admissible && h <= one->exact[v];
        found += h > one->exact[v];
        for (uint32_t c = graph->first[v]; c < graph->last[v]; c++) {
            andor_wide bound = andor_cost(graph, c);
            for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++)
                bound += andor_h(graph, graph->succ[i]);
            monotone = monotone && h <= bound;
            found += h > bound;
        }
    }
    WANT(audit.admissible == admissible && audit.monotone == monotone && audit.found == found);
    WANT(audit.kept == (found < 1 + one->number % 5 ? found : 1 + one->number % 5));
    for (uint32_t i = 0; i < audit.kept; i++) {
        const struct andor_violation *violation = &audit.violations[i];
        WANT(violation->h == andor_h(graph, violation->node) && violation->h > violation->bound);
        WANT(violation->connector == ANDOR_NONE ? violation->bound == one->exact[violation->node]
                                                : violation->connector >= graph->first[violation->node] &&
                                                      violation->connector < graph->last[violation->node]);
    }
    WANT(one->form != DRAW_H_MONOTONE || audit.monotone);
    WANT(one->form == DRAW_H_ANY || audit.admissible);
}

static void test_audit(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_run run = {.arena = nash_arena_new(ARENA)};
    for (uint64_t g = 0; g < test_length(BRIEF, GRAPHS) / 5; g++) {
        struct one one;
        make_one(&one, g, &rng, run.arena);
        check_audit(&one, &run);
        nash_arena_reset(run.arena, ARENA);
    }
    nash_arena_free(run.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_early),
                                       cmocka_unit_test(test_memory), cmocka_unit_test(test_audit)};
    return cmocka_run_group_tests_name("andor-aostar", tests, NULL, NULL);
}
