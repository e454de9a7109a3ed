/* Tricks that are sure without a search. */
#ifndef SUITS_BOUNDS_H
#define SUITS_BOUNDS_H

#include "state.h"

/* At least so many tricks the player on lead makes by playing from the top (quick tricks). trump: suit 0 is. */
unsigned suits_sure(const struct suits_state *state, bool trump);

#endif
