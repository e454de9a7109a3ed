/* The value arrays before and after a pass, progress reports, errors. */
#include <inttypes.h>
#include <string.h>

#include <base/memory/huge.h>
#include <nash/buf.h>

#include "pass.h"

void *andor_pass_array(struct nash_arena *arena, size_t count, size_t size)
{
    void *array = nash_arena_array(arena, count, size);
    if (array)
        huge_pages(array, count * size);
    return array;
}

bool andor_values_begin(struct andor_values *values, const struct andor_graph *graph, struct nash_arena *arena,
                        bool wide)
{
    uint32_t *mark = values->mark ? values->mark : andor_pass_array(arena, graph->nodes, sizeof *mark);
    *values = (struct andor_values){.mark = mark};
    if (!mark)
        return false;
    memset(mark, 0xFF, graph->nodes * sizeof *mark);
    if (wide)
        values->wide = andor_pass_array(arena, graph->nodes, sizeof *values->wide);
    else
        values->value = andor_pass_array(arena, graph->nodes, sizeof *values->value);
    if (values->wide)
        memset(values->wide, 0xFF, graph->nodes * sizeof *values->wide);
    if (values->value)
        memset(values->value, 0xFF, graph->nodes * sizeof *values->value);
    return values->wide || values->value;
}

enum pass_end andor_values_end(struct andor_values *values, const struct andor_graph *graph, struct nash_arena *arena)
{
    andor_wide max = 0;
    for (uint32_t v = 0; values->wide && v < graph->nodes; v++)
        if (values->wide[v] > max && values->wide[v] != ANDOR_WIDE_INF)
            max = values->wide[v];
    if (!values->wide || max >= ANDOR_INF)
        return max >> 127 ? PASS_OVERFLOW : PASS_DONE;
    values->value = NASH_NEW(arena, uint64_t, graph->nodes);
    if (!values->value)
        return PASS_NOMEM;
    for (uint32_t v = 0; v < graph->nodes; v++) /* the infinite value stays infinite */
        values->value[v] = (uint64_t)values->wide[v];
    values->wide = NULL;
    return PASS_DONE;
}

bool andor_costs_are_wide(const struct andor_graph *graph)
{
    uint64_t any = 0;
    for (uint32_t c = 0; graph->wide_cost && c < graph->connectors; c++)
        any |= graph->wide_cost[c];
    return any >> 63;
}

void andor_report_progress(struct nash_run *run, const char *engine, uint64_t settled, uint32_t nodes)
{
    if (!nash_progress_due(run))
        return;
    struct nash_buf text = NASH_BUF_INIT(0);
    nash_buf_printf(&text, "{\"engine\":\"%s\",\"settled\":%" PRIu64 ",\"nodes\":%" PRIu32 "}", engine, settled, nodes);
    nash_progress_send(run, &text);
}

enum nash_status andor_pass_status(enum pass_end end, struct nash_error *error)
{
    if (end == PASS_STOPPED)
        return nash_fail(error, NASH_STOPPED, "", "stopped before the values of all nodes were known");
    if (end == PASS_OVERFLOW)
        return nash_fail_type(
            error, NASH_UNPROCESSABLE, "cost-overflow", "",
            "the cost of a solution graph passes 2^127 - 1: give smaller costs, or a graph with fewer "
            "levels of repeated successors");
    return nash_fail(error, NASH_NOMEM, "", "the graph does not fit into the memory of this job");
}
