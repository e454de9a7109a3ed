/* Finds tight or solvable connectors and orders their nodes: reverse postorder of a depth-first walk, so that each node
 * comes before those it leads to. */
#include "tight.h"

#include <solvers/andor/aostar/cost.h>

static bool is_tight(const struct andor_graph *graph, const struct andor_values *values, uint32_t c, andor_wide value)
{
    andor_wide sum = andor_cost(graph, c);
    for (uint32_t i = graph->to[c]; i < graph->to[c + 1] && sum <= value; i++)
        sum = andor_wide_add(sum, andor_value(values, graph->succ[i]));
    return sum == value;
}

static bool is_solvable(const struct andor_graph *graph, const struct andor_values *values, uint32_t c)
{
    for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++)
        if (andor_value(values, graph->succ[i]) == ANDOR_WIDE_INF)
            return false;
    return true;
}

struct walk {
    struct andor_tight *tight;
    const struct andor_values *values;
    struct andor_list path; /* pairs: a node, and the index of its next edge */
    struct andor_list left; /* nodes that the walk has left, in postorder */
    uint8_t *seen;          /* [nodes] 0: not entered, 1: on the path, 2: left */
};

/* Returns whether the part has connector c of node v. */
static bool walk_keeps(const struct walk *walk, uint32_t v, uint32_t c)
{
    const struct andor_graph *graph = walk->tight->graph;
    return walk->tight->all ? is_solvable(graph, walk->values, c)
                            : is_tight(graph, walk->values, c, andor_value(walk->values, v));
}

/* Finds the next successor of a node over all its kept connectors, from index *at in graph->succ on. Returns false if
 * there is none. */
static bool next_successor(const struct walk *walk, uint32_t v, uint32_t *at, uint32_t *s)
{
    const struct andor_graph *graph = walk->tight->graph;
    uint32_t end = graph->to[graph->last[v]];
    while (*at < end) {
        uint32_t low = graph->first[v], high = graph->last[v]; /* the connector that contains *at */
        while (high - low > 1) {
            uint32_t middle = low + (high - low) / 2;
            *(graph->to[middle] <= *at ? &low : &high) = middle;
        }
        if (*at != graph->to[low] || walk_keeps(walk, v, low)) {
            *s = graph->succ[(*at)++];
            return true;
        }
        *at = graph->to[low + 1];
    }
    return false;
}

static bool walk_enter(struct walk *walk, uint32_t v)
{
    const struct andor_graph *graph = walk->tight->graph;
    struct nash_arena *arena = walk->tight->run->arena;
    walk->seen[v] = 1;
    return andor_list_push(&walk->path, v, arena) && andor_list_push(&walk->path, graph->to[graph->first[v]], arena);
}

static enum nash_status walk_from(struct walk *walk, uint32_t root, struct nash_error *error)
{
    struct andor_tight *tight = walk->tight;
    bool room = andor_is_terminal(tight->graph, root) || walk_enter(walk, root);
    while (room && walk->path.count) {
        if (nash_stop(tight->run, ANDOR_CHECK_OPTIMA))
            return NASH_STOPPED;
        uint32_t v = walk->path.at[walk->path.count - 2], s;
        if (!next_successor(walk, v, &walk->path.at[walk->path.count - 1], &s)) {
            walk->path.count -= 2;
            walk->seen[v] = 2;
            room = andor_list_push(&walk->left, v, tight->run->arena);
        } else if (!andor_is_terminal(tight->graph, s)) {
            tight->cyclic |= walk->seen[s] == 1;
            room = walk->seen[s] || walk_enter(walk, s);
        }
    }
    return room ? NASH_OK : nash_fail(error, NASH_NOMEM, "", "the memory of this job does not hold all optima");
}

static bool collect_places(struct andor_tight *tight, const struct walk *walk)
{
    const struct andor_graph *graph = tight->graph;
    struct nash_arena *arena = tight->run->arena;
    struct andor_list connectors = {0};
    tight->count = walk->left.count;
    tight->node = NASH_NEW(arena, uint32_t, tight->count);
    tight->first = NASH_NEW(arena, uint32_t, tight->count + 1);
    tight->place = NASH_NEW(arena, uint32_t, graph->nodes);
    if (!tight->node || !tight->first || !tight->place)
        return false;
    for (uint32_t p = 0; p < tight->count; p++) {
        uint32_t v = tight->node[p] = walk->left.at[tight->count - 1 - p];
        tight->place[v] = p + 1;
        for (uint32_t c = graph->first[v]; c < graph->last[v]; c++)
            if (walk_keeps(walk, v, c) && !andor_list_push(&connectors, c, arena))
                return false;
        tight->first[p + 1] = connectors.count;
    }
    tight->connector = connectors.at;
    return true;
}

enum nash_status andor_tight_find(struct andor_tight *tight, const struct andor_graph *graph,
                                  const struct andor_values *values, bool all, struct nash_run *run,
                                  struct nash_error *error)
{
    *tight = (struct andor_tight){.graph = graph, .run = run, .all = all};
    struct walk walk = {.tight = tight, .values = values, .seen = NASH_NEW(run->arena, uint8_t, graph->nodes)};
    if (!walk.seen)
        return nash_fail(error, NASH_NOMEM, "", "the memory of this job does not hold all optima");
    enum nash_status status = walk_from(&walk, graph->root, error);
    if (status == NASH_OK && !collect_places(tight, &walk))
        status = nash_fail(error, NASH_NOMEM, "", "the memory of this job does not hold all optima");
    return status;
}

bool andor_tight_keep(const struct andor_tight *tight, const uint32_t *connectors, uint32_t count,
                      struct andor_optima *optima)
{
    uint32_t *graph = nash_arena_alloc_raw(tight->run->arena, (count + (size_t)1) * sizeof *graph, sizeof *graph);
    if (!graph)
        return false;
    if (count)
        memcpy(graph, connectors, count * sizeof *graph);
    graph[count] = ANDOR_NONE;
    optima->graphs[optima->listed++] = graph;
    return true;
}
