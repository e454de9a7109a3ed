/* Generating and solving the graph of a rule system: processor time and instructions per node, for systems of about a
 * million nodes.
 *
 *     bench_rules            the table
 *     bench_rules NAME       one run of that system: for callgrind and for measuring memory */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>

#include <solvers/andor/bottom_up/bottom_up.h>
#include <solvers/andor/rules/rules.h>

#include "../cost.h"

enum { ROUNDS = 5, NODES_MAX = 2000000 };

static const struct system {
    const char *name, *start, *goal, *rules[2];
} systems[] = {
    {"line", "1000000", "n if n <= 1", {"n -> n-1 cost n % 7 + 1", "n -> n/2, 1 cost 3 + n % 5"}},
    {"triangle",
     "C(1,1400)",
     "C(i,j) if i >= j",
     {"C(i,j) -> C(i+1,j), C(i,j-1) cost i*j % 13", "C(i,j) -> C(i+2,j-1) cost 9"}},
    {"cube",
     "B(99,99,99)",
     "B(0,0,0)",
     {"B(i,j,k) -> B(i-1,j,k) if i > 0 cost j + k", "B(i,j,k) -> B(i,max(j-1,0),k), B(i,j,max(k-1,0)) cost i + 1"}},
    {"ranges", "T(1,180)", "T(i,i)", {"T(i,j) -> T(i,k), T(k+1,j) for k in i..j-1 cost (j-i)*k % 11", NULL}},
};

static void need(enum nash_status status, const struct nash_error *error)
{
    if (status == NASH_OK)
        return;
    fprintf(stderr, "%s %s\n", error->pointer, error->detail);
    exit(1);
}

struct cost {
    double us;
    uint64_t instructions;
};

static int counter;

static struct cost now(void)
{
    struct cost cost = {cpu_us(), 0};
    if (counter >= 0 && read(counter, &cost.instructions, sizeof cost.instructions) < 0)
        cost.instructions = 0;
    return cost;
}

static struct cost since(struct cost start)
{
    struct cost end = now();
    return (struct cost){end.us - start.us, end.instructions - start.instructions};
}

/* Generates the graph and solves it once. */
static void play(const struct system *s, struct andor_graph *graph, struct cost *making, struct cost *solving)
{
    struct nash_arena *arena = nash_arena_new((size_t)2 << 30);
    struct nash_run run = {.arena = arena};
    struct nash_error error = {0};
    struct andor_rules *rules;
    struct andor_values values;
    struct andor_work work = {0};
    struct andor_rules_input input = {.start = s->start,
                                      .goals = &s->goal,
                                      .goal_count = 1,
                                      .rules = s->rules,
                                      .rule_count = s->rules[1] ? 2 : 1,
                                      .node_limit = NODES_MAX};
    bool complete;
    struct cost start = now();
    need(andor_rules_read(&input, arena, &rules, &error), &error);
    need(andor_rules_begin(rules, arena, &run, graph, &error), &error);
    need(andor_rules_expand_all(graph, UINT32_MAX, &run, &complete, &error), &error);
    *making = since(start);
    start = now();
    need(andor_bottom_up(graph, &run, &values, &work, &error), &error);
    *solving = since(start);
    nash_arena_free(arena);
}

int main(int argc, char **argv)
{
    counter = instruction_counter();
    if (counter >= 0)
        ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
    printf("%-9s %9s %10s %10s  %21s  %21s\n", "system", "nodes", "connectors", "edges", "making: ns, Ir a node",
           "solving: ns, Ir a node");
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) {
        struct cost making = {.us = 1e18}, solving = {.us = 1e18}, m, s;
        struct andor_graph graph;
        if (argc > 1 && strcmp(argv[1], systems[i].name) != 0)
            continue;
        for (int round = 0; round < (argc > 1 ? 1 : ROUNDS); round++) {
            play(&systems[i], &graph, &m, &s);
            making = m.us < making.us ? m : making;
            solving = s.us < solving.us ? s : solving;
        }
        printf("%-9s %9u %10u %10u  %10.0f %10.0f  %10.0f %10.0f\n", systems[i].name, graph.nodes, graph.connectors,
               graph.edges, making.us * 1e3 / graph.nodes, (double)making.instructions / graph.nodes,
               solving.us * 1e3 / graph.nodes, (double)solving.instructions / graph.nodes);
    }
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("most memory held: %ld MB\n", usage.ru_maxrss / 1024);
    return 0;
}
