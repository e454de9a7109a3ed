/* Costs of a set of nodes revised together, where cycles may join them (Knuth 1977). */
#ifndef ANDOR_REVISE_H
#define ANDOR_REVISE_H

#include <solvers/andor/aostar/state.h>

/* The nodes of set, expanded and not SOLVED, get the least costs that can be had from what lies outside the set, whose
 * q stands; their marks lead out of it without a cycle; what cannot leave it gets infinity. A node is SOLVED when all
 * successors of its mark are. order (may be NULL) becomes the places in the set in the order in which
 * its nodes were settled, those of infinite cost last. place: [state->room], all 0 before and after. NASH_STOPPED
 * leaves all as it was. */
enum nash_status andor_revise(struct andor_state *state, const struct andor_list *set, uint32_t *place,
                              struct andor_list *order);

#endif
