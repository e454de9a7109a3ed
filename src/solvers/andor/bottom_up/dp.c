/* One pass upwards over an acyclic graph.
 *
 * If every successor has a larger number than its node, one sweep from the last node to the first finds the values and
 * one sweep back finds the reachable nodes. The first sweep itself detects whether the numbers are in this order: every
 * value is infinite until it is found, and adding infinity overflows, so one branch on the carry flag covers all rare
 * cases.
 *
 * Otherwise a depth-first search from the root, on an explicit stack, adds up the connectors of each node. It reads
 * each edge once and stores neither an order of the nodes nor a list of the reachable ones. A successor that is on the
 * path closes a cycle. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "pass.h"

enum { NODE_UNSEEN, NODE_OPEN, DEAD };

enum successor_kind { SUCCESSOR_DEAD, SUCCESSOR_ON_PATH, SUCCESSOR_UNVISITED, SUCCESSOR_TERMINAL };

enum { CYCLE_NODES_MAX = 8 };

/* The first nodes of a cycle; if there are more, a gap follows and then the last node. */
struct cycle {
    uint32_t node[CYCLE_NODES_MAX + 1], length;
    bool more;
};

#define PASS(name) name##_64
#define PASS_VALUE uint64_t
#define PASS_INF   ANDOR_INF
#include "ordered_pass.inc"
#include "search_pass.inc"
#undef PASS
#undef PASS_VALUE
#undef PASS_INF

#define PASS(name) name##_128
#define PASS_VALUE andor_wide
#define PASS_INF   ANDOR_WIDE_INF
#include "ordered_pass.inc"
#include "search_pass.inc"

static enum nash_status report_cycle(const struct cycle *cycle, struct nash_error *error)
{
    char text[256] = "";
    int length = 0;
    for (uint32_t i = 0; i < cycle->length; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "%s%" PRIu32 " -> ",
                           i + 1 == cycle->length && cycle->more ? "... -> " : "", cycle->node[i]);
    return nash_fail(error, NASH_UNPROCESSABLE, "",
                     "the graph has a cycle (%s%" PRIu32 "), which engine dp cannot solve: take knuth, or auto", text,
                     cycle->node[0]);
}

static enum pass_end solve(const struct andor_graph *graph, struct nash_run *run, struct andor_values *values,
                           struct andor_work *work, struct cycle *cycle)
{
    enum pass_end end = PASS_OVERFLOW;
    *values = (struct andor_values){0};
    if (!andor_costs_are_wide(graph)) {
        if (!andor_values_begin(values, graph, run->arena, false))
            return PASS_NOMEM;
        end = solve_64(graph, run, values, values->value, work, cycle);
    }
    if (end == PASS_OVERFLOW) {
        if (!andor_values_begin(values, graph, run->arena, true))
            return PASS_NOMEM;
        end = solve_128(graph, run, values, values->wide, work, cycle);
    }
    return end == PASS_DONE ? andor_values_end(values, graph, run->arena) : end;
}

enum nash_status andor_dp(const struct andor_graph *graph, struct nash_run *run, struct andor_values *values,
                          struct andor_work *work, struct nash_error *error)
{
    struct cycle cycle;
    struct andor_work own;
    enum pass_end end = solve(graph, run, values, work ? work : &own, &cycle);
    if (end == PASS_DONE)
        return NASH_OK;
    return end == PASS_CYCLE ? report_cycle(&cycle, error) : andor_pass_status(end, error);
}

enum nash_status andor_bottom_up(const struct andor_graph *graph, struct nash_run *run, struct andor_values *values,
                                 struct andor_work *work, struct nash_error *error)
{
    struct cycle cycle;
    struct andor_work own;
    struct nash_arena_mark before = nash_arena_mark(run->arena);
    enum pass_end end = solve(graph, run, values, work ? work : &own, &cycle);
    if (end == PASS_DONE)
        return NASH_OK;
    if (end != PASS_CYCLE)
        return andor_pass_status(end, error);
    nash_arena_release(run->arena, before);
    return andor_knuth(graph, run, values, work, error);
}
