/* The closed rule: the value of a word of any length in O(n), without a search. Verified exhaustively to n = 16,
 * unproved (PROOF.md). */
#ifndef WHIST_RULE_H
#define WHIST_RULE_H

#include "deal.h"

/* Room that whist_rule_tricks() needs for words of `order`, in int32_t. */
size_t whist_rule_room(uint32_t order);

/* Tricks of the player +1 when he leads, else when the other does. room: whist_rule_room(order) entries, any contents.
 */
uint32_t whist_rule_tricks(const int8_t *word, uint32_t order, bool leads, int32_t *room);

#endif
