/* One pass upwards over an acyclic graph.
 *
 * Where every successor has a larger number than its node, a sweep from the last node to the first finds the values and
 * one back finds what can be reached: no more than that, since the sum itself tells when the numbers are no order.
 * Every value is infinite before it is found, and adding infinity carries: that one branch, on a flag which the sum
 * sets anyway, stands for all that can be in the way.
 *
 * Else a search in depth from the root, with a path of its own instead of recursion, adds up the connectors of a node
 * as it goes: each edge is looked at once, and neither an order of the nodes nor a list of what can be reached is ever
 * written down. A successor that is on the path closes a cycle. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <solvers/andor/pass.h>

enum { UNSEEN, OPEN, DEAD };

enum meeting { IN_VAIN, ON_PATH, TO_ENTER, WORTH_NOTHING };

enum { CYCLE_NAMED = 8 };

/* Nodes of a cycle, the last one after a gap if there are more. */
struct cycle {
    uint32_t node[CYCLE_NAMED + 1], length;
    bool more;
};

#define PASS(name) name##_64
#define PASS_VALUE uint64_t
#define PASS_INF   ANDOR_INF
#include <solvers/andor/ordered_pass.h>
#include <solvers/andor/search_pass.h>
#undef PASS
#undef PASS_VALUE
#undef PASS_INF

#define PASS(name) name##_128
#define PASS_VALUE andor_wide
#define PASS_INF   ANDOR_WIDE_INF
#include <solvers/andor/ordered_pass.h>
#include <solvers/andor/search_pass.h>

static enum nash_status name_cycle(const struct cycle *cycle, struct nash_error *error)
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
    return end == PASS_CYCLE ? name_cycle(&cycle, error) : andor_pass_status(end, error);
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
