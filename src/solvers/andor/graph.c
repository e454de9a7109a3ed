/* Are the arrays of a graph what they say? Each check is a plain sweep over one array; only one that fails is read
 * again, for the first index that is wrong. A node number or an offset that was negative is a huge one here. */
#include <inttypes.h>
#include <stdio.h>

#include <solvers/andor/graph.h>

static enum nash_status wrong(struct nash_error *error, const char *array, uint64_t index, const char *must)
{
    char pointer[48];
    snprintf(pointer, sizeof pointer, "/%s/%" PRIu64, array, index);
    return nash_fail(error, NASH_UNPROCESSABLE, pointer, "%s", must);
}

/* value[0 .. count], never falling, from 0 to end; strict: always rising. */
static enum nash_status check_offsets(const char *array, const uint32_t *value, uint32_t count, uint32_t end,
                                      bool strict, struct nash_error *error)
{
    if (value[0] != 0)
        return wrong(error, array, 0, "the offsets must begin at 0");
    uint32_t falls = 0;
    for (uint32_t i = 0; i < count; i++)
        falls |= value[i] + strict > value[i + 1] || value[i + 1] > end;
    for (uint32_t i = 0; falls && i < count; i++) {
        if (value[i + 1] > end)
            return wrong(error, array, i + 1, "the offset points behind the end of the array it divides");
        if (value[i] + strict > value[i + 1])
            return strict && value[i] == value[i + 1]
                       ? wrong(error, array, i + 1,
                               "a connector must have a successor: this offset must be larger than "
                               "the one before it")
                       : wrong(error, array, i + 1, "an offset must not be less than the one before it");
    }
    if (value[count] != end)
        return wrong(error, array, count, "the last offset must be the number of elements of the array it divides");
    return NASH_OK;
}

/* Where connectors of nodes are not one list: each range by itself. */
static enum nash_status check_ranges(const struct andor_graph *graph, struct nash_error *error)
{
    for (uint32_t v = 0; v < graph->nodes; v++)
        if (graph->first[v] > graph->last[v] || graph->last[v] > graph->connectors)
            return wrong(error, "off", v, "the connectors of this node are not among those that there are");
    return NASH_OK;
}

static enum nash_status check_successors(const struct andor_graph *graph, struct nash_error *error)
{
    uint32_t outside = 0;
    for (uint32_t e = 0; e < graph->edges; e++)
        outside |= graph->succ[e] >= graph->nodes;
    for (uint32_t e = 0; outside && e < graph->edges; e++)
        if (graph->succ[e] >= graph->nodes)
            return wrong(error, "succ", e, "no such node: successors are numbered from 0 to n - 1");
    return NASH_OK;
}

enum nash_status andor_graph_check(const struct andor_graph *graph, struct nash_error *error)
{
    if (graph->root >= graph->nodes)
        return nash_fail(error, NASH_UNPROCESSABLE, "/root", "no such node: nodes are numbered from 0 to n - 1");
    enum nash_status status = graph->last == graph->first + 1
                                  ? check_offsets("off", graph->first, graph->nodes, graph->connectors, false, error)
                                  : check_ranges(graph, error);
    if (status == NASH_OK)
        status = check_offsets("soff", graph->to, graph->connectors, graph->edges, true, error);
    return status == NASH_OK ? check_successors(graph, error) : status;
}
