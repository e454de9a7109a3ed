/* Deals of up to three hidden hands, counted exactly and numbered.
 *
 * Every deal that obeys the rules has one number in 0..count-1, so that a uniform number is a uniform deal: nothing is
 * rejected, however tight the rules are, and if no deal obeys them the count says so. */
#ifndef BRIDGE_DEALING_H
#define BRIDGE_DEALING_H

#include "deal.h"

enum { BRIDGE_HIDDEN_MAX = 3 };

struct bridge_hidden {
    uint8_t cards;                   /* to be dealt to it */
    uint8_t length[BRIDGE_SUITS][2]; /* least and most of each suit among them */
    uint8_t hcp[2];                  /* least and most points among them */
    bridge_ranks may[BRIDGE_SUITS];  /* cards it may get */
};

struct bridge_dealing_rules {
    unsigned hands; /* 1 to 3 */
    struct bridge_hidden hand[BRIDGE_HIDDEN_MAX];
    bridge_ranks pool[BRIDGE_SUITS]; /* as many cards as the hands need together */
};

struct bridge_dealing;

/* High-card points of the cards of one suit: A 4, K 3, Q 2, J 1. */
unsigned bridge_hcp(bridge_ranks ranks);

/* Tables in the arena: about 1 MB, 10 MB at most. NULL: the arena is full. */
struct bridge_dealing *bridge_dealing_new(const struct bridge_dealing_rules *rules, struct nash_arena *arena);

/* How many deals there are: at most 39!/13!^3 < 2^57. */
uint64_t bridge_dealing_count(const struct bridge_dealing *dealing);

/* The deal of that number: hand[i] is what the i-th hidden hand gets. */
void bridge_dealing_deal(const struct bridge_dealing *dealing, uint64_t number,
                         bridge_ranks hand[BRIDGE_HIDDEN_MAX][BRIDGE_SUITS]);

#endif
