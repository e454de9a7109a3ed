/* AO*, printed and depth first: instructions per expansion on random graphs as in the tables of the literature (10^5
 * nodes, 1 to 3 connectors of 1 to 3 successors, 5 % terminals, successors within 5000 of their node), acyclic and
 * cyclic, with h = 0 and h = 0.9 h*, and on a long row in which every node has a way back. Then both are compared with
 * the passes on 10^6 small graphs; the first difference ends the program with status 1. Instructions and time are those
 * of this process ("0.0" if the kernel does not count them). */
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <solvers/andor/aostar/aostar.h>
#include <solvers/andor/bottom_up/bottom_up.h>

#include "../../unit/andor/draw.h"
#include "../cost.h"

enum { SMALL = 1000000, QUICK = 3, ENGINES }; /* engines before QUICK: printed, by enum andor_tip */

static int counter;

static andor_wide value_at(const struct andor_values *values, uint32_t v)
{
    return values->wide ? values->wide[v] : values->value[v] == ANDOR_INF ? ANDOR_WIDE_INF : values->value[v];
}

static enum nash_status search_by(struct andor_graph *graph, unsigned engine, struct nash_run *run,
                                  struct andor_search *search)
{
    return engine == QUICK ? andor_ao_star_depth_first(graph, run, search, NULL)
                           : andor_ao_star(graph, (enum andor_tip)engine, run, NULL, search, NULL);
}

static void measure(const char *name, const struct andor_graph *whole, bool lazily, unsigned engine,
                    struct nash_arena *arena)
{
    static const char *const names[] = {"printed", "printed", "printed", "quick"};
    struct nash_arena_mark mark = nash_arena_mark(arena);
    struct nash_run run = {.arena = arena};
    struct andor_graph graph = *whole;
    struct andor_search search;
    uint64_t instructions = 0;
    if (lazily)
        draw_lazily(&graph, whole, 0, arena);
    double before = cpu_us();
    ioctl(counter, PERF_EVENT_IOC_RESET, 0);
    ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
    enum nash_status status = search_by(&graph, engine, &run, &search);
    ioctl(counter, PERF_EVENT_IOC_DISABLE, 0);
    double us = cpu_us() - before;
    if (status != NASH_OK || (!search.solved && !search.unsolvable))
        abort();
    if (read(counter, &instructions, sizeof instructions) != sizeof instructions)
        instructions = 0;
    double expanded = search.expanded ? (double)search.expanded : 1;
    printf("%-24s %-8s %8llu expanded (%4.1f %%) %8.1f Ir %7.1f ns an expansion, %5.1f revisions\n", name,
           names[engine], (unsigned long long)search.expanded, 100 * (double)search.expanded / whole->nodes,
           (double)instructions / expanded, us * 1e3 / expanded, (double)search.revised / expanded);
    fflush(stdout);
    nash_arena_release(arena, mark);
}

static void family(const char *name, const struct draw *draw)
{
    struct nash_arena *arena = nash_arena_new((size_t)3 << 30);
    struct nash_run run = {.arena = arena};
    struct nash_rng rng;
    struct andor_graph graph;
    struct andor_values values;
    char text[64];
    nash_rng_seed(&rng, 1);
    draw_graph(&graph, draw, &rng, arena);
    uint64_t *h = NASH_NEW(arena, uint64_t, draw->nodes);
    if (!h || andor_bottom_up(&graph, &run, &values, NULL, NULL) != NASH_OK)
        abort();
    for (uint32_t v = 0; v < draw->nodes; v++) {
        andor_wide exact = value_at(&values, v);
        h[v] = exact == ANDOR_WIDE_INF ? 0 : (uint64_t)(exact * 9 / 10);
    }
    for (unsigned share = 0; share <= 9; share += 9) {
        graph.wide_h = share ? h : NULL;
        snprintf(text, sizeof text, "%s, h = 0.%u h*", name, share);
        measure(text, &graph, false, QUICK, arena);
        measure(text, &graph, false, 0, arena);
    }
    nash_arena_free(arena);
}

/* Makes a row of n nodes, each with a way back that looks cheaper. */
static void row(uint32_t n)
{
    struct nash_arena *arena = nash_arena_new((size_t)3 << 30);
    uint32_t *first = NASH_NEW(arena, uint32_t, n + 2), *to = NASH_NEW(arena, uint32_t, 2 * (size_t)n + 1);
    uint32_t *succ = NASH_NEW(arena, uint32_t, 2 * (size_t)n), *cost = NASH_NEW(arena, uint32_t, 2 * (size_t)n), m = 0;
    uint64_t *terminal = NASH_NEW(arena, uint64_t, n / 64 + 1);
    if (!first || !to || !succ || !cost || !terminal)
        abort();
    terminal[n >> 6] = (uint64_t)1 << (n & 63);
    for (uint32_t v = 0; v < n; v++) {
        first[v] = m;
        for (uint32_t back = v > 0; back + 1 > 0; back--, m++) {
            to[m] = m;
            succ[m] = back ? v - 1 : v + 1;
            cost[m] = back ? 0 : 1;
        }
    }
    first[n] = first[n + 1] = to[m] = m;
    struct andor_graph graph = {.nodes = n + 1,
                                .connectors = m,
                                .edges = m,
                                .first = first,
                                .last = first + 1,
                                .to = to,
                                .succ = succ,
                                .cost = cost,
                                .terminal = terminal,
                                .unit = 1};
    measure("row with ways back", &graph, false, QUICK, arena);
    nash_arena_free(arena);
}

/* Compares all engines on many small graphs with h = 0 or an admissible h. */
static int compare(void)
{
    struct nash_run run = {.arena = nash_arena_new(1 << 26)};
    struct nash_rng rng;
    nash_rng_seed(&rng, 7);
    for (uint32_t g = 0; g < SMALL; g++) {
        struct draw draw = draw_small(&rng);
        struct andor_graph graph;
        struct andor_values values;
        draw_graph(&graph, &draw, &rng, run.arena);
        andor_wide *exact = NASH_NEW(run.arena, andor_wide, graph.nodes);
        naive_values(&graph, exact);
        draw_h(&graph, g % 2 ? DRAW_H_ADMISSIBLE : DRAW_H_ZERO, exact, &rng, run.arena);
        bool same = andor_bottom_up(&graph, &run, &values, NULL, NULL) == NASH_OK && value_at(&values, 0) == exact[0];
        for (unsigned engine = 0; engine < ENGINES; engine++) {
            struct andor_search search;
            same = same && search_by(&graph, engine, &run, &search) == NASH_OK && search.cost == exact[0];
        }
        if (!same) {
            printf("graph %u: a difference\n", g);
            draw_print(&graph);
            return 1;
        }
        nash_arena_reset(run.arena, 1 << 26);
    }
    printf("%u small graphs: printed by each order of tips = quick = passes = naive\n", SMALL);
    nash_arena_free(run.arena);
    return 0;
}

int main(void)
{
    struct draw draw = {
        .nodes = 100000, .connectors = 3, .successors = 3, .cost = 10, .least = 1, .terminal = 5, .reach = 5000};
    counter = instruction_counter();
    family("acyclic", &draw);
    draw.cyclic = true;
    family("cyclic", &draw);
    row(1000000);
    return compare();
}
