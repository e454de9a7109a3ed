/* The state graph of a small position of Grundy's game (lecture notes, page 59). A state is a multiset of piles and the
 * player to move; an edge is a move. States are numbered breadth first, so that numbers ascend with the moves made. */
#ifndef GAMETREE_PILES_STATE_GRAPH_H
#define GAMETREE_PILES_STATE_GRAPH_H

#include "piles.h"

enum {
    STATES_MAX = 2000,
    STATES_EDGES_MAX = 20000,
    STATES_PILES_MAX = 64 /* piles of one state */
};

struct piles_state {
    uint32_t first, count; /* its piles are piles_states.pile[first .. first + count - 1], descending */
    uint32_t moves;        /* number of moves from the root */
    bool mover_wins;       /* by the graph if it is complete, else by the values of the piles */
    uint32_t edge, edges;  /* the moves lead to piles_states.to[edge .. edge + edges - 1] */
};

struct piles_states {
    bool complete; /* false: no room for all states or moves, or stopped */
    uint32_t count, edges, piles, terminals;
    struct piles_state *state;
    uint32_t *to;   /* target of each edge, grouped by source */
    uint32_t *pile; /* piles of all states */
};

/* Builds the graph of at most STATES_PILES_MAX piles. A stop leaves it incomplete. Returns NASH_OK or NASH_NOMEM. */
enum nash_status piles_states_make(const struct piles_problem *p, struct mex_values values, struct nash_run *run,
                                   struct piles_states **states, struct nash_error *error);

#endif
