/* One pass upwards over an acyclic graph.
 *
 * A search in depth from the root, with a path of its own instead of recursion, adds up the connectors of a node as it
 * goes: each edge is looked at once, on the way down, and once more only in the connector that had to wait for a
 * successor. So neither an order of the nodes nor a list of what can be reached is ever written down; a node takes 9
 * bytes besides its value and mark at the most 17 of the path. A successor that is on the path closes a cycle. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <solvers/andor/pass.h>

enum { UNSEEN, OPEN, DONE };

enum { CYCLE_NAMED = 8 };

/* Nodes of a cycle, the last one after a gap if there are more. */
struct cycle {
    uint32_t node[CYCLE_NAMED + 1], length;
    bool more;
};

#define PASS(name) name##_64
#define PASS_VALUE uint64_t
#define PASS_TOP   PASS_TOP_64
#include <solvers/andor/dp_pass.h>
#undef PASS
#undef PASS_VALUE
#undef PASS_TOP

#define PASS(name) name##_128
#define PASS_VALUE andor_wide
#define PASS_TOP   PASS_TOP_128
#include <solvers/andor/dp_pass.h>

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
    if (end == PASS_DONE && !andor_values_end(values, graph, run->arena))
        return PASS_NOMEM;
    return end;
}

enum nash_status andor_dp(const struct andor_graph *graph, struct nash_run *run, struct andor_values *values,
                          struct andor_work *work, struct nash_error *error)
{
    struct cycle cycle;
    struct andor_work own = {0};
    enum pass_end end = solve(graph, run, values, work ? work : &own, &cycle);
    if (end == PASS_DONE)
        return NASH_OK;
    return end == PASS_CYCLE ? name_cycle(&cycle, error) : andor_pass_status(end, error);
}

enum nash_status andor_bottom_up(const struct andor_graph *graph, struct nash_run *run, struct andor_values *values,
                                 struct andor_work *work, struct nash_error *error)
{
    struct cycle cycle;
    struct andor_work own = {0};
    struct nash_arena_mark before = nash_arena_mark(run->arena);
    enum pass_end end = solve(graph, run, values, work ? work : &own, &cycle);
    if (end == PASS_DONE)
        return NASH_OK;
    if (end != PASS_CYCLE)
        return andor_pass_status(end, error);
    nash_arena_release(run->arena, before);
    return andor_knuth(graph, run, values, work, error);
}
