/* AO*, printed and quick, on graphs drawn by lot: cyclic or not, with dead ends, repetitions and great costs; the truth
 * is found naively. With admissible h both give the optimum; with any h a whole solution graph and its true cost. */
#include <stdio.h>

#include <solvers/andor/aostar/aostar.h>

#include "../base/test.h"
#include "draw.h"

enum { GRAPHS = 100000, ARENA = 1 << 26, ENGINES = 3 };

static const char *const engine_names[ENGINES] = {"leftmost", "rightmost", "quick"};

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
    return engine < 2
               ? andor_ao_star(graph, engine ? ANDOR_TIP_RIGHTMOST : ANDOR_TIP_LEFTMOST, run, NULL, search, &error)
               : andor_ao_star_quick(graph, run, search, &error);
}

/* What holds of every search that was not stopped. there: numbers of lazily made nodes, or NULL. */
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

static void test_random(void **state)
{
    (void)state;
    struct nash_rng rng = test_rng();
    struct nash_run run = {.arena = nash_arena_new(ARENA)};
    for (uint64_t g = 0; g < GRAPHS; g++) {
        struct one one = {.form = (enum draw_h)(g % 5), .number = g};
        struct draw draw = draw_small(&rng);
        draw_graph(&one.graph, &draw, &rng, run.arena);
        one.exact = NASH_NEW(run.arena, andor_wide, one.graph.nodes);
        naive_values(&one.graph, one.exact);
        draw_h(&one.graph, one.form, one.exact, &rng, run.arena);
        for (unsigned engine = 0; engine < ENGINES; engine++) {
            check_search(&one, &one.graph, engine, &run);
            if (g % 4)
                continue;
            struct andor_graph lazy;
            draw_lazily(&lazy, &one.graph, run.arena);
            check_search(&one, &lazy, engine, &run);
        }
        nash_arena_reset(run.arena, ARENA);
    }
    nash_arena_free(run.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests_name("andor-aostar", tests, NULL, NULL);
}
