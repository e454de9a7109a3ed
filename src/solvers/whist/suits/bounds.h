/* Tricks that are sure without a search. */
#ifndef SUITS_BOUNDS_H
#define SUITS_BOUNDS_H

#include "state.h"

/* Does the player on lead make `want` tricks by playing from the top? want >= 1. */
bool suits_quick(const struct suits_state *state, bool trump, unsigned want);

/* Does the other make `want` tricks by taking the first, whatever is led, and then playing from the top? */
bool suits_quick_second(const struct suits_state *state, bool trump, unsigned want);

#endif
