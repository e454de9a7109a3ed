/* Places and bounds.
 *
 * A node that several may share is paid for once, so a parent may count only a part of it: share = least / parents. Let
 * least(v) = min over its connectors of cost + the shares of their successors. Added up over a solution graph that
 * gives at most its cost plus, for each node but the root, as many shares as it has parents there, which is no more
 * than its least: so least(root) is a bound. Added up over what is still to be decided after some places, each node
 * needed there counts for its least without the shares of the parents still to come: a bound on the rest. Where there
 * are cycles a node may lead back to one that is paid for; least is then but the cheapest connector. */
#include <solvers/andor/aostar/state.h>
#include <solvers/andor/order.h>
#include <solvers/andor/shared_parts.h>

struct maker {
    struct andor_parts *parts;
    const struct andor_values *values;
    uint32_t *place;       /* [graph->nodes] 1 + place; 0: none */
    uint32_t *stamp, turn; /* [count] */
    struct andor_list choice, to, succ, kid_at, kid;
};

static bool is_finite(const struct andor_values *values, uint32_t v)
{
    return values->wide ? values->wide[v] != ANDOR_WIDE_INF : values->value[v] != ANDOR_INF;
}

static bool can_be_solved(const struct maker *maker, uint32_t c)
{
    const struct andor_graph *graph = maker->parts->graph;
    for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++)
        if (!is_finite(maker->values, graph->succ[i]))
            return false;
    return true;
}

/* The places, the root's first. */
static enum nash_status find_places(struct maker *maker)
{
    struct andor_parts *parts = maker->parts;
    const struct andor_graph *graph = parts->graph;
    struct nash_arena *arena = parts->run->arena;
    struct andor_order order;
    enum nash_status status = andor_find_order(graph, parts->run, &order, parts->error);
    if (status != NASH_OK)
        return status;
    parts->cyclic = order.cyclic;
    parts->node = NASH_NEW(arena, uint32_t, order.count);
    maker->place = NASH_NEW(arena, uint32_t, graph->nodes);
    if (!parts->node || !maker->place)
        return NASH_NOMEM;
    for (uint32_t i = order.count; i-- > 0;) {
        uint32_t v = order.node[i] & ~ANDOR_MORE;
        if (andor_is_terminal(graph, v) || !is_finite(maker->values, v))
            continue;
        parts->node[parts->count++] = v;
        maker->place[v] = parts->count;
    }
    parts->first = NASH_NEW(arena, uint32_t, parts->count + 1);
    parts->parents = NASH_NEW(arena, uint32_t, parts->count);
    parts->least = NASH_NEW(arena, andor_wide, parts->count);
    parts->share = NASH_NEW(arena, andor_wide, parts->count);
    parts->chain = NASH_NEW(arena, andor_wide, parts->count);
    maker->stamp = NASH_NEW(arena, uint32_t, parts->count);
    bool room = parts->first && parts->parents && parts->least && parts->share && parts->chain && maker->stamp;
    return room ? NASH_OK : NASH_NOMEM;
}

/* Appends the places a connector leads to, those not yet stamped in this turn. */
static bool add_places(struct maker *maker, uint32_t c, struct andor_list *list)
{
    const struct andor_graph *graph = maker->parts->graph;
    for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++) {
        uint32_t p = maker->place[graph->succ[i]];
        if (!p || maker->stamp[p - 1] == maker->turn)
            continue;
        maker->stamp[p - 1] = maker->turn;
        if (!andor_list_push(list, p - 1, maker->parts->run->arena))
            return false;
    }
    return true;
}

static bool add_choice(struct maker *maker, uint32_t c)
{
    struct nash_arena *arena = maker->parts->run->arena;
    maker->turn++;
    return andor_list_push(&maker->choice, c, arena) && andor_list_push(&maker->to, maker->succ.count, arena) &&
           add_places(maker, c, &maker->succ);
}

static bool add_kids(struct maker *maker, uint32_t p)
{
    struct andor_parts *parts = maker->parts;
    maker->turn++;
    if (!andor_list_push(&maker->kid_at, maker->kid.count, parts->run->arena))
        return false;
    uint32_t from = maker->kid.count;
    for (uint32_t i = parts->first[p]; i < maker->choice.count; i++)
        if (!add_places(maker, maker->choice.at[i], &maker->kid))
            return false;
    for (; from < maker->kid.count; from++)
        parts->parents[maker->kid.at[from]]++;
    return true;
}

static enum nash_status find_choices(struct maker *maker)
{
    struct andor_parts *parts = maker->parts;
    const struct andor_graph *graph = parts->graph;
    struct nash_arena *arena = parts->run->arena;
    bool room = true;
    for (uint32_t p = 0; room && p < parts->count; p++) {
        uint32_t v = parts->node[p];
        if (nash_stop(parts->run, ANDOR_CHECK_SHARED))
            return NASH_STOPPED;
        for (uint32_t c = graph->first[v]; room && c < graph->last[v]; c++)
            if (can_be_solved(maker, c))
                room = add_choice(maker, c);
        room = room && add_kids(maker, p);
        parts->first[p + 1] = maker->choice.count;
    }
    room = room && andor_list_push(&maker->to, maker->succ.count, arena) &&
           andor_list_push(&maker->kid_at, maker->kid.count, arena);
    parts->choice = maker->choice.at;
    parts->choices = maker->choice.count;
    parts->to = maker->to.at;
    parts->succ = maker->succ.at;
    parts->kid_at = maker->kid_at.at;
    parts->kid = maker->kid.at;
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
    struct maker maker = {.parts = parts, .values = values};
    enum nash_status status = find_places(&maker);
    if (status == NASH_OK)
        status = find_choices(&maker);
    if (status == NASH_OK)
        find_bounds(parts);
    return status;
}
