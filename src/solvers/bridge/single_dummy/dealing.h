/* Counts and numbers the deals of up to three hidden hands.
 *
 * Every deal that obeys the rules has one number in 0..count-1, so a uniform number is a uniform deal: none is
 * rejected, however tight the rules are, and a count of 0 shows that no deal obeys them. */
#ifndef BRIDGE_DEALING_H
#define BRIDGE_DEALING_H

#include <solvers/bridge/deal.h>

enum { BRIDGE_HIDDEN_MAX = 3 };

struct bridge_hidden {
    uint8_t cards;                   /* number of cards to be dealt to the hand */
    uint8_t length[BRIDGE_SUITS][2]; /* minimum and maximum length of each suit among these cards */
    uint8_t hcp[2];                  /* minimum and maximum points among these cards */
    bridge_ranks may[BRIDGE_SUITS];  /* cards that the hand may get */
};

struct bridge_dealing_rules {
    unsigned hands; /* 1 to 3 */
    struct bridge_hidden hand[BRIDGE_HIDDEN_MAX];
    bridge_ranks pool[BRIDGE_SUITS]; /* the cards to be dealt: as many as the hands need together */
};

struct bridge_dealing;

/* Returns the high-card points of the cards of one suit: A 4, K 3, Q 2, J 1. */
unsigned bridge_hcp(bridge_ranks ranks);

/* Counts the deals. The tables take about 1 MB of the arena, 10 MB at most. NULL: the arena is full. */
struct bridge_dealing *bridge_dealing_new(const struct bridge_dealing_rules *rules, struct nash_arena *arena);

/* Returns the number of deals: at most 39!/13!^3 < 2^57. */
uint64_t bridge_dealing_count(const struct bridge_dealing *dealing);

/* Writes the deal of that number: hand[i] is the hand of the i-th hidden seat. */
void bridge_dealing_deal(const struct bridge_dealing *dealing, uint64_t number,
                         bridge_ranks hand[BRIDGE_HIDDEN_MAX][BRIDGE_SUITS]);

#endif
