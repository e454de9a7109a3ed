/* The search graph of both forms of AO*: cost q, mark and labels of each node.
 *
 * A node becomes KNOWN when a node that leads to it is expanded. A terminal then gets q = 0 and is SOLVED at once; any
 * other node gets q = h. Nodes that are not KNOWN have no other labels. A sum of 2^127 or more is ANDOR_WIDE_HUGE while
 * a cheaper connector may still be found, and an error if none is. */
#ifndef ANDOR_AOSTAR_STATE_H
#define ANDOR_AOSTAR_STATE_H

#include <solvers/andor/aostar/aostar.h>
#include <solvers/andor/list.h>

enum andor_label {
    ANDOR_KNOWN = 1,
    ANDOR_EXPANDED = 2,
    ANDOR_SOLVED = 4,
    ANDOR_BUSY = 8,    /* on the path of the depth-first search */
    ANDOR_LISTED = 16, /* in a region or on its border (rounds.c) */
    ANDOR_USED = 32,   /* its connectors are recorded as uses of their successors (ancestry.c) */
    ANDOR_IN_S = 64,   /* in the set S of nodes to be revised */
};

enum { ANDOR_EDGES_PER_POLL = 16 }; /* edges that count as one call of nash_stop() */

/* Numbers of the stop checks of the searches. The passes and rules/ have others. */
enum andor_search_check {
    ANDOR_CHECK_CYCLE = 20, /* printed: a cycle of the outer loop */
    ANDOR_CHECK_PARTIAL,    /* printed: a node of the partial solution graph */
    ANDOR_CHECK_RANK,       /* printed: a node whose rank changed */
    ANDOR_CHECK_REVISE,     /* both: a revised node */
    ANDOR_CHECK_EXPAND,     /* depth first: an expanded node */
    ANDOR_CHECK_ROUND,      /* depth first: a node of a round */
    ANDOR_CHECK_OPTIMA,     /* optima/ */
    ANDOR_CHECK_SHARED,     /* shared/ */
    ANDOR_CHECK_K_BEST,     /* k_best/ */
};

struct andor_state {
    struct andor_graph *graph;
    struct nash_run *run;
    struct nash_error *error;
    uint64_t *narrow; /* q in 64 bits, or NULL */
    andor_wide *q;    /* q in 128 bits if narrow is NULL */
    uint32_t *mark;
    uint8_t *label;       /* enum andor_label */
    uint32_t room;        /* capacity of these arrays in nodes */
    uint32_t initialized; /* number of nodes whose q and labels are set */
    uint64_t cycles, expanded, revised;
    uint64_t steps, steps_max; /* edges read, and the number after which the search ends */
    uint64_t progress_at;      /* number of expansions at which to check whether progress is due */
};

/* Begins a search with the root as its only node. narrow: q has 64 bits. */
enum nash_status andor_state_begin(struct andor_state *state, struct andor_graph *graph, struct nash_run *run,
                                   bool narrow, struct nash_error *error);

/* Switches from 64 bits to 128: expanded nodes stay expanded, everything else starts again. */
enum nash_status andor_state_widen(struct andor_state *state);

/* Step 6: makes the connectors of v, and makes their successors KNOWN. fresh (may be NULL) receives those that were not
 * KNOWN. */
enum nash_status andor_state_expand(struct andor_state *state, uint32_t v, struct andor_list *fresh);

/* Returns whether the search must end, because of the run or its step limit. edges: number of edges that are read
 * before the next call. They bring the next reading of the clock forward, so that a node with very many edges does not
 * delay a cancel. */
static inline bool andor_state_stop(struct andor_state *state, unsigned check, uint32_t edges)
{
    struct nash_run *run = state->run;
    uint32_t polls = edges / ANDOR_EDGES_PER_POLL;
    state->steps += edges + UINT64_C(1);
    run->clock_in -= polls < run->clock_in ? polls : run->clock_in;
    return nash_stop(run, check) || state->steps > state->steps_max;
}

/* The rare parts of andor_state_open(). */
enum nash_status andor_state_generate(struct andor_state *state, uint32_t v);
void andor_state_report_progress(struct andor_state *state);

/* Exports the result to the caller, also if status says why the search ended early. A stop becomes NASH_OK; a node
 * limit (NASH_TOO_LARGE) is returned. */
enum nash_status andor_state_end(struct andor_state *state, struct andor_search *search, enum nash_status status);

enum nash_status andor_state_overflow(const struct andor_state *state);
enum nash_status andor_state_nomem(const struct andor_state *state);

/* Returns the number of edges of all connectors of v. */
static inline uint32_t andor_state_edges(const struct andor_graph *graph, uint32_t v)
{
    uint32_t first = graph->first[v], last = graph->last[v];
    return first == last ? 0 : graph->to[last] - graph->to[first];
}

/* Expands v without making its successors KNOWN. */
static inline enum nash_status andor_state_open(struct andor_state *state, uint32_t v)
{
    if (state->graph->expand) {
        enum nash_status status = andor_state_generate(state, v);
        if (status != NASH_OK)
            return status;
    }
    state->run->nodes++;
    if (++state->expanded >= state->progress_at)
        andor_state_report_progress(state);
    state->label[v] |= ANDOR_EXPANDED;
    return NASH_OK;
}

#endif
