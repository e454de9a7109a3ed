/* Who stands above whom in the search graph: what steps 10 and 12 of AO* ask. */
#ifndef ANDOR_ANCESTRY_H
#define ANDOR_ANCESTRY_H

#include <solvers/andor/aostar/state.h>

struct andor_use; /* of a node by a connector */

struct andor_ancestry {
    struct andor_state *state;
    uint32_t *head;  /* of each node's list of uses, 1 + place in uses; 0: none */
    uint32_t *rank;  /* greater than that of all nodes it descends from, as long as there is no cycle */
    uint32_t *place; /* all 0: for andor_revise() */
    uint32_t room;   /* nodes these have room for */
    struct andor_use *uses;
    uint32_t used, use_room;
    bool cyclic; /* the search graph has a cycle: ranks mean nothing */
    struct andor_list moved;
};

void andor_ancestry_begin(struct andor_ancestry *ancestry, struct andor_state *state);

/* After the expansion of v: its connectors use their successors, which rank below it. */
enum nash_status andor_ancestry_add(struct andor_ancestry *ancestry, uint32_t v);

/* Appends to list the nodes whose marked connector leads to v, without those that are IN_S, and makes them that. */
enum nash_status andor_marked_parents(struct andor_ancestry *ancestry, uint32_t v, struct andor_list *list);

/* Appends to list all marked ancestors of the nodes in it. Nothing is IN_S before and after. */
enum nash_status andor_marked_ancestors(struct andor_ancestry *ancestry, struct andor_list *list);

#endif
