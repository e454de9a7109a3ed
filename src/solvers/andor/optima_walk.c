/* Graph by graph, where tight connectors of cost 0 close cycles: places are decided as they are come to, a connector
 * that leads back to its own place through what has been chosen is passed over. */
#include <solvers/andor/aostar/state.h>
#include <solvers/andor/tight.h>

struct walker {
    const struct andor_tight *tight;
    uint32_t *pick;           /* [count] 1 + place in tight->connector of what is chosen; 0: nothing */
    struct andor_list needed; /* places, in the order in which they were come to; all before `at` are decided */
    struct andor_list before; /* how many were needed before the choice of each */
    struct andor_list path, connectors;
    uint8_t *is_needed;
    uint32_t *stamp, turn;
};

/* Does what is chosen lead from the successors of a connector back to place p? */
static bool leads_back(struct walker *walker, uint32_t connector, uint32_t p, bool *room)
{
    const struct andor_tight *tight = walker->tight;
    const struct andor_graph *graph = tight->graph;
    walker->turn++;
    walker->path.count = 0;
    for (uint32_t c = connector;;) {
        for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++) {
            uint32_t q = tight->place[graph->succ[i]];
            if (q == p + 1)
                return true;
            if (!q || walker->stamp[q - 1] == walker->turn || !walker->pick[q - 1])
                continue;
            walker->stamp[q - 1] = walker->turn;
            *room = *room && andor_list_push(&walker->path, q - 1, tight->run->arena);
        }
        if (!walker->path.count || !*room)
            return false;
        c = tight->connector[walker->pick[walker->path.at[--walker->path.count]] - 1];
    }
}

/* Takes back what the choice at the last place brought. */
static void take_back(struct walker *walker, uint32_t at)
{
    while (walker->needed.count > walker->before.at[at])
        walker->is_needed[walker->needed.at[--walker->needed.count]] = 0;
}

/* The next choice at the place `at` of those needed. false: there is none. */
static bool choose(struct walker *walker, uint32_t at, bool *room)
{
    const struct andor_tight *tight = walker->tight;
    const struct andor_graph *graph = tight->graph;
    uint32_t p = walker->needed.at[at], next = walker->pick[p] ? walker->pick[p] : tight->first[p];
    take_back(walker, at);
    walker->pick[p] = 0;
    while (next < tight->first[p + 1] && leads_back(walker, tight->connector[next], p, room))
        next++;
    if (next == tight->first[p + 1])
        return false;
    walker->pick[p] = next + 1;
    for (uint32_t i = graph->to[tight->connector[next]]; i < graph->to[tight->connector[next] + 1]; i++) {
        uint32_t q = tight->place[graph->succ[i]];
        if (!q || walker->is_needed[q - 1])
            continue;
        walker->is_needed[q - 1] = 1;
        *room = *room && andor_list_push(&walker->needed, q - 1, tight->run->arena);
    }
    return true;
}

/* All that is needed is chosen. */
static bool keep(struct walker *walker, uint32_t list, struct andor_optima *optima)
{
    const struct andor_tight *tight = walker->tight;
    optima->count++;
    if (optima->listed == list)
        return true;
    walker->connectors.count = 0;
    for (uint32_t i = 0; i < walker->needed.count; i++)
        if (!andor_list_push(&walker->connectors, tight->connector[walker->pick[walker->needed.at[i]] - 1],
                             tight->run->arena))
            return false;
    return andor_tight_keep(tight, walker->connectors.at, walker->connectors.count, optima);
}

enum nash_status andor_tight_walk(const struct andor_tight *tight, uint32_t list, uint32_t states,
                                  struct andor_optima *optima, struct nash_error *error)
{
    struct nash_arena *arena = tight->run->arena;
    struct walker walker = {.tight = tight,
                            .pick = NASH_NEW(arena, uint32_t, tight->count),
                            .is_needed = NASH_NEW(arena, uint8_t, tight->count),
                            .stamp = NASH_NEW(arena, uint32_t, tight->count)};
    bool room = walker.pick && walker.is_needed && walker.stamp && andor_list_push(&walker.needed, 0, arena) &&
                andor_list_reserve(&walker.before, tight->count, arena);
    uint32_t at = 0;
    optima->count = 0;
    if (room)
        walker.before.at[0] = 1;
    for (bool over = !room; !over;) {
        if (!states-- || nash_stop(tight->run, ANDOR_CHECK_OPTIMA))
            break;
        if (choose(&walker, at, &room)) {
            if (room && at + 1 == walker.needed.count)
                room = keep(&walker, list, optima);
            else if (room)
                walker.before.at[++at] = walker.needed.count;
        } else {
            optima->complete = at == 0;
            over = at-- == 0;
        }
        over = over || !room;
    }
    optima->count += !optima->count; /* the marks of the values are one */
    return room ? NASH_OK : nash_fail(error, NASH_NOMEM, NULL, "The memory of this job does not hold the optima.");
}
