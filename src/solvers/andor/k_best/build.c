/* Builds the best graph of a part.
 *
 * Without cycles, nodes are decided in topological order. The nodes after the last fixed one are free, so each takes
 * its best connector. Where there are cycles, or shared parts count once, the graph is restricted to the fixed
 * connectors and solved again. */
#include <solvers/andor/shared/shared.h>

#include "ranking.h"

static bool push_choice(struct ranking *ranking, uint32_t v, uint32_t c)
{
    struct nash_arena *arena = ranking->run->arena;
    return andor_list_push(&ranking->list, v, arena) && andor_list_push(&ranking->list, c, arena);
}

/* Appends a choice and marks the successors as needed. */
static bool append_choice(struct ranking *ranking, uint32_t v, uint32_t c)
{
    const struct andor_graph *graph = ranking->graph;
    for (uint32_t e = graph->to[c]; e < graph->to[c + 1]; e++)
        if (ranking->all.place[graph->succ[e]])
            ranking->needed[ranking->all.place[graph->succ[e]] - 1] = 1;
    return push_choice(ranking, v, c);
}

/* Keeps the listed choices as the graph of the part. */
static enum nash_status keep_choices(const struct ranking *ranking, struct part *part)
{
    const struct andor_list *list = &ranking->list;
    struct andor_choice *choice = NASH_NEW(ranking->run->arena, struct andor_choice, list->count / 2);
    if (!choice)
        return NASH_NOMEM;
    for (uint32_t i = 0; i < list->count / 2; i++)
        choice[i] = (struct andor_choice){list->at[2 * i], list->at[2 * i + 1]};
    part->choice = choice;
    part->count = list->count / 2;
    return NASH_OK;
}

/* Returns the graph that a part is divided from, or NULL. */
static const struct andor_ranked *parent_of(const struct ranking *ranking, const struct part *part)
{
    return part->parent == ANDOR_NONE ? NULL : &ranking->best->graphs[part->parent];
}

static uint32_t alternative(const struct ranking *ranking, const struct part *part)
{
    const struct andor_ranked *parent = parent_of(ranking, part);
    return ranking->all.connector[ranking_first(ranking, parent->choice[part->at].node) + part->rank];
}

static enum nash_status build_exact(struct ranking *ranking, struct part *part)
{
    const struct andor_tight *all = &ranking->all;
    const struct andor_ranked *parent = parent_of(ranking, part);
    uint32_t next = 0;
    bool room = true;
    ranking->list.count = 0;
    memset(ranking->needed, 0, all->count);
    if (all->count)
        ranking->needed[0] = 1; /* the root */
    for (uint32_t p = 0; room && p < all->count; p++) {
        if (!ranking->needed[p])
            continue;
        uint32_t c = all->connector[all->first[p]];
        if (parent && next < part->at)
            c = parent->choice[next].connector;
        else if (parent && next == part->at)
            c = alternative(ranking, part);
        room = append_choice(ranking, all->node[p], c);
        next++;
    }
    return room ? keep_choices(ranking, part) : NASH_NOMEM;
}

/* ---- graphs with cycles, shared parts ---- */

/* Restricts nodes to their fixed connectors. first, last: copies of the graph's arrays. */
static void restrict_graph(const struct ranking *ranking, const struct part *part, struct andor_graph *graph,
                           uint32_t *first, uint32_t *last)
{
    const struct andor_ranked *parent = parent_of(ranking, part);
    memcpy(first, ranking->graph->first, graph->nodes * sizeof *first);
    memcpy(last, ranking->graph->last, graph->nodes * sizeof *last);
    for (uint32_t i = 0; parent && i <= part->at; i++) {
        uint32_t v = parent->choice[i].node,
                 c = i < part->at ? parent->choice[i].connector : alternative(ranking, part);
        first[v] = c;
        last[v] = c + 1;
    }
    graph->first = first;
    graph->last = last;
}

/* Solves the restricted graph. ranking->mark receives the choices of its best solution graph. */
static enum nash_status solve_restricted(struct ranking *ranking, const struct andor_graph *graph, struct part *part,
                                         bool *feasible)
{
    struct andor_values values = {0};
    struct andor_shared shared = {0};
    enum nash_status status = andor_bottom_up(graph, ranking->run, &values, NULL, ranking->error);
    if (status != NASH_OK)
        return status;
    andor_wide cost = andor_value(&values, graph->root);
    *feasible = cost != ANDOR_WIDE_INF;
    if (!*feasible)
        return NASH_OK;
    if (!ranking->shared) {
        memcpy(ranking->mark, values.mark, graph->nodes * sizeof *ranking->mark);
        part->cost = cost;
        return NASH_OK;
    }
    status = andor_solve_shared(graph, &values, ranking->run, &shared, ranking->error);
    if (status != NASH_OK)
        return status;
    if (!shared.proved)
        return NASH_STOPPED;
    part->cost = shared.cost;
    return andor_shared_marks(graph, &shared, ranking->run->arena, ranking->mark) ? NASH_OK : NASH_NOMEM;
}

/* Lists the choices that ranking->mark gives: those of the parent before the part first, then breadth first. */
static enum nash_status list_marked(struct ranking *ranking, struct part *part)
{
    const struct andor_graph *graph = ranking->graph;
    const struct andor_ranked *parent = parent_of(ranking, part);
    const struct andor_list *list = &ranking->list;
    uint32_t fixed = parent ? part->at + 1 : 0;
    bool room = true;
    ranking->list.count = 0;
    memset(ranking->needed, 0, ranking->all.count); /* here: 1 for the places that are listed */
    for (uint32_t i = 0; room && i < fixed; i++) {
        uint32_t v = parent->choice[i].node;
        ranking->needed[ranking->all.place[v] - 1] = 1;
        room = push_choice(ranking, v, ranking->mark[v]);
    }
    if (!fixed && ranking->all.count) {
        ranking->needed[0] = 1;
        room = push_choice(ranking, graph->root, ranking->mark[graph->root]);
    }
    for (uint32_t i = 1; room && i < list->count; i += 2)
        for (uint32_t e = graph->to[list->at[i]]; room && e < graph->to[list->at[i] + 1]; e++) {
            uint32_t s = graph->succ[e];
            if (andor_is_terminal(graph, s) || ranking->needed[ranking->all.place[s] - 1])
                continue;
            ranking->needed[ranking->all.place[s] - 1] = 1;
            room = push_choice(ranking, s, ranking->mark[s]);
        }
    return room ? keep_choices(ranking, part) : NASH_NOMEM;
}

enum nash_status ranking_build(struct ranking *ranking, struct part *part, bool *feasible)
{
    struct nash_arena *arena = ranking->run->arena;
    *feasible = true;
    if (ranking->exact)
        return build_exact(ranking, part);
    struct nash_arena_mark mark = nash_arena_mark(arena);
    struct andor_graph graph = *ranking->graph;
    uint32_t *first = NASH_NEW(arena, uint32_t, graph.nodes), *last = NASH_NEW(arena, uint32_t, graph.nodes);
    if (!first || !last)
        return NASH_NOMEM;
    restrict_graph(ranking, part, &graph, first, last);
    enum nash_status status = solve_restricted(ranking, &graph, part, feasible);
    nash_arena_release(arena, mark);
    return status == NASH_OK && *feasible ? list_marked(ranking, part) : status;
}
