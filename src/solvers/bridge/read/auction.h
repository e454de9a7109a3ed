/* An auction, call by call, and its contract. */
#ifndef BRIDGE_AUCTION_H
#define BRIDGE_AUCTION_H

#include <solvers/bridge/score.h>

struct bridge_auction {
    unsigned to_call;                /* the seat to call */
    unsigned passes;                 /* consecutive passes */
    struct bridge_contract last;     /* level 0: no bid yet */
    int8_t first[2][BRIDGE_STRAINS]; /* by side: the seat that named the strain first, or -1 */
    bool broken;                     /* a call was against the laws */
};

void bridge_auction_init(struct bridge_auction *auction, unsigned dealer);
/* Reads one call: "1C", "3NT", "4n", "Pass", "P", "X", "d", "XX", "r" or "AP" (all pass). Returns the number of
 * characters read, 0 if the text does not begin with a call. */
size_t bridge_auction_call(struct bridge_auction *auction, const char *text, size_t len);
void bridge_auction_skip(struct bridge_auction *auction); /* passes over a seat that makes no call */
/* Returns true with the contract after the last call; false while calls are missing, or after a call against the laws.
 * Level 0: passed out. */
bool bridge_auction_contract(const struct bridge_auction *auction, struct bridge_contract *contract);

#endif
