/* What both forms of AO* know of the search graph: cost q, mark and labels of each node.
 *
 * A node is known from the time a node before it was expanded; its q is h then, 0 when it is a terminal, which is
 * SOLVED at once. What is not known has no flags. Sums past 128 bits are ANDOR_WIDE_HUGE while a cheaper connector may
 * still be found, and an error where none is. */
#ifndef ANDOR_STATE_H
#define ANDOR_STATE_H

#include <solvers/andor/aostar/aostar.h>
#include <solvers/andor/aostar/list.h>

#define ANDOR_HUGE      (ANDOR_INF - 1)      /* what does not fit 64 bits */
#define ANDOR_WIDE_HUGE (ANDOR_WIDE_INF - 1) /* what is too great for 128 bits: as in the passes, from 2^127 on */

enum andor_label {
    ANDOR_KNOWN = 1,
    ANDOR_EXPANDED = 2,
    ANDOR_SOLVED = 4,
    ANDOR_BUSY = 8,    /* on the path of the quick search */
    ANDOR_LISTED = 16, /* in a region or on its border */
    ANDOR_USED = 32,   /* what it uses is in the lists of uses */
    ANDOR_IN_S = 64,   /* to be revised */
};

enum { ANDOR_EDGES_A_POLL = 16 };

/* Numbers of the places where a search can be stopped; rules, passes and the plug-in have others. */
enum andor_search_check {
    ANDOR_CHECK_CYCLE = 20, /* printed: a turn of the outer loop */
    ANDOR_CHECK_PARTIAL,    /* printed: a node of the partial solution graph */
    ANDOR_CHECK_RANK,       /* printed: a node that moved down */
    ANDOR_CHECK_REVISE,     /* both: a node revised */
    ANDOR_CHECK_EXPAND,     /* quick: a node expanded */
    ANDOR_CHECK_ROUND,      /* quick: a node of a round */
    ANDOR_CHECK_OPTIMA,     /* optima.c */
    ANDOR_CHECK_SHARED,     /* shared.c */
};

struct andor_state {
    struct andor_graph *graph;
    struct nash_run *run;
    struct nash_error *error;
    uint64_t *narrow; /* q in 64 bits; NULL: */
    andor_wide *q;    /* in 128 */
    uint32_t *mark;
    uint8_t *label;  /* enum andor_label */
    uint32_t room;   /* nodes these have room for */
    uint32_t primed; /* nodes whose q is no less than h */
    uint64_t cycles, expanded, revised;
    uint64_t steps, steps_most; /* edges looked at; after how many the search ends */
    uint64_t tell_at;           /* expansions at which the clock is asked whether progress is wanted */
};

enum nash_status andor_state_begin(struct andor_state *state, struct andor_graph *graph, struct nash_run *run,
                                   bool narrow, struct nash_error *error);

/* From 64 bits to 128: what is expanded stays so, all else of the search is as at its beginning. */
enum nash_status andor_state_widen(struct andor_state *state);

/* Step 6: makes the connectors of v, and the nodes they lead to known. fresh (may be NULL) gets those new by it. */
enum nash_status andor_state_expand(struct andor_state *state, uint32_t v, struct andor_list *fresh);

/* Has the search to end, by the run or its steps? edges: that are looked at before the next call. The clock comes the
 * sooner for them, so that a node with very many does not make a cancel wait. */
static inline bool andor_state_stop(struct andor_state *state, unsigned check, uint32_t edges)
{
    struct nash_run *run = state->run;
    uint32_t polls = edges / ANDOR_EDGES_A_POLL;
    state->steps += edges + UINT64_C(1);
    run->clock_in -= polls < run->clock_in ? polls : run->clock_in;
    return nash_stop(run, check) || state->steps > state->steps_most;
}

/* What andor_state_open() does seldom. */
enum nash_status andor_state_make(struct andor_state *state, uint32_t v);
void andor_state_tell(struct andor_state *state);

/* Hands over to the caller what was found, also when status says why the search ended early: a stop is NASH_OK then, a
 * node limit (NASH_TOO_LARGE) what it was. */
enum nash_status andor_state_end(struct andor_state *state, struct andor_search *search, enum nash_status status);

enum nash_status andor_state_overflow(const struct andor_state *state);
enum nash_status andor_state_nomem(const struct andor_state *state);

/* Successors of all connectors of v together. */
static inline uint32_t andor_state_edges(const struct andor_graph *graph, uint32_t v)
{
    uint32_t first = graph->first[v], last = graph->last[v];
    return first == last ? 0 : graph->to[last] - graph->to[first];
}

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

/* Expands v without a look at its successors, which get to be ANDOR_KNOWN. */
static inline enum nash_status andor_state_open(struct andor_state *state, uint32_t v)
{
    if (state->graph->expand) {
        enum nash_status status = andor_state_make(state, v);
        if (status != NASH_OK)
            return status;
    }
    state->run->nodes++;
    if (++state->expanded >= state->tell_at)
        andor_state_tell(state);
    state->label[v] |= ANDOR_EXPANDED;
    return NASH_OK;
}

/* a + b, ANDOR_WIDE_INF when either is, ANDOR_WIDE_HUGE when that does not fit. */
static inline andor_wide andor_wide_sum(andor_wide a, andor_wide b)
{
    andor_wide sum;
    if (__builtin_expect(!__builtin_add_overflow(a, b, &sum) && !(sum >> 127), 1))
        return sum;
    return a == ANDOR_WIDE_INF || b == ANDOR_WIDE_INF ? ANDOR_WIDE_INF : ANDOR_WIDE_HUGE;
}

/* Cost of connector c and of all its successors, which are known. */
static inline andor_wide andor_state_sum(const struct andor_state *state, uint32_t c)
{
    const struct andor_graph *graph = state->graph;
    andor_wide sum = andor_cost(graph, c);
    for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++)
        sum = andor_wide_sum(sum, andor_state_q(state, graph->succ[i]));
    return sum;
}

/* Are all successors of connector c SOLVED? */
static inline bool andor_state_all_solved(const struct andor_state *state, uint32_t c)
{
    const struct andor_graph *graph = state->graph;
    for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++)
        if (!(state->label[graph->succ[i]] & ANDOR_SOLVED))
            return false;
    return true;
}

#endif
