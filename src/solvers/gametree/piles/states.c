/* Breadth first with a hash of multisets. Every move adds a pile, so all ways to a state have the same length and the
 * mover follows from the level: multiset and mover are one. */
#include "states.h"

#include <string.h>

enum { SLOTS = 4096, PILE_ROOM = STATES_MOST * 16 };

struct building {
    struct piles_states *states;
    struct nash_run *run;
    uint32_t slot[SLOTS]; /* state + 1 */
};

static uint32_t hash_of(const uint32_t *pile, uint32_t count)
{
    uint32_t hash = 2166136261U;
    for (uint32_t i = 0; i < count; i++) {
        hash = (hash ^ pile[i]) * 16777619U;
        hash ^= hash >> 15;
    }
    return hash;
}

static void sort_descending(uint32_t *pile, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        uint32_t value = pile[i], at = i;
        for (; at > 0 && pile[at - 1] < value; at--)
            pile[at] = pile[at - 1];
        pile[at] = value;
    }
}

/* The state of these piles, made when it is new. UINT32_MAX: no room. */
static uint32_t state_of(struct building *b, const uint32_t *pile, uint32_t count, uint32_t moves)
{
    struct piles_states *s = b->states;
    uint32_t at = hash_of(pile, count) % SLOTS;
    for (; b->slot[at] != 0; at = (at + 1) % SLOTS) {
        const struct piles_state *state = &s->state[b->slot[at] - 1];
        if (state->count == count && memcmp(s->pile + state->first, pile, count * sizeof *pile) == 0)
            return b->slot[at] - 1;
    }
    if (s->count == STATES_MOST || s->piles + count > PILE_ROOM)
        return UINT32_MAX;
    s->state[s->count] = (struct piles_state){.first = s->piles, .count = count, .moves = moves};
    memcpy(s->pile + s->piles, pile, count * sizeof *pile);
    s->piles += count;
    b->slot[at] = ++s->count;
    return s->count - 1;
}

/* Several splits can lead to one state (4 of a pair 4, 4): one edge. */
static void add_edge(struct building *b, struct piles_state *from, uint32_t to)
{
    struct piles_states *s = b->states;
    for (uint32_t i = from->edge; i < s->edges; i++)
        if (s->to[i] == to)
            return;
    if (to == UINT32_MAX || s->edges == STATES_EDGES) {
        s->complete = false;
        return;
    }
    s->to[s->edges++] = to;
    from->edges++;
}

static void expand(struct building *b, uint32_t index)
{
    struct piles_states *s = b->states;
    struct piles_state *state = &s->state[index];
    const uint32_t *pile = s->pile + state->first;
    state->edge = s->edges;
    for (uint32_t i = 0; i < state->count; i++) {
        if (i > 0 && pile[i] == pile[i - 1])
            continue;
        for (uint32_t part = 1; 2 * part < pile[i] && s->complete; part++) {
            uint32_t next[STATES_PILES + 1];
            if (state->count == STATES_PILES) {
                s->complete = false;
                return;
            }
            memcpy(next, pile, state->count * sizeof *next);
            next[i] -= part;
            next[state->count] = part;
            sort_descending(next, state->count + 1);
            add_edge(b, state, state_of(b, next, state->count + 1, state->moves + 1));
        }
    }
}

/* From the last state up; a state wins that has a move to one that loses. Where the graph was cut off, the values of
 * the piles say it. */
static void find_winners(struct piles_states *s, const struct mex_values *values)
{
    for (uint32_t i = s->count; i-- > 0;) {
        struct piles_state *state = &s->state[i];
        uint32_t value = 0;
        for (uint32_t k = 0; !s->complete && k < state->count; k++)
            value ^= mex_value(values, s->pile[state->first + k]);
        state->mover_wins = value != 0;
        for (uint32_t e = 0; e < state->edges && s->complete; e++)
            state->mover_wins |= !s->state[s->to[state->edge + e]].mover_wins;
        s->terminals += state->edges == 0 && s->complete;
    }
}

enum nash_status piles_states_make(const struct piles_problem *p, struct mex_values values, struct nash_run *run,
                                   struct piles_states **states, struct nash_error *error)
{
    uint32_t pile[STATES_PILES];
    *states = NULL;
    struct building *b = NASH_NEW(run->arena, struct building, 1);
    struct piles_states *s = NASH_NEW(run->arena, struct piles_states, 1);
    if (!b || !s || !(s->state = NASH_NEW(run->arena, struct piles_state, STATES_MOST)) ||
        !(s->to = NASH_NEW(run->arena, uint32_t, STATES_EDGES)) ||
        !(s->pile = NASH_NEW(run->arena, uint32_t, PILE_ROOM)))
        return nash_fail(error, NASH_NOMEM, "", "no memory for the state graph");
    *b = (struct building){.states = s, .run = run};
    *states = s;
    memcpy(pile, p->pile, p->count * sizeof *pile);
    sort_descending(pile, (uint32_t)p->count);
    s->complete = true;
    state_of(b, pile, (uint32_t)p->count, 0);
    for (uint32_t i = 0; i < s->count && s->complete; i++) {
        if (nash_stop(run, PILES_CHECK_STATES))
            s->complete = false;
        else
            expand(b, i);
    }
    find_winners(s, &values);
    return NASH_OK;
}
