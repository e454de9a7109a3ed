/* Enumerates optimal graphs one by one where tight connectors of cost 0 close cycles. Places are decided in the order
 * in which they become needed; a connector that leads back to its own place through chosen ones is skipped. */
#include <solvers/andor/aostar/state.h>

#include "tight.h"

struct walker {
    const struct andor_tight *tight;
    uint32_t *pick;                     /* [count]: 1 + index in tight->connector of the choice; 0: none */
    struct andor_list needed;           /* places in the order of becoming needed; those before `at` are decided */
    struct andor_list before;           /* [index in needed]: length of `needed` before that place's choice */
    struct andor_list path, connectors; /* scratch of closes_cycle() and of walker_record() */
    uint8_t *is_needed;                 /* [count] */
    uint32_t *stamp, turn;              /* [count]: the last turn that met the place; turn: calls of closes_cycle() */
};

/* Returns whether the chosen connectors lead from the successors of `connector` back to place p. */
static bool closes_cycle(struct walker *walker, uint32_t connector, uint32_t p, bool *room)
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

/* Removes the places that the choice at `at` made needed. */
static void walker_undo(struct walker *walker, uint32_t at)
{
    while (walker->needed.count > walker->before.at[at])
        walker->is_needed[walker->needed.at[--walker->needed.count]] = 0;
}

/* Makes the next choice at needed place `at`. Returns false if there is none. */
static bool walker_next_choice(struct walker *walker, uint32_t at, bool *room)
{
    const struct andor_tight *tight = walker->tight;
    const struct andor_graph *graph = tight->graph;
    uint32_t p = walker->needed.at[at], next = walker->pick[p] ? walker->pick[p] : tight->first[p];
    walker_undo(walker, at);
    walker->pick[p] = 0;
    while (next < tight->first[p + 1] && closes_cycle(walker, tight->connector[next], p, room))
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

/* Counts a complete graph, and lists it if there is room. */
static bool walker_record(struct walker *walker, uint32_t list, struct andor_optima *optima)
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
        if (walker_next_choice(&walker, at, &room)) {
            if (room && at + 1 == walker.needed.count)
                room = walker_record(&walker, list, optima);
            else if (room)
                walker.before.at[++at] = walker.needed.count;
        } else {
            optima->complete = at == 0;
            over = at-- == 0;
        }
        over = over || !room;
    }
    optima->count += !optima->count; /* at least one: the marks of the values form an optimal graph */
    return room ? NASH_OK : nash_fail(error, NASH_NOMEM, NULL, "The memory of this job does not hold the optima.");
}
