/* Breadth-first search with a hash index of states: the multiset of piles, and whether the number of moves is odd,
 * which says who moves. Piles of 0 coins are left out. */
#include "state_graph.h"

#include <string.h>

#include <solvers/kit/collections/hash_index.h>
#include <solvers/kit/collections/sort.h>

enum { PILE_ROOM = STATES_MAX * 16 }; /* piles of all states together */

struct building {
    const struct piles_problem *p;
    struct piles_states *states;
    struct hash_index index;
};

static uint64_t hash_of(const uint32_t *pile, uint32_t count, bool odd)
{
    uint64_t hash = 2 * (uint64_t)count + odd;
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
    struct hash_probe probe = hash_index_probe(&b->index, hash_of(pile, count, moves % 2));
    for (uint32_t i; (i = hash_index_next(&b->index, &probe)) != HASH_INDEX_NONE;)
        if (s->state[i].count == count && s->state[i].moves % 2 == moves % 2 &&
            memcmp(s->pile + s->state[i].first, pile, count * sizeof *pile) == 0)
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

/* Adds the state after a move: pile i becomes `rest` and `piece`, either of which may be 0. */
static void add_move(struct building *b, uint32_t index, uint32_t i, uint32_t rest, uint32_t piece)
{
    struct piles_state *state = &b->states->state[index];
    uint32_t next[STATES_PILES_MAX + 1], count = state->count;
    if (piece > 0 && count == STATES_PILES_MAX) {
        b->states->complete = false;
        return;
    }
    memcpy(next, b->states->pile + state->first, count * sizeof *next);
    next[i] = rest;
    if (piece > 0)
        next[count++] = piece;
    sort_descending(next, count);
    count -= rest == 0;
    add_edge(b, state, state_of(b, next, count, state->moves + 1));
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
        uint32_t most = piles_moves(b->p, pile[i]);
        for (uint32_t part = 1; part <= most && s->complete; part++)
            add_move(b, index, i, pile[i] - part, b->p->splits ? part : 0);
    }
}

/* Lists the states so that every move leads to an earlier one: in nim a move takes coins, in Grundy's game it adds a
 * pile. Returns NULL if the arena is full. */
static struct sort_item *order_states(const struct piles_states *s, bool splits, struct nash_arena *arena)
{
    struct sort_item *item = NASH_NEW(arena, struct sort_item, s->count);
    struct sort_item *scratch = NASH_NEW(arena, struct sort_item, s->count);
    if (!item || !scratch)
        return NULL;
    for (uint32_t i = 0; i < s->count; i++) {
        item[i].value = i;
        for (uint32_t k = 0; k < s->state[i].count; k++)
            item[i].key += s->pile[s->state[i].first + k] - splits;
    }
    return radix_sort_items(item, scratch, s->count);
}

/* Marks the states in which the mover wins: those with a move to a lost state and, in misere play, those without a
 * move. */
static void find_winners(struct piles_states *s, const struct sort_item *order, bool misere)
{
    for (uint32_t i = 0; i < s->count; i++) {
        struct piles_state *state = &s->state[order[i].value];
        s->terminals += state->edges == 0;
        state->mover_wins = misere && state->edges == 0;
        for (uint32_t e = 0; e < state->edges; e++)
            state->mover_wins |= !s->state[s->to[state->edge + e]].mover_wins;
    }
    s->known = true;
}

static void apply_rule(struct piles_states *s, const struct piles_problem *p, piles_rule *rule)
{
    for (uint32_t i = 0; i < s->count; i++)
        s->state[i].mover_wins = rule(p, s->pile + s->state[i].first, s->state[i].count);
    s->known = true;
}

bool piles_states_hold(const struct piles_states *s, const struct piles_problem *p, piles_rule *rule)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (s->state[i].mover_wins != rule(p, s->pile + s->state[i].first, s->state[i].count))
            return false;
    return true;
}

/* ---- the whole ---- */

static void search_states(struct building *b, struct nash_run *run)
{
    struct piles_states *s = b->states;
    uint32_t pile[STATES_PILES_MAX], count = 0;
    for (size_t i = 0; i < b->p->count; i++)
        if (b->p->pile[i] > 0)
            pile[count++] = b->p->pile[i];
    sort_descending(pile, count);
    s->complete = true;
    state_of(b, pile, count, 0);
    for (uint32_t i = 0; i < s->count && s->complete; i++) {
        if (nash_stop(run, PILES_CHECK_STATES))
            s->complete = false;
        else
            state_expand(b, i);
    }
}

enum nash_status piles_states_make(const struct piles_problem *p, piles_rule *rule, struct nash_run *run,
                                   struct piles_states **states, struct nash_error *error)
{
    struct building b = {.p = p};
    struct piles_states *s = b.states = NASH_NEW(run->arena, struct piles_states, 1);
    struct sort_item *order = NULL;
    if (!s || !hash_index_init(&b.index, STATES_MAX, run->arena) ||
        !(s->state = NASH_NEW(run->arena, struct piles_state, STATES_MAX)) ||
        !(s->to = NASH_NEW(run->arena, uint32_t, STATES_EDGES_MAX)) ||
        !(s->pile = NASH_NEW(run->arena, uint32_t, PILE_ROOM)))
        return nash_fail(error, NASH_NOMEM, "", "no memory for the state graph");
    search_states(&b, run);
    if (s->complete && !(order = order_states(s, p->splits, run->arena)))
        return nash_fail(error, NASH_NOMEM, "", "no memory for the state graph");
    if (order)
        find_winners(s, order, p->misere);
    else if (rule)
        apply_rule(s, p, rule);
    *states = s;
    return NASH_OK;
}
