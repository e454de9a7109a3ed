/* AO*: instructions an expansion, printed and quick, on the random graphs of the facts' table (1 to 3 connectors of 1 to
 * 3 successors, 5 % terminals), acyclic and cyclic, with h = 0 and h = 0.9 h*; the same made bit by bit. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../../unit/andor/draw.h"
#include "../cost.h"

#include <solvers/andor/aostar/aostar.h>

static int counter;

static void measure(const char *name, const struct andor_graph *whole, bool lazily, bool printed,
                    struct nash_arena *arena)
{
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
    enum nash_status status = printed ? andor_ao_star(&graph, ANDOR_TIP_LEFTMOST, &run, NULL, &search, NULL)
                                      : andor_ao_star_quick(&graph, &run, &search, NULL);
    ioctl(counter, PERF_EVENT_IOC_DISABLE, 0);
    double us = cpu_us() - before;
    if (status != NASH_OK || (!search.solved && !search.unsolvable))
        abort();
    if (read(counter, &instructions, sizeof instructions) != sizeof instructions)
        instructions = 0;
    double expanded = search.expanded ? (double)search.expanded : 1;
    printf("%-34s %-8s %9llu expanded (%4.1f %%) %9.1f Ir %8.1f ns an expansion %9llu revised, cost %llu\n", name,
           printed ? "printed" : "quick", (unsigned long long)search.expanded, 100 * expanded / graph.nodes,
           (double)instructions / expanded, us * 1e3 / expanded, (unsigned long long)search.revised,
           (unsigned long long)search.cost);
    nash_arena_release(arena, mark);
}

static void family(const char *name, const struct draw *draw, bool printed)
{
    struct nash_arena *arena = nash_arena_new((size_t)3 << 30);
    struct nash_rng rng;
    struct andor_graph graph;
    char text[64];
    nash_rng_seed(&rng, 1);
    draw_graph(&graph, draw, &rng, arena);
    andor_wide *exact = NASH_NEW(arena, andor_wide, draw->nodes);
    naive_values(&graph, exact);
    for (int share = 0; share <= 9; share += 9) {
        uint64_t *h = NASH_NEW(arena, uint64_t, draw->nodes);
        for (uint32_t v = 0; v < draw->nodes; v++)
            h[v] = exact[v] == ANDOR_WIDE_INF ? 0 : (uint64_t)(exact[v] * (unsigned)share / 10);
        graph.wide_h = share ? h : NULL;
        snprintf(text, sizeof text, "%s, h = 0.%d h*", name, share);
        measure(text, &graph, false, false, arena);
        if (printed)
            measure(text, &graph, false, true, arena);
    }
    nash_arena_free(arena);
}

int main(void)
{
    struct draw draw = {.nodes = 100000, .connectors = 3, .successors = 3, .cost = 10, .least = 1, .terminal = 5};
    counter = instruction_counter();
    family("acyclic, 10^5 nodes", &draw, true);
    draw.reach = 1000;
    family("acyclic and near, 10^5 nodes", &draw, true);
    draw.cyclic = true;
    family("cyclic and near, 10^5 nodes", &draw, false);
    draw.reach = 0;
    family("cyclic, 10^5 nodes", &draw, false);
    draw.successors = 2;
    draw.reach = 1000;
    family("cyclic, 2 successors, 10^5 nodes", &draw, false);
    return 0;
}
