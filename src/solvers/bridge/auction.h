/* Calls of an auction, one after the other, and the contract they come to. */
#ifndef BRIDGE_AUCTION_H
#define BRIDGE_AUCTION_H

#include "score.h"

struct bridge_auction {
    unsigned to_call;                /* the seat */
    unsigned passes;                 /* in a row */
    struct bridge_contract last;     /* level 0: no bid yet */
    int8_t first[2][BRIDGE_STRAINS]; /* who of the side named the strain first; -1 */
    bool broken;                     /* a call that the laws forbid */
};

void bridge_auction_begin(struct bridge_auction *auction, unsigned dealer);
/* "1C", "3NT", "4n", "Pass", "P", "X", "d", "XX", "r", "AP" (all pass). Characters read, 0 when it is no call. */
size_t bridge_auction_call(struct bridge_auction *auction, const char *text, size_t len);
/* It has ended: false while calls are missing or one was against the laws. Level 0: passed out. */
bool bridge_auction_contract(const struct bridge_auction *auction, struct bridge_contract *contract);

#endif
