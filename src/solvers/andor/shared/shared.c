/* Finds the cheapest solution graph if shared parts count once. The optimum of the recursive model is the first
 * solution. */
#include "shared.h"

#include <solvers/andor/aostar/state.h>

#include "parts.h"

/* Stores the graph of the marks as the first solution. Returns false if the arena is full. */
static bool initial_solution(const struct andor_graph *graph, const uint32_t *mark, struct nash_arena *arena,
                             struct andor_shared *shared)
{
    uint32_t *connectors = NASH_NEW(arena, uint32_t, (size_t)graph->nodes + 1), count = 0;
    uint8_t *seen = NASH_NEW(arena, uint8_t, graph->nodes);
    struct andor_list path = {0};
    if (!connectors || !seen || !andor_list_push(&path, graph->root, arena))
        return false;
    seen[graph->root] = 1;
    for (uint32_t at = 0; at < path.count; at++) {
        uint32_t v = path.at[at];
        if (andor_is_terminal(graph, v))
            continue;
        connectors[count++] = mark[v];
        shared->cost += andor_cost(graph, mark[v]);
        for (uint32_t i = graph->to[mark[v]]; i < graph->to[mark[v] + 1]; i++) {
            if (seen[graph->succ[i]])
                continue;
            seen[graph->succ[i]] = 1;
            if (!andor_list_push(&path, graph->succ[i], arena))
                return false;
        }
    }
    connectors[count] = ANDOR_NONE;
    shared->connectors = connectors;
    return true;
}

enum nash_status andor_solve_shared(const struct andor_graph *graph, const struct andor_values *values,
                                    struct nash_run *run, struct andor_shared *shared, struct nash_error *error)
{
    struct andor_parts parts;
    andor_wide root = values->wide ? values->wide[graph->root] : values->value[graph->root];
    *shared = (struct andor_shared){0};
    if (root == (values->wide ? ANDOR_WIDE_INF : ANDOR_INF)) {
        shared->proved = true;
        shared->cost = shared->bound = ANDOR_WIDE_INF;
        return NASH_OK;
    }
    shared->solvable = true;
    if (!initial_solution(graph, values->mark, run->arena, shared))
        return nash_fail(error, NASH_NOMEM, NULL, "The memory of this job does not hold the search.");
    enum nash_status status = andor_parts_find(&parts, graph, values, run, error);
    if (status == NASH_OK && parts.count)
        return andor_shared_search(&parts, shared);
    if (status == NASH_NOMEM)
        return nash_fail(error, NASH_NOMEM, NULL, "The memory of this job does not hold the search.");
    shared->proved = status == NASH_OK;
    shared->bound = shared->proved ? shared->cost : 0;
    return status == NASH_STOPPED ? NASH_OK : status;
}

bool andor_shared_marks(const struct andor_graph *graph, const struct andor_shared *shared, struct nash_arena *arena,
                        uint32_t *mark)
{
    uint64_t *chosen = NASH_NEW(arena, uint64_t, (size_t)graph->connectors / 64 + 1); /* a bit for each connector */
    if (!chosen)
        return false;
    for (const uint32_t *c = shared->connectors; *c != ANDOR_NONE; c++)
        chosen[*c >> 6] |= UINT64_C(1) << (*c & 63);
    for (uint32_t v = 0; v < graph->nodes; v++) {
        mark[v] = ANDOR_NONE;
        for (uint32_t c = graph->first[v]; c < graph->last[v]; c++)
            if (chosen[c >> 6] >> (c & 63) & 1)
                mark[v] = c;
    }
    return true;
}
