/* Plain alpha-beta over every legal card: what checks the answers of small endings, and nothing else. */
#ifndef BRIDGE_MINIMAX_H
#define BRIDGE_MINIMAX_H

#include "deal.h"

enum { BRIDGE_MINIMAX_CARDS = 4 }; /* a hand with so many takes a few milliseconds */

/* Tricks of North-South from here to the end, the trick in progress included. */
int bridge_minimax(const struct bridge_position *position);

#endif
