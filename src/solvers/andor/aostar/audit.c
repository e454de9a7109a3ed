/* Checks whether h is admissible and monotone. An admissible h is at most h* at every node; then AO* finds the optimum.
 * A monotone h is, at each connector, at most its cost plus h of its successors; then costs only rise. Violations are
 * ordered by node; a violation of h* comes before those of the node's connectors. */
#include <solvers/andor/aostar/state.h>
#include <solvers/andor/bottom_up/bottom_up.h>

struct auditor {
    const struct andor_graph *graph;
    const struct andor_values *values;
    struct andor_audit *audit;
    uint32_t max;
};

static void record_violation(struct auditor *auditor, uint32_t node, uint32_t connector, andor_wide bound)
{
    struct andor_audit *audit = auditor->audit;
    if (connector == ANDOR_NONE)
        audit->admissible = false;
    else
        audit->monotone = false;
    if (audit->kept < auditor->max)
        audit->violations[audit->kept++] =
            (struct andor_violation){node, connector, andor_h(auditor->graph, node), bound};
    audit->found++;
}

static void audit_node(struct auditor *auditor, uint32_t v)
{
    const struct andor_graph *graph = auditor->graph;
    uint64_t h = andor_h(graph, v);
    if (!h) /* terminals have h = 0 */
        return;
    andor_wide best = andor_value(auditor->values, v);
    if (h > best)
        record_violation(auditor, v, ANDOR_NONE, best);
    for (uint32_t c = graph->first[v]; c < graph->last[v]; c++) {
        andor_wide bound = andor_cost(graph, c); /* cannot overflow: at most 2^32 numbers of 64 bits are added */
        for (uint32_t i = graph->to[c]; i < graph->to[c + 1] && bound < h; i++)
            bound += andor_h(graph, graph->succ[i]);
        if (h > bound)
            record_violation(auditor, v, c, bound);
    }
}

enum nash_status andor_audit_h(const struct andor_graph *graph, const struct andor_values *values, uint32_t max,
                               struct nash_arena *arena, struct andor_audit *audit)
{
    struct auditor auditor = {graph, values, audit, max};
    *audit = (struct andor_audit){.admissible = true, .monotone = true};
    if (!graph->h && !graph->wide_h)
        return NASH_OK;
    audit->violations = NASH_NEW(arena, struct andor_violation, max);
    struct nash_arena_mark mark = nash_arena_mark(arena);
    const uint64_t *reached = audit->violations ? andor_reach(graph, arena) : NULL;
    if (!reached)
        return NASH_NOMEM;
    for (uint32_t v = 0; v < graph->nodes; v++)
        if (reached[v >> 6] >> (v & 63) & 1)
            audit_node(&auditor, v);
    nash_arena_release(arena, mark);
    return NASH_OK;
}
