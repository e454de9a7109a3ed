/* The closed rule: the value of a word of any length in O(n), without a search. Verified exhaustively to n = 16,
 * unproved (PROOF.md). */
#ifndef WHIST_RULE_H
#define WHIST_RULE_H

#include "deal.h"

/* A word walked over once. The rule needs no more of it, and changes it easily: a card of each player that are
 * neighbours can be taken out of it. */
struct whist_path {
    const int8_t *word;
    uint32_t cards; /* of the word: twice its order */
    uint32_t order; /* cards a hand, without those taken out */
    uint32_t out;   /* place of the first of two neighbours taken out; cards: none is */
    int32_t *edge;  /* steps between level e and e + 1, for each e that the path reaches; in the caller's room */
    int32_t above;  /* steps above level 0 */
};

/* Room that whist_path_walk() needs for words of `order`, in int32_t. */
size_t whist_rule_room(uint32_t order);

/* room: whist_rule_room(order) entries, any contents; in use as long as the path is. */
void whist_path_walk(struct whist_path *path, const int8_t *word, uint32_t order, int32_t *room);

/* Tricks of the player +1 when he leads, else when the other does. */
uint32_t whist_path_tricks(const struct whist_path *path, bool leads);

/* The same of the path without the neighbours at `out` and `out` + 1, of different players, where `level` is the sum of
 * the word before `out`. O(K), and O(n) where excursions decide. */
uint32_t whist_path_tricks_without(struct whist_path *path, uint32_t out, int32_t level, bool leads);

/* All at once: the tricks of a word. */
uint32_t whist_rule_tricks(const int8_t *word, uint32_t order, bool leads, int32_t *room);

#endif
