/* Whist as libdds plays it, which knows bridge: N leads and is our leader, E follows and is the other. The two hands
 * between get the lowest cards of each suit, and no trumps. They never win a trick so, never lead, and bind nobody:
 * what N and E may play depends on their own hands and the suit led. So the tricks are those of N against E.
 *
 * It fits where each suit has 13 cards at most and enough low ones are left: without trump to 13 cards a hand, with
 * trump to 9, and beyond where the trump suit is long. */
#ifndef TEST_IN_DDS_H
#define TEST_IN_DDS_H

#include <dds/dll.h>

#include "suits_cards.h"

enum { DDS_RANKS = 13, DDS_NORTH = 0, DDS_EAST = 1, DDS_SOUTH = 2, DDS_WEST = 3, DDS_NO_TRUMP = 4 };

/* False where it does not fit. */
bool dds_embed(const struct suits_deal *deal, struct deal *board);

/* The rank there of one here: the k-th card from the top of what the two hold is the k-th from the ace. */
unsigned dds_rank(const struct suits_suit *suit, unsigned rank);

/* Every lead of the board; fails the test where the library does not answer. */
struct futureTricks dds_solve(const struct suits_deal *deal, const struct deal *board);

/* What it says of a lead, or -1. */
int dds_score(const struct futureTricks *all, unsigned suit, unsigned rank);

#endif
