/* Joint revision of a set of nodes that may lie on cycles (Knuth 1977). */
#ifndef ANDOR_AOSTAR_REVISE_H
#define ANDOR_AOSTAR_REVISE_H

#include <solvers/andor/aostar/state.h>

/* Gives the nodes of set, which are expanded and not SOLVED, the least costs that follow from the fixed q of all nodes
 * outside. Their marks lead out of the set without a cycle; a node that cannot leave the set gets infinite cost. A node
 * becomes SOLVED if all successors of its mark are. order (may be NULL) receives the indices of the set in the order of
 * settling, those of infinite cost last. place: [state->room], all 0 before and after. After NASH_STOPPED nothing has
 * changed. */
enum nash_status andor_revise(struct andor_state *state, const struct andor_list *set, uint32_t *place,
                              struct andor_list *order);

#endif
