/* Two-hand whist as a deal of bridge for libdds: North is the leader, East the other player. South and West get the
 * lowest cards of each suit, and no trumps. They never win a trick, so they never lead and do not restrict North and
 * East, whose legal cards depend on their own hands and the suit led. So the tricks are those of North against East.
 * A deal fits if each suit has 13 cards at most and enough low cards remain. Without trump, this holds for all deals of
 * up to 13 cards a hand; with trump, up to 9, and for more if the trump suit is long. */
#ifndef TEST_IN_DDS_H
#define TEST_IN_DDS_H

#include <dds/dll.h>

#include "suits_cards.h"

enum { DDS_RANKS = 13, DDS_NORTH = 0, DDS_EAST = 1, DDS_SOUTH = 2, DDS_WEST = 3, DDS_NO_TRUMP = 4 };

/* Writes the deal as a deal of bridge; returns false if it does not fit. */
bool dds_embed(const struct suits_deal *deal, struct deal *board);

/* Returns the rank in the board of a rank of the deal: the k-th card from the top of both hands is the k-th from the
 * ace. */
unsigned dds_rank(const struct suits_suit *suit, unsigned rank);

/* Solves every lead of the board; fails the test if libdds returns an error. */
struct futureTricks dds_solve(const struct suits_deal *deal, const struct deal *board);

/* Returns the leader's tricks after a lead, or -1 if `all` does not contain this lead. */
int dds_score(const struct futureTricks *all, unsigned suit, unsigned rank);

#endif
