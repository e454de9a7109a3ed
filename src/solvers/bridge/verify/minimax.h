/* Plain alpha-beta over every legal card, which checks the answers of small endgames. */
#ifndef BRIDGE_MINIMAX_H
#define BRIDGE_MINIMAX_H

#include <solvers/bridge/deal.h>

enum { BRIDGE_MINIMAX_CARDS = 4 }; /* cards of the largest hand; the search then takes a few milliseconds */

/* Returns the tricks of North-South from here to the end, including the trick in progress. */
int bridge_minimax(const struct bridge_position *position);

#endif
