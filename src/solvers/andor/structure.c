/* Finds roots, leaves and terminals, and whether the graph is a tree. */
#include "structure.h"

#include <solvers/andor/list.h>

/* Notes the parents of each node: the first one, and the first node that has a second. */
static void find_parents(const struct andor_graph *graph, uint32_t *parent, struct andor_structure *structure)
{
    for (uint32_t v = 0; v < graph->nodes; v++)
        for (uint32_t c = graph->first[v]; c < graph->last[v]; c++)
            for (uint32_t e = graph->to[c]; e < graph->to[c + 1]; e++) {
                uint32_t s = graph->succ[e];
                if (parent[s] == ANDOR_NONE)
                    parent[s] = v;
                if (parent[s] == v || structure->node != ANDOR_NONE)
                    continue;
                structure->node = s;
                structure->parent[0] = parent[s];
                structure->parent[1] = v;
            }
}

/* Returns the number of nodes whose parents, followed upwards, end at a root. The others are on cycles or below them.
 * seen: one zeroed byte per node. */
static uint32_t count_below_roots(const struct andor_graph *graph, const uint32_t *parent, uint8_t *seen,
                                  struct andor_list *open, struct nash_arena *arena)
{
    for (uint32_t v = 0; v < graph->nodes; v++)
        if (parent[v] == ANDOR_NONE && andor_list_push(open, v, arena))
            seen[v] = 1;
    for (uint32_t i = 0; i < open->count; i++) {
        uint32_t v = open->at[i];
        for (uint32_t c = graph->first[v]; c < graph->last[v]; c++)
            for (uint32_t e = graph->to[c]; e < graph->to[c + 1]; e++)
                if (!seen[graph->succ[e]] && andor_list_push(open, graph->succ[e], arena))
                    seen[graph->succ[e]] = 1;
    }
    return open->count;
}

bool andor_find_structure(const struct andor_graph *graph, struct nash_arena *arena, struct andor_structure *structure)
{
    uint32_t *parent = NASH_NEW(arena, uint32_t, graph->nodes);
    uint8_t *seen = NASH_NEW(arena, uint8_t, graph->nodes);
    struct andor_list open = {0};
    *structure = (struct andor_structure){.node = ANDOR_NONE, .flags = NASH_NEW(arena, uint32_t, graph->nodes)};
    if (!parent || !seen || !structure->flags || !andor_list_reserve(&open, graph->nodes, arena))
        return false;
    for (uint32_t v = 0; v < graph->nodes; v++)
        parent[v] = ANDOR_NONE;
    find_parents(graph, parent, structure);
    structure->tree =
        structure->node == ANDOR_NONE && count_below_roots(graph, parent, seen, &open, arena) == graph->nodes;
    for (uint32_t v = 0; v < graph->nodes; v++) {
        bool root = parent[v] == ANDOR_NONE, leaf = graph->first[v] == graph->last[v];
        bool terminal = andor_is_terminal(graph, v);
        structure->flags[v] =
            (root ? ANDOR_IS_ROOT : 0) | (leaf ? ANDOR_IS_LEAF : 0) | (terminal ? ANDOR_IS_TERMINAL : 0);
        structure->roots += root;
        structure->leaves += leaf;
        structure->terminals += terminal;
    }
    return true;
}
