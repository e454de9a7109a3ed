/* The state graph of a small position (lecture notes, page 59: Grundy's game). A state is a multiset of piles and the
 * player to move; an edge is a move. States are numbered breadth first. */
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
    uint32_t moves;        /* least number of moves from the root; even: the player who moves there moves here */
    bool mover_wins;       /* by the graph if it is complete, else by the rule of the game */
    uint32_t edge, edges;  /* the moves lead to piles_states.to[edge .. edge + edges - 1] */
};

struct piles_states {
    bool complete; /* false: no room for all states or moves, or stopped */
    bool known;    /* the winners are known: by the graph or by a rule */
    uint32_t count, edges, piles, terminals;
    struct piles_state *state;
    uint32_t *to;   /* target of each edge, grouped by source */
    uint32_t *pile; /* piles of all states */
};

/* Returns whether the mover wins at a state by the theory of the game. */
typedef bool piles_rule(const struct piles_problem *p, const uint32_t *pile, uint32_t count);

/* Builds the graph of at most STATES_PILES_MAX piles. rule: for the winners of an incomplete graph, or NULL. A stop
 * leaves it incomplete. Returns NASH_OK or NASH_NOMEM. */
enum nash_status piles_states_make(const struct piles_problem *p, piles_rule *rule, struct nash_run *run,
                                   struct piles_states **states, struct nash_error *error);

/* Returns whether the rule gives the same winners. */
bool piles_states_hold(const struct piles_states *states, const struct piles_problem *p, piles_rule *rule);

#endif
