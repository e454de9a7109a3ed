/* The arrays of values before and after a pass. */
#include <string.h>

#include <solvers/andor/pass.h>

bool andor_values_begin(struct andor_values *values, const struct andor_graph *graph, struct nash_arena *arena,
                        bool wide)
{
    uint32_t *mark = values->mark ? values->mark : NASH_NEW(arena, uint32_t, graph->nodes);
    *values = (struct andor_values){.mark = mark};
    if (!mark)
        return false;
    memset(mark, 0xFF, graph->nodes * sizeof *mark);
    if (wide) {
        values->wide = NASH_NEW(arena, andor_wide, graph->nodes);
        for (uint32_t v = 0; values->wide && v < graph->nodes; v++)
            values->wide[v] = PASS_TOP_128;
        return values->wide != NULL;
    }
    values->value = NASH_NEW(arena, uint64_t, graph->nodes);
    for (uint32_t v = 0; values->value && v < graph->nodes; v++)
        values->value[v] = PASS_TOP_64;
    return values->value != NULL;
}

static void end_wide(andor_wide *wide, uint32_t nodes, andor_wide *most)
{
    *most = 0;
    for (uint32_t v = 0; v < nodes; v++) {
        if (wide[v] & PASS_TOP_128)
            wide[v] = ANDOR_WIDE_INF;
        else if (wide[v] > *most)
            *most = wide[v];
    }
}

bool andor_values_end(struct andor_values *values, const struct andor_graph *graph, struct nash_arena *arena)
{
    andor_wide most;
    if (!values->wide) {
        for (uint32_t v = 0; v < graph->nodes; v++)
            values->value[v] |= -(values->value[v] >> 63);
        return true;
    }
    end_wide(values->wide, graph->nodes, &most);
    if (most >= ANDOR_INF)
        return true;
    values->value = NASH_NEW(arena, uint64_t, graph->nodes);
    if (!values->value)
        return false;
    for (uint32_t v = 0; v < graph->nodes; v++)
        values->value[v] = (uint64_t)values->wide[v];
    values->wide = NULL;
    return true;
}

bool andor_costs_are_wide(const struct andor_graph *graph)
{
    if (!graph->cost && !graph->wide_cost)
        return graph->unit * graph->edges >= PASS_TOP_64;
    uint64_t any = 0;
    for (uint32_t c = 0; graph->wide_cost && c < graph->connectors; c++)
        any |= graph->wide_cost[c];
    return any >= PASS_TOP_64;
}

enum nash_status andor_pass_status(enum pass_end end, struct nash_error *error)
{
    if (end == PASS_STOPPED)
        return nash_fail(error, NASH_STOPPED, "", "stopped before the values of all nodes were known");
    if (end == PASS_OVERFLOW)
        return nash_fail_type(error, NASH_UNPROCESSABLE, "cost-overflow", "",
                              "the cost of a solution graph passes 2^127: give smaller costs, or a graph with fewer "
                              "levels of repeated successors");
    return nash_fail(error, NASH_NOMEM, "", "the graph does not fit into the memory of this job");
}
