/* Breadth-first search with a hash index of multisets. Every move adds a pile, so all paths to a state have the same
 * length, and the multiset determines who moves. */
#include "state_graph.h"

#include <string.h>

#include <solvers/kit/hash_index.h>

enum { PILE_ROOM = STATES_MAX * 16 }; /* piles of all states together */

struct building {
    struct piles_states *states;
    struct hash_index index;
};

static uint64_t hash_of(const uint32_t *pile, uint32_t count)
{
    uint64_t hash = count;
    for (uint32_t i = 0; i < count; i++) {
        hash = (hash ^ pile[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    return hash * UINT64_C(0x9E3779B97F4A7C15);
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

/* Returns the number of the state with these piles, which is added if it is new, or UINT32_MAX if there is no room. */
static uint32_t state_of(struct building *b, const uint32_t *pile, uint32_t count, uint32_t moves)
{
    struct piles_states *s = b->states;
    struct hash_probe probe = hash_index_probe(&b->index, hash_of(pile, count));
    for (uint32_t i; (i = hash_index_next(&b->index, &probe)) != HASH_INDEX_NONE;)
        if (s->state[i].count == count && memcmp(s->pile + s->state[i].first, pile, count * sizeof *pile) == 0)
            return i;
    if (s->count == STATES_MAX || s->piles + count > PILE_ROOM)
        return UINT32_MAX;
    s->state[s->count] = (struct piles_state){.first = s->piles, .count = count, .moves = moves};
    memcpy(s->pile + s->piles, pile, count * sizeof *pile);
    s->piles += count;
    hash_index_insert(&b->index, &probe, s->count);
    return s->count++;
}

/* Adds an edge unless it exists: several splits can lead to one state. */
static void add_edge(struct building *b, struct piles_state *from, uint32_t to)
{
    struct piles_states *s = b->states;
    for (uint32_t i = from->edge; i < s->edges; i++)
        if (s->to[i] == to)
            return;
    if (to == UINT32_MAX || s->edges == STATES_EDGES_MAX) {
        s->complete = false;
        return;
    }
    s->to[s->edges++] = to;
    from->edges++;
}

static void state_expand(struct building *b, uint32_t index)
{
    struct piles_states *s = b->states;
    struct piles_state *state = &s->state[index];
    const uint32_t *pile = s->pile + state->first;
    state->edge = s->edges;
    for (uint32_t i = 0; i < state->count; i++) {
        if (i > 0 && pile[i] == pile[i - 1])
            continue;
        for (uint32_t part = 1; 2 * part < pile[i] && s->complete; part++) {
            uint32_t next[STATES_PILES_MAX + 1];
            if (state->count == STATES_PILES_MAX) {
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

/* Marks the states in which the mover wins: those with a move to a lost state, from the last state up. If the graph is
 * incomplete, the values of the piles decide. */
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
    uint32_t pile[STATES_PILES_MAX];
    *states = NULL;
    struct building b;
    struct piles_states *s = NASH_NEW(run->arena, struct piles_states, 1);
    if (!s || !hash_index_init(&b.index, STATES_MAX, run->arena) ||
        !(s->state = NASH_NEW(run->arena, struct piles_state, STATES_MAX)) ||
        !(s->to = NASH_NEW(run->arena, uint32_t, STATES_EDGES_MAX)) ||
        !(s->pile = NASH_NEW(run->arena, uint32_t, PILE_ROOM)))
        return nash_fail(error, NASH_NOMEM, "", "no memory for the state graph");
    b.states = s;
    *states = s;
    memcpy(pile, p->pile, p->count * sizeof *pile);
    sort_descending(pile, (uint32_t)p->count);
    s->complete = true;
    state_of(&b, pile, (uint32_t)p->count, 0);
    for (uint32_t i = 0; i < s->count && s->complete; i++) {
        if (nash_stop(run, PILES_CHECK_STATES))
            s->complete = false;
        else
            state_expand(&b, i);
    }
    find_winners(s, &values);
    return NASH_OK;
}
