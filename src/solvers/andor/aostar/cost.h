/* Costs of nodes and connectors during a search of AO*, in either width. */
#ifndef ANDOR_AOSTAR_COST_H
#define ANDOR_AOSTAR_COST_H

#include <solvers/andor/aostar/state.h>

#define ANDOR_HUGE      (ANDOR_INF - 1)      /* a finite q that does not fit 64 bits */
#define ANDOR_WIDE_HUGE (ANDOR_WIDE_INF - 1) /* a finite q of 2^127 or more, which is an error as in the passes */

/* Returns the q of a node in 128 bits. */
static inline andor_wide andor_state_q(const struct andor_state *state, uint32_t v)
{
    if (!state->narrow)
        return state->q[v];
    uint64_t q = state->narrow[v];
    return q < ANDOR_HUGE ? q : q == ANDOR_INF ? ANDOR_WIDE_INF : ANDOR_WIDE_HUGE;
}

static inline void andor_state_set_q(struct andor_state *state, uint32_t v, andor_wide q)
{
    if (!state->narrow)
        state->q[v] = q;
    else
        state->narrow[v] = q == ANDOR_WIDE_INF ? ANDOR_INF : q < ANDOR_HUGE ? (uint64_t)q : ANDOR_HUGE;
}

/* Returns a + b; ANDOR_WIDE_INF if either is infinite, ANDOR_WIDE_HUGE if the sum does not fit. */
static inline andor_wide andor_wide_add(andor_wide a, andor_wide b)
{
    andor_wide sum;
    if (__builtin_expect(!__builtin_add_overflow(a, b, &sum) && !(sum >> 127), 1))
        return sum;
    return a == ANDOR_WIDE_INF || b == ANDOR_WIDE_INF ? ANDOR_WIDE_INF : ANDOR_WIDE_HUGE;
}

/* Returns the cost of connector c plus q of all its successors, which must be KNOWN. */
static inline andor_wide andor_state_sum(const struct andor_state *state, uint32_t c)
{
    const struct andor_graph *graph = state->graph;
    andor_wide sum = andor_cost(graph, c);
    for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++)
        sum = andor_wide_add(sum, andor_state_q(state, graph->succ[i]));
    return sum;
}

/* Returns whether all successors of connector c are SOLVED. */
static inline bool andor_state_all_solved(const struct andor_state *state, uint32_t c)
{
    const struct andor_graph *graph = state->graph;
    for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++)
        if (!(state->label[graph->succ[i]] & ANDOR_SOLVED))
            return false;
    return true;
}

#endif
