/* Misere Grundy: the player without a move wins. Grundy values do not decide it, so positions are searched and
 * remembered. */
#ifndef GAMETREE_PILES_MISERE_H
#define GAMETREE_PILES_MISERE_H

#include "piles.h"

enum { MISERE_COINS_MAX = 255 }; /* coins of a position, without those that misere_coins() leaves out */

/* Returns the coins of a position without the piles that change nothing: those of 1, 2, 4, 7 and 10 coins, and pairs of
 * piles of 3, 6, 9 or 12. */
uint64_t misere_coins(const uint32_t *pile, size_t count);

struct misere_search;

/* Begins a search in the run's arena. reduced: piles that are equal to a smaller one are replaced by it; false: only
 * for the check of an answer. Returns NULL if the arena is full. */
struct misere_search *misere_new(bool reduced, struct nash_run *run);

/* Computes whether the mover wins a position of at most MISERE_COINS_MAX coins, as misere_coins() counts or, not
 * reduced, all of them. Returns NASH_OK, NASH_STOPPED or NASH_NOMEM. */
enum nash_status misere_wins(struct misere_search *search, const uint32_t *pile, size_t count, bool *wins);

uint64_t misere_positions(const struct misere_search *search);

#endif
