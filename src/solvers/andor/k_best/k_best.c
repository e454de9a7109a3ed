/* Ranks solution graphs. A part waits with a lower bound, and its best graph is built when the bound is the least of
 * all.
 *
 * The cost of a solution graph is h* of the root plus, for each of its nodes, the slack of its connector times the
 * number of paths that lead to the node. Nodes are fixed in an order in which each comes after one that leads to it, so
 * the sum over the fixed nodes is a lower bound; without cycles, in topological order, it is the cost of the part's
 * best graph. If shared parts count once, the bound is the cost of the graph that the part is divided from. */
#include <stdlib.h>

#include <solvers/andor/aostar/state.h>

#include "ranking.h"

enum {
    CHOICES_MAX = 200000, /* connectors of all graphs together */
    PARTS_MAX = 1000000,  /* parts that wait */
    PARTS_SPARE = 4096    /* exact: parts beyond those that can still be listed, before they are sorted out */
};

static const char ended_budget[] = "the time budget ended first",
                  ended_large[] = "the listed graphs have 200000 connectors already",
                  ended_parts[] = "there are too many graphs of nearly the same cost";

/* ---- the heap ---- */

static bool part_before(const struct part *a, const struct part *b)
{
    return a->cost != b->cost ? a->cost < b->cost : a->number < b->number;
}

static int compare_parts(const void *a, const void *b)
{
    return part_before(a, b) ? -1 : 1;
}

/* Drops the parts that cannot be among the k best. Only if each part holds at least one graph of its bound. */
static void drop_parts(struct ranking *ranking)
{
    uint32_t left = ranking->k - ranking->best->found;
    if (!ranking->exact || ranking->waiting < PARTS_SPARE + 2 * left)
        return;
    qsort(ranking->heap, ranking->waiting, sizeof *ranking->heap, compare_parts); /* a sorted array is a heap */
    ranking->waiting = left;
    ranking->dropped = true;
}

static enum nash_status push_part(struct ranking *ranking, struct part part)
{
    drop_parts(ranking);
    if (ranking->waiting == PARTS_MAX) {
        ranking->best->ended = ended_parts;
        return NASH_OK;
    }
    if (ranking->waiting == ranking->room) {
        struct part *moved = andor_grow(ranking->heap, ranking->waiting, sizeof *moved, ranking->waiting + 1,
                                        &ranking->room, ranking->run->arena);
        if (!moved)
            return NASH_NOMEM;
        ranking->heap = moved;
    }
    part.number = ranking->numbers++;
    uint32_t i = ranking->waiting++;
    for (; i && part_before(&part, &ranking->heap[(i - 1) / 2]); i = (i - 1) / 2)
        ranking->heap[i] = ranking->heap[(i - 1) / 2];
    ranking->heap[i] = part;
    return NASH_OK;
}

static struct part pop_part(struct ranking *ranking)
{
    struct part *heap = ranking->heap, top = heap[0], last = heap[--ranking->waiting];
    uint32_t i = 0, count = ranking->waiting;
    for (uint32_t child; (child = 2 * i + 1) < count; i = child) {
        child += child + 1 < count && part_before(&heap[child + 1], &heap[child]);
        if (part_before(&last, &heap[child]))
            break;
        heap[i] = heap[child];
    }
    heap[i] = last;
    return top;
}

/* ---- slack ---- */

static andor_wide slack_of(const struct ranking *ranking, uint32_t v, uint32_t c)
{
    const struct andor_graph *graph = ranking->graph;
    andor_wide sum = andor_cost(graph, c);
    for (uint32_t e = graph->to[c]; e < graph->to[c + 1]; e++)
        if (__builtin_add_overflow(sum, andor_value(ranking->values, graph->succ[e]), &sum))
            return ANDOR_WIDE_INF;
    return sum - andor_value(ranking->values, v);
}

/* Computes the slack of all connectors and sorts those of each place by it; equal ones keep the order of the request.
 */
static bool sort_by_slack(struct ranking *ranking)
{
    const struct andor_tight *all = &ranking->all;
    ranking->slack = NASH_NEW(ranking->run->arena, andor_wide, all->count ? all->first[all->count] : 0);
    if (!ranking->slack)
        return false;
    for (uint32_t p = 0; p < all->count; p++)
        for (uint32_t i = all->first[p]; i < all->first[p + 1]; i++) {
            uint32_t c = all->connector[i], j = i;
            andor_wide slack = slack_of(ranking, all->node[p], c);
            for (; j > all->first[p] && ranking->slack[j - 1] > slack; j--) {
                ranking->slack[j] = ranking->slack[j - 1];
                all->connector[j] = all->connector[j - 1];
            }
            ranking->slack[j] = slack;
            all->connector[j] = c;
        }
    return true;
}

/* Returns a + times * slack, or infinity if it passes 2^127 - 1. */
static andor_wide raised(andor_wide a, andor_wide times, andor_wide slack)
{
    andor_wide more;
    if (__builtin_mul_overflow(times, slack, &more) || __builtin_add_overflow(a, more, &more) || more >> 127)
        return ANDOR_WIDE_INF;
    return more;
}

/* ---- parts ---- */

/* Pushes the part of `parent` that has, at position `at`, the first alternative from `rank` on. low: the bound without
 * the slack at that node. */
static enum nash_status push_alternative(struct ranking *ranking, uint32_t parent, uint32_t at, uint32_t rank,
                                         andor_wide low, andor_wide times)
{
    const struct andor_choice *choice = &ranking->best->graphs[parent].choice[at];
    uint32_t first = ranking_first(ranking, choice->node), last = ranking_last(ranking, choice->node);
    rank += first + rank < last && ranking->all.connector[first + rank] == choice->connector;
    if (first + rank >= last)
        return NASH_OK;
    struct part part = {.times = times, .parent = parent, .at = at, .rank = rank};
    part.cost = ranking->shared ? ranking->best->graphs[parent].cost : raised(low, times, ranking->slack[first + rank]);
    if (part.cost == ANDOR_WIDE_INF) {
        ranking->dropped = true;
        return NASH_OK;
    }
    return push_part(ranking, part);
}

/* Pushes the part with the next alternative at the same node. */
static enum nash_status push_sibling(struct ranking *ranking, const struct part *part)
{
    if (part->parent == ANDOR_NONE)
        return NASH_OK;
    uint32_t v = ranking->best->graphs[part->parent].choice[part->at].node, first = ranking_first(ranking, v);
    andor_wide low = ranking->shared ? 0 : part->cost - part->times * ranking->slack[first + part->rank];
    return push_alternative(ranking, part->parent, part->at, part->rank + 1, low, part->times);
}

static andor_wide chosen_slack(const struct ranking *ranking, const struct andor_choice *choice)
{
    uint32_t i = ranking_first(ranking, choice->node);
    while (ranking->all.connector[i] != choice->connector)
        i++;
    return ranking->slack[i];
}

/* Divides the graph that was found last into parts. */
static enum nash_status push_parts(struct ranking *ranking)
{
    const struct andor_graph *graph = ranking->graph;
    uint32_t parent = ranking->best->found - 1;
    const struct andor_ranked *g = &ranking->best->graphs[parent];
    andor_wide low = andor_value(ranking->values, graph->root);
    enum nash_status status = NASH_OK;
    ranking->times[graph->root] = 1;
    for (uint32_t i = 0; status == NASH_OK && i < g->count; i++) {
        uint32_t c = g->choice[i].connector;
        andor_wide times = ranking->times[g->choice[i].node];
        if (i >= ranking->start[parent] && low != ANDOR_WIDE_INF)
            status = push_alternative(ranking, parent, i, 0, low, times);
        low = low == ANDOR_WIDE_INF ? low : raised(low, times, chosen_slack(ranking, &g->choice[i]));
        for (uint32_t e = graph->to[c]; e < graph->to[c + 1]; e++)
            ranking->times[graph->succ[e]] = raised(ranking->times[graph->succ[e]], 1, times);
    }
    for (uint32_t i = 0; i < g->count; i++) { /* clears the scratch array */
        ranking->times[g->choice[i].node] = 0;
        for (uint32_t e = graph->to[g->choice[i].connector]; e < graph->to[g->choice[i].connector + 1]; e++)
            ranking->times[graph->succ[e]] = 0;
    }
    return status;
}

static enum nash_status list_part(struct ranking *ranking, const struct part *part)
{
    struct andor_k_best *best = ranking->best;
    ranking->start[best->found] = part->parent == ANDOR_NONE ? 0 : part->at + 1;
    best->graphs[best->found++] = (struct andor_ranked){part->choice, part->count, part->cost};
    ranking->choices += part->count;
    if (ranking->choices > CHOICES_MAX && best->found < ranking->k)
        best->ended = ended_large;
    return best->ended || best->found == ranking->k ? NASH_OK : push_parts(ranking);
}

/* ---- all of it ---- */

/* Takes the part of the least bound: lists its best graph if it is known to be the next one, else builds it. */
static enum nash_status next_part(struct ranking *ranking)
{
    struct part part = pop_part(ranking);
    enum nash_status status = NASH_OK;
    bool feasible = true;
    if (nash_stop(ranking->run, ANDOR_CHECK_K_BEST))
        return NASH_STOPPED;
    if (!part.choice) {
        status = push_sibling(ranking, &part);
        if (status == NASH_OK)
            status = ranking_build(ranking, &part, &feasible);
        if (status != NASH_OK || !feasible)
            return status;
        if (ranking->waiting && ranking->heap[0].cost < part.cost)
            return push_part(ranking, part);
    }
    return list_part(ranking, &part);
}

static bool ranking_init(struct ranking *ranking)
{
    struct nash_arena *arena = ranking->run->arena;
    ranking->start = NASH_NEW(arena, uint32_t, ranking->k);
    ranking->needed = NASH_NEW(arena, uint8_t, ranking->all.count);
    ranking->times = NASH_NEW(arena, andor_wide, ranking->graph->nodes);
    ranking->mark = NASH_NEW(arena, uint32_t, ranking->graph->nodes);
    return ranking->start && ranking->needed && ranking->times && ranking->mark && sort_by_slack(ranking);
}

/* Counts all solution graphs: those found, if no part is left. */
static enum nash_status count_graphs(const struct ranking *ranking, uint32_t states)
{
    struct andor_k_best *best = ranking->best;
    struct andor_optima optima = {0};
    best->count = best->found;
    best->complete = best->found < ranking->k && !ranking->dropped && !best->ended;
    if (best->complete)
        return NASH_OK;
    enum nash_status status = ranking->all.cyclic ? andor_tight_walk(&ranking->all, 0, states, &optima, ranking->error)
                                                  : andor_tight_count(&ranking->all, states, &optima, ranking->error);
    if (status != NASH_OK)
        return status;
    best->count = optima.count > best->count ? optima.count : best->count;
    best->complete = optima.complete;
    return NASH_OK;
}

static enum nash_status rank_graphs(struct ranking *ranking, uint32_t states)
{
    struct part whole = {.cost = ranking->shared ? 0 : andor_value(ranking->values, ranking->graph->root),
                         .parent = ANDOR_NONE};
    enum nash_status status = ranking_init(ranking) ? push_part(ranking, whole) : NASH_NOMEM;
    while (status == NASH_OK && ranking->waiting && ranking->best->found < ranking->k && !ranking->best->ended)
        status = next_part(ranking);
    if (status == NASH_STOPPED) {
        ranking->best->ended = ended_budget;
        status = NASH_OK;
    }
    return status == NASH_OK ? count_graphs(ranking, states) : status;
}

enum nash_status andor_k_best_find(const struct andor_graph *graph, const struct andor_values *values, bool shared,
                                   uint32_t k, uint32_t states, struct nash_run *run, struct andor_k_best *best,
                                   struct nash_error *error)
{
    struct ranking ranking = {
        .graph = graph, .values = values, .run = run, .error = error, .best = best, .k = k, .shared = shared};
    *best = (struct andor_k_best){.complete = true, .graphs = NASH_NEW(run->arena, struct andor_ranked, k)};
    if (andor_value(values, graph->root) == ANDOR_WIDE_INF)
        return NASH_OK;
    enum nash_status status =
        best->graphs ? andor_tight_find(&ranking.all, graph, values, true, run, error) : NASH_NOMEM;
    ranking.exact = !shared && !ranking.all.cyclic;
    if (status == NASH_OK)
        status = rank_graphs(&ranking, states);
    if (status == NASH_STOPPED) {
        best->complete = false;
        best->ended = ended_budget;
        return NASH_OK;
    }
    return status == NASH_NOMEM
               ? nash_fail(error, NASH_NOMEM, "", "the memory of this job does not hold the ranked solution graphs")
               : status;
}
