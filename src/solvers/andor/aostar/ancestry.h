/* Ancestors in the search graph, for steps 10 and 12 of AO*. */
#ifndef ANDOR_AOSTAR_ANCESTRY_H
#define ANDOR_AOSTAR_ANCESTRY_H

#include <solvers/andor/aostar/state.h>

struct andor_use; /* use of a node by a connector */

struct andor_ancestry {
    struct andor_state *state;
    uint32_t *head;  /* each node's list of uses: 1 + index in uses; 0: none */
    uint32_t *rank;  /* higher than the ranks of all ancestors while there is no cycle */
    uint32_t *place; /* all 0; scratch of andor_revise() */
    uint32_t room;   /* capacity of these arrays in nodes */
    struct andor_use *uses;
    uint32_t used, use_room; /* length and capacity of uses */
    bool cyclic;             /* the search graph has a cycle, and ranks are meaningless */
    struct andor_list moved; /* scratch: nodes whose rank rose */
};

void andor_ancestry_begin(struct andor_ancestry *ancestry, struct andor_state *state);

/* Call after the expansion of v. Records the uses of its successors and ranks them below v. */
enum nash_status andor_ancestry_add(struct andor_ancestry *ancestry, uint32_t v);

/* Appends to list the nodes whose marked connector leads to v and that are not IN_S, and sets IN_S. */
enum nash_status andor_marked_parents(struct andor_ancestry *ancestry, uint32_t v, struct andor_list *list);

/* Appends to list all marked ancestors of its nodes. No node is IN_S before or after. */
enum nash_status andor_marked_ancestors(struct andor_ancestry *ancestry, struct andor_list *list);

#endif
