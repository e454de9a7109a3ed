/* Is h what AO* asks of it? Admissible: nowhere more than h*, then the solution found is the best. Monotone: at each
 * connector no more than its cost and h of its successors, then costs only rise. Violations come by node number, that
 * of the node itself before those of its connectors. */
#include <solvers/andor/aostar/state.h>
#include <solvers/andor/engine.h>

struct auditor {
    const struct andor_graph *graph;
    const struct andor_values *values;
    struct andor_audit *audit;
    uint32_t most;
};

/* A bit for each node that can be reached; NULL: the arena is spent. */
static const uint64_t *reach(const struct andor_graph *graph, struct nash_arena *arena)
{
    uint64_t *reached = NASH_NEW(arena, uint64_t, (size_t)graph->nodes / 64 + 1);
    struct andor_list path = {0};
    if (!reached || !andor_list_push(&path, graph->root, arena))
        return NULL;
    reached[graph->root >> 6] |= (uint64_t)1 << (graph->root & 63);
    while (path.count) {
        uint32_t v = path.at[--path.count], edges = andor_is_terminal(graph, v) ? 0 : andor_state_edges(graph, v);
        for (uint32_t i = 0; i < edges; i++) {
            uint32_t s = graph->succ[graph->to[graph->first[v]] + i];
            if (reached[s >> 6] >> (s & 63) & 1)
                continue;
            reached[s >> 6] |= (uint64_t)1 << (s & 63);
            if (!andor_list_push(&path, s, arena))
                return NULL;
        }
    }
    return reached;
}

static void report(struct auditor *auditor, uint32_t node, uint32_t connector, andor_wide bound)
{
    struct andor_audit *audit = auditor->audit;
    if (connector == ANDOR_NONE)
        audit->admissible = false;
    else
        audit->monotone = false;
    if (audit->kept < auditor->most)
        audit->violations[audit->kept++] =
            (struct andor_violation){node, connector, andor_h(auditor->graph, node), bound};
    audit->found++;
}

static andor_wide exact(const struct andor_values *values, uint32_t v)
{
    return values->wide ? values->wide[v] : values->value[v] == ANDOR_INF ? ANDOR_WIDE_INF : values->value[v];
}

static void audit_node(struct auditor *auditor, uint32_t v)
{
    const struct andor_graph *graph = auditor->graph;
    uint64_t h = andor_h(graph, v);
    if (!h) /* also a terminal's */
        return;
    andor_wide best = exact(auditor->values, v);
    if (h > best)
        report(auditor, v, ANDOR_NONE, best);
    for (uint32_t c = graph->first[v]; c < graph->last[v]; c++) {
        andor_wide bound = andor_cost(graph, c); /* 2^32 numbers of 64 bits: cannot overflow */
        for (uint32_t i = graph->to[c]; i < graph->to[c + 1] && bound < h; i++)
            bound += andor_h(graph, graph->succ[i]);
        if (h > bound)
            report(auditor, v, c, bound);
    }
}

enum nash_status andor_audit_h(const struct andor_graph *graph, const struct andor_values *values, uint32_t most,
                               struct nash_arena *arena, struct andor_audit *audit)
{
    struct auditor auditor = {graph, values, audit, most};
    *audit = (struct andor_audit){.admissible = true, .monotone = true};
    if (!graph->h && !graph->wide_h)
        return NASH_OK;
    audit->violations = NASH_NEW(arena, struct andor_violation, most);
    struct nash_arena_mark mark = nash_arena_mark(arena);
    const uint64_t *reached = audit->violations ? reach(graph, arena) : NULL;
    if (!reached)
        return NASH_NOMEM;
    for (uint32_t v = 0; v < graph->nodes; v++)
        if (reached[v >> 6] >> (v & 63) & 1)
            audit_node(&auditor, v);
    nash_arena_release(arena, mark);
    return NASH_OK;
}
