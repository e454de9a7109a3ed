/* A deal of one suit in its normal form: 2n cards, n each (the simple trick-taking game of patent application CN
 * 109934351 A).
 *
 * A word lists the cards from the highest to the lowest, +1 for a card of the player on lead, -1 for a card of the
 * other player. It needs neither ranks nor names: the integers of a request are arbitrary but distinct, and only
 * their order counts. The value of a word is the number of tricks, 0 to n, that the player on lead makes when both
 * players play optimally. Where n <= 64, the same is stored as a mask: bit 0 is the lowest card, and a set bit is a
 * card of the leader. After a trick that the other player wins, the signs change. */
#ifndef WHIST_DEAL_H
#define WHIST_DEAL_H

#include <stdbool.h>
#include <stdint.h>

#include <nash/solver.h>

enum { WHIST_ORDER_MAX = 1000000, WHIST_MASK_ORDER = 64 };

typedef unsigned __int128 whist_mask; /* 2n bits */

struct whist_deal {
    uint32_t order;       /* n >= 1 */
    const int8_t *word;   /* 2n entries, in the arena */
    const int64_t *label; /* 2n entries: the integer of the request for the card at the same place; descending */
    bool b_leads;         /* the player on lead (+1) is b of the request */
};

/* Convert a word to a mask and back; order <= WHIST_MASK_ORDER. */
whist_mask whist_mask_of(const int8_t *word, uint32_t order);
void whist_word_of(whist_mask mask, uint32_t order, int8_t *word);

/* Writes the 2(n - 1) entries of the word that remains after the leader played the card at place `lead` and the
 * other player the card at place `reply`, with signs changed if the other player won. Returns true if the leader won
 * the trick. */
bool whist_word_after(const int8_t *word, uint32_t order, uint32_t lead, uint32_t reply, int8_t *after);

#endif
