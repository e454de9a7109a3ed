/* The state graph of a small position of Grundy's game (the seed's game of page 59): a state is a multiset of piles and
 * who is to move, an edge a move. Breadth first, so that a state's number is larger than that of any state with fewer
 * moves made. */
#ifndef GAMETREE_PILES_STATES_H
#define GAMETREE_PILES_STATES_H

#include "piles.h"

enum {
    STATES_MOST = 2000,
    STATES_EDGES = 20000,
    STATES_PILES = 64 /* of one state */
};

struct piles_state {
    uint32_t first, count; /* its piles, descending, in piles_states.pile */
    uint32_t moves;        /* made so far: its level */
    bool mover_wins;       /* found from the end of the graph upward; by value where it is cut off */
    uint32_t edge, edges;  /* moves from here: piles_states.to[edge ..] */
};

struct piles_states {
    bool complete; /* false: there was no room for all states or moves */
    uint32_t count, edges, piles, terminals;
    struct piles_state *state;
    uint32_t *to;   /* target of each edge, grouped by source */
    uint32_t *pile; /* of all states */
};

/* Of at most STATES_PILES piles. NASH_NOMEM; a run that is stopped leaves what is there, not complete. */
enum nash_status piles_states_make(const struct piles_problem *p, struct mex_values values, struct nash_run *run,
                                   struct piles_states **states, struct nash_error *error);

#endif
