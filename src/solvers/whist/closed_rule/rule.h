/* The closed rule: the value of a word of any length in O(n), without a search. Verified exhaustively to n = 16,
 * unproved (PROOF.md). */
#ifndef WHIST_RULE_H
#define WHIST_RULE_H

#include <solvers/whist/deal.h>

/* The result of one walk over a word, which is all that the rule needs. Removing two neighbouring cards, one of each
 * player, from the word changes the path cheaply. */
struct whist_path {
    const int8_t *word;
    uint32_t cards; /* twice the order of the word */
    uint32_t order; /* cards of a hand, without those removed */
    uint32_t out;   /* place of the first of the two neighbours removed; `cards`: none */
    int32_t *edge;  /* steps between level e and e + 1, for each e that the path reaches; in the caller's array */
    int32_t above;  /* steps above level 0 */
};

/* Returns the number of int32_t that whist_path_walk() needs for words of `order`. */
size_t whist_rule_room(uint32_t order);

/* Walks over the word. room: whist_rule_room(order) entries, any contents; the path uses it as long as it lives. */
void whist_path_walk(struct whist_path *path, const int8_t *word, uint32_t order, int32_t *room);

/* Returns the tricks of the player +1 when he leads (`leads`), or when the other player does. */
uint32_t whist_path_tricks(const struct whist_path *path, bool leads);

/* Returns the same for the path without the neighbours at `out` and `out` + 1, which belong to different players;
 * `level` is the sum of the word before `out`. O(K), with the K of rule.c, and O(n) where excursions decide. */
uint32_t whist_path_tricks_without(struct whist_path *path, uint32_t out, int32_t level, bool leads);

/* Walks over the word and returns its tricks. */
uint32_t whist_rule_tricks(const int8_t *word, uint32_t order, bool leads, int32_t *room);

#endif
