/* A deal of one suit in its normal form: 2n cards, n each (the simple trick-taking game of patent application CN
 * 109934351 A).
 *
 * A word is the cards from the highest to the lowest, +1 for a card of the player on lead, -1 for one of the other. It
 * needs no ranks and no names: users' integers are any distinct ones, and only their order counts. Its value is the
 * number of tricks, 0 to n, that the player on lead makes when both play as well as can be. Where n <= 64 the same is a
 * mask: bit 0 is the lowest card, a set bit is the leader's. After a trick that the other player wins the signs change.
 */
#ifndef WHIST_DEAL_H
#define WHIST_DEAL_H

#include <stdbool.h>
#include <stdint.h>

#include <nash/solver.h>

enum { WHIST_ORDER_MAX = 1000000, WHIST_MASK_ORDER = 64 };

typedef unsigned __int128 whist_mask; /* 2n bits */

struct whist_deal {
    uint32_t order;       /* n >= 1 */
    const int8_t *word;   /* 2n, as above; in the arena */
    const int64_t *label; /* 2n: what the user called the card at the same place; descending */
    bool b_leads;         /* the player on lead (+1) is the user's b */
};

/* Puts both hands, each in any order, into the normal form. NASH_UNPROCESSABLE with the pointer ("/a/3") of a card that
 * occurs twice or of hands of different sizes; NASH_NOMEM. Expected O(n log n). */
enum nash_status whist_deal_make(struct whist_deal *deal, const int64_t *a, uint32_t a_count, const int64_t *b,
                                 uint32_t b_count, bool b_leads, struct nash_arena *arena, struct nash_error *error);

/* Word to mask, order <= WHIST_MASK_ORDER, and back. */
whist_mask whist_mask_of(const int8_t *word, uint32_t order);
void whist_word_of(whist_mask mask, uint32_t order, int8_t *word);

/* The word after the leader has led the card at place `lead` and the other answered with the one at `reply` (places in
 * word; 2(n-1) entries are written), signs changed if the other won. Returns whether the leader won the trick. */
bool whist_word_after(const int8_t *word, uint32_t order, uint32_t lead, uint32_t reply, int8_t *after);

#endif
