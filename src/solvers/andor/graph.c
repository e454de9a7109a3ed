/* Checks the arrays of a graph, and finds the reachable nodes. Each check is a plain sweep over one array; only an
 * array that fails is read again, to find the first wrong index. A negative node number or offset appears here as a
 * number from 2^31 up. */
#include <inttypes.h>
#include <stdio.h>

#include <solvers/andor/graph.h>
#include <solvers/andor/list.h>

static enum nash_status array_fail(struct nash_error *error, const char *array, uint64_t index, const char *must)
{
    char pointer[48];
    snprintf(pointer, sizeof pointer, "/%s/%" PRIu64, array, index);
    return nash_fail(error, NASH_UNPROCESSABLE, pointer, "%s", must);
}

/* Checks that value[0 .. count] rises from 0 to end; strict: by at least 1 at each step. */
static enum nash_status check_offsets(const char *array, const uint32_t *value, uint32_t count, uint32_t end,
                                      bool strict, struct nash_error *error)
{
    if (value[0] != 0)
        return array_fail(error, array, 0, "the offsets must begin at 0");
    uint32_t falls = 0;
    for (uint32_t i = 0; i < count; i++)
        falls |= value[i] + strict > value[i + 1] || value[i + 1] > end;
    for (uint32_t i = 0; falls && i < count; i++) {
        if (value[i + 1] > end)
            return array_fail(error, array, i + 1, "the offset points behind the end of the array it divides");
        if (value[i] + strict > value[i + 1])
            return strict && value[i] == value[i + 1]
                       ? array_fail(error, array, i + 1,
                                    "a connector must have a successor: this offset must be larger than "
                                    "the one before it")
                       : array_fail(error, array, i + 1, "an offset must not be less than the one before it");
    }
    if (value[count] != end)
        return array_fail(error, array, count,
                          "the last offset must be the number of elements of the array it divides");
    return NASH_OK;
}

/* Checks each node's range by itself, for a graph whose nodes do not share one list of offsets. */
static enum nash_status check_ranges(const struct andor_graph *graph, struct nash_error *error)
{
    for (uint32_t v = 0; v < graph->nodes; v++)
        if (graph->first[v] > graph->last[v] || graph->last[v] > graph->connectors)
            return array_fail(error, "off", v, "the connectors of this node are not among those that there are");
    return NASH_OK;
}

static enum nash_status check_successors(const struct andor_graph *graph, struct nash_error *error)
{
    uint32_t outside = 0;
    for (uint32_t e = 0; e < graph->edges; e++)
        outside |= graph->succ[e] >= graph->nodes;
    for (uint32_t e = 0; outside && e < graph->edges; e++)
        if (graph->succ[e] >= graph->nodes)
            return array_fail(error, "succ", e, "no such node: successors are numbered from 0 to n - 1");
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

/* ---- reachable nodes ---- */

const uint64_t *andor_reach(const struct andor_graph *graph, struct nash_arena *arena)
{
    uint64_t *reached = NASH_NEW(arena, uint64_t, (size_t)graph->nodes / 64 + 1);
    struct andor_list path = {0};
    if (!reached || !andor_list_push(&path, graph->root, arena))
        return NULL;
    reached[graph->root >> 6] |= (uint64_t)1 << (graph->root & 63);
    while (path.count) {
        uint32_t v = path.at[--path.count], first = graph->first[v], last = graph->last[v];
        if (andor_is_terminal(graph, v) || first == last)
            continue;
        for (uint32_t e = graph->to[first]; e < graph->to[last]; e++) {
            uint32_t s = graph->succ[e];
            if (reached[s >> 6] >> (s & 63) & 1)
                continue;
            reached[s >> 6] |= (uint64_t)1 << (s & 63);
            if (!andor_list_push(&path, s, arena))
                return NULL;
        }
    }
    return reached;
}
