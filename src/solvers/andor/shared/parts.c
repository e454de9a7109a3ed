/* Places and lower bounds.
 *
 * A node that several parents may share is paid for once, so each parent may count only a part of it: share = least /
 * parents. Let least(v) = min over its connectors of cost + shares of the successors. Summed over the nodes of a
 * solution graph, least is at most the cost of the graph plus, for each node but the root, its share times the number
 * of its parents in the graph; that product is at most the node's own least. So least(root) is a lower bound of the
 * cost. For a partial solution, each needed and undecided node counts for its least without the shares of parents that
 * are still to be decided: a lower bound of the rest. With cycles a node may lead back to one that is paid for, so
 * least is only the cost of its cheapest connector. */
#include "parts.h"

#include <solvers/andor/aostar/state.h>
#include <solvers/andor/bottom_up/topological.h>

struct parts_builder {
    struct andor_parts *parts;
    const struct andor_values *values;
    uint32_t *place;       /* [graph->nodes]: 1 + place; 0: none */
    uint32_t *stamp, turn; /* [count]: the turn in which add_places() last met the place; the current turn */
    struct andor_list choice, to, succ, child_at, child;
};

static bool is_solvable(const struct parts_builder *parts_builder, uint32_t c)
{
    const struct andor_graph *graph = parts_builder->parts->graph;
    for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++)
        if (andor_value(parts_builder->values, graph->succ[i]) == ANDOR_WIDE_INF)
            return false;
    return true;
}

/* Makes the places, the root's first. */
static enum nash_status find_places(struct parts_builder *parts_builder)
{
    struct andor_parts *parts = parts_builder->parts;
    const struct andor_graph *graph = parts->graph;
    struct nash_arena *arena = parts->run->arena;
    struct andor_topological order;
    enum nash_status status = andor_topological_sort(graph, parts->run, &order, parts->error);
    if (status != NASH_OK)
        return status;
    parts->cyclic = order.cyclic;
    parts->node = NASH_NEW(arena, uint32_t, order.count);
    parts_builder->place = NASH_NEW(arena, uint32_t, graph->nodes);
    if (!parts->node || !parts_builder->place)
        return NASH_NOMEM;
    for (uint32_t i = order.count; i-- > 0;) {
        uint32_t v = order.node[i] & ~ANDOR_SAME_COMPONENT;
        if (andor_is_terminal(graph, v) || andor_value(parts_builder->values, v) == ANDOR_WIDE_INF)
            continue;
        parts->node[parts->count++] = v;
        parts_builder->place[v] = parts->count;
    }
    parts->first = NASH_NEW(arena, uint32_t, parts->count + 1);
    parts->parents = NASH_NEW(arena, uint32_t, parts->count);
    parts->least = NASH_NEW(arena, andor_wide, parts->count);
    parts->share = NASH_NEW(arena, andor_wide, parts->count);
    parts->chain = NASH_NEW(arena, andor_wide, parts->count);
    parts_builder->stamp = NASH_NEW(arena, uint32_t, parts->count);
    bool room = parts->first && parts->parents && parts->least && parts->share && parts->chain && parts_builder->stamp;
    return room ? NASH_OK : NASH_NOMEM;
}

/* Appends the places that a connector leads to, each once per turn. Returns false if the arena is full. */
static bool add_places(struct parts_builder *parts_builder, uint32_t c, struct andor_list *list)
{
    const struct andor_graph *graph = parts_builder->parts->graph;
    for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++) {
        uint32_t p = parts_builder->place[graph->succ[i]];
        if (!p || parts_builder->stamp[p - 1] == parts_builder->turn)
            continue;
        parts_builder->stamp[p - 1] = parts_builder->turn;
        if (!andor_list_push(list, p - 1, parts_builder->parts->run->arena))
            return false;
    }
    return true;
}

static bool add_choice(struct parts_builder *parts_builder, uint32_t c)
{
    struct nash_arena *arena = parts_builder->parts->run->arena;
    parts_builder->turn++;
    return andor_list_push(&parts_builder->choice, c, arena) &&
           andor_list_push(&parts_builder->to, parts_builder->succ.count, arena) &&
           add_places(parts_builder, c, &parts_builder->succ);
}

static bool add_children(struct parts_builder *parts_builder, uint32_t p)
{
    struct andor_parts *parts = parts_builder->parts;
    parts_builder->turn++;
    if (!andor_list_push(&parts_builder->child_at, parts_builder->child.count, parts->run->arena))
        return false;
    uint32_t from = parts_builder->child.count;
    for (uint32_t i = parts->first[p]; i < parts_builder->choice.count; i++)
        if (!add_places(parts_builder, parts_builder->choice.at[i], &parts_builder->child))
            return false;
    for (; from < parts_builder->child.count; from++)
        parts->parents[parts_builder->child.at[from]]++;
    return true;
}

static enum nash_status find_choices(struct parts_builder *parts_builder)
{
    struct andor_parts *parts = parts_builder->parts;
    const struct andor_graph *graph = parts->graph;
    struct nash_arena *arena = parts->run->arena;
    bool room = true;
    for (uint32_t p = 0; room && p < parts->count; p++) {
        uint32_t v = parts->node[p];
        if (nash_stop(parts->run, ANDOR_CHECK_SHARED))
            return NASH_STOPPED;
        for (uint32_t c = graph->first[v]; room && c < graph->last[v]; c++)
            if (is_solvable(parts_builder, c))
                room = add_choice(parts_builder, c);
        room = room && add_children(parts_builder, p);
        parts->first[p + 1] = parts_builder->choice.count;
    }
    room = room && andor_list_push(&parts_builder->to, parts_builder->succ.count, arena) &&
           andor_list_push(&parts_builder->child_at, parts_builder->child.count, arena);
    parts->choice = parts_builder->choice.at;
    parts->to = parts_builder->to.at;
    parts->succ = parts_builder->succ.at;
    parts->child_at = parts_builder->child_at.at;
    parts->child = parts_builder->child.at;
    return room ? NASH_OK : NASH_NOMEM;
}

static void find_bounds(struct andor_parts *parts)
{
    for (uint32_t p = parts->count; p-- > 0;) {
        andor_wide least = ANDOR_WIDE_INF, chain = ANDOR_WIDE_INF;
        for (uint32_t i = parts->first[p]; i < parts->first[p + 1]; i++) {
            andor_wide cost = andor_cost(parts->graph, parts->choice[i]), dearest = 0, sum = cost * ANDOR_SHARED_SCALE;
            for (uint32_t k = parts->to[i]; k < parts->to[i + 1] && !parts->cyclic; k++) {
                uint32_t s = parts->succ[k];
                sum += parts->share[s];
                dearest = parts->chain[s] > dearest ? parts->chain[s] : dearest;
            }
            least = sum < least ? sum : least;
            chain = cost + dearest < chain ? cost + dearest : chain;
        }
        parts->least[p] = least;
        parts->share[p] = parts->cyclic || !parts->parents[p] ? 0 : least / parts->parents[p];
        parts->chain[p] = chain;
    }
}

enum nash_status andor_parts_find(struct andor_parts *parts, const struct andor_graph *graph,
                                  const struct andor_values *values, struct nash_run *run, struct nash_error *error)
{
    *parts = (struct andor_parts){.graph = graph, .run = run, .error = error};
    struct parts_builder parts_builder = {.parts = parts, .values = values};
    enum nash_status status = find_places(&parts_builder);
    if (status == NASH_OK)
        status = find_choices(&parts_builder);
    if (status == NASH_OK)
        find_bounds(parts);
    return status;
}
