/* Tricks that are certain without a search. */
#ifndef SUITS_BOUNDS_H
#define SUITS_BOUNDS_H

#include "state.h"

/* Returns whether the player on lead makes `want` tricks by playing from the top. want >= 1. */
bool suits_quick_tricks(const struct suits_state *state, bool trump, unsigned want);

/* Returns whether the other player makes `want` tricks by taking the first trick, whatever is led, and then playing
 * from the top. */
bool suits_quick_tricks_second(const struct suits_state *state, bool trump, unsigned want);

#endif
