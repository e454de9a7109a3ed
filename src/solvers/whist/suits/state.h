/* A position between two tricks as the search sees it: for each suit a word, and nothing else.
 *
 * The cards still in play of a suit, of both hands, from the lowest at bit 0: a set bit is a card of the player on
 * lead, a clear one of the other. Above the highest card stands a one as a mark, so an empty suit is 1. Ranks have no
 * gaps: what a played card leaves is closed. When the lead changes hands, so do the bits.
 *
 * Suit 0 is trump where there is one. The other suits are named by nothing: suits_ordered() puts them in a fixed order,
 * so that positions that differ in names alone are the same. */
#ifndef SUITS_STATE_H
#define SUITS_STATE_H

#include "suits.h"

typedef uint64_t suits_word;

struct suits_state {
    suits_word word[WHIST_SUITS];
};

static inline unsigned suits_cards(suits_word word)
{
    return 63u - (unsigned)__builtin_clzll(word);
}

/* All cards of the suit, as bits. */
static inline uint64_t suits_all(suits_word word)
{
    return (1ull << suits_cards(word)) - 1;
}

static inline uint64_t suits_own(suits_word word)
{
    return word & suits_all(word);
}

static inline uint64_t suits_others(suits_word word)
{
    return ~word & suits_all(word);
}

static inline unsigned suits_count(uint64_t cards)
{
    return (unsigned)__builtin_popcountll(cards);
}

/* Of a set that is not empty. */
static inline unsigned suits_highest(uint64_t cards)
{
    return 63u - (unsigned)__builtin_clzll(cards);
}

static inline unsigned suits_lowest(uint64_t cards)
{
    return (unsigned)__builtin_ctzll(cards);
}

/* The word without the card at that bit. */
static inline suits_word suits_without(suits_word word, unsigned bit)
{
    uint64_t below = (1ull << bit) - 1;
    return (word & below) | (word >> 1 & ~below);
}

static inline suits_word suits_turned(suits_word word)
{
    return word ^ suits_all(word);
}

/* The same position with its suits in order, all but the first where that is trump. */
struct suits_state suits_ordered(const struct suits_state *state, bool trump);

/* A deal as a state, suits in the deal's order but for trump, which comes first: suit i of the state is suit_of[i] of
 * the deal. */
void suits_state_of(const struct suits_deal *deal, struct suits_state *state, uint8_t suit_of[WHIST_SUITS]);

#endif
