/* A position between two tricks: a word for each suit.
 *
 * A word holds the remaining cards of a suit, of both hands, from the lowest at bit 0: a set bit is a card of the
 * player on lead, a clear bit one of the other player. A set bit above the highest card marks the end, so an empty
 * suit is 1. Ranks have no gaps: a played card is removed from the word. When the lead changes, the bits are
 * inverted.
 *
 * Suit 0 is trump, if there is one. The other suits have no names: suits_ordered() sorts them, so that positions
 * that differ only in names are equal. */
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

/* Returns all cards of the suit as bits. */
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

/* Precondition: the set is not empty. */
static inline unsigned suits_highest(uint64_t cards)
{
    return 63u - (unsigned)__builtin_clzll(cards);
}

static inline unsigned suits_lowest(uint64_t cards)
{
    return (unsigned)__builtin_ctzll(cards);
}

/* Returns the word without the card at that bit. */
static inline suits_word suits_without(suits_word word, unsigned bit)
{
    uint64_t below = (1ull << bit) - 1;
    return (word & below) | (word >> 1 & ~below);
}

static inline suits_word suits_turned(suits_word word)
{
    return word ^ suits_all(word);
}

/* Returns the same position with its suits sorted, all but the first if that is trump. */
struct suits_state suits_ordered(const struct suits_state *state, bool trump);

/* Converts a deal to a state. The suits keep the order of the deal, except that trump comes first: suit i of the
 * state is suit_of[i] of the deal. */
void suits_state_of(const struct suits_deal *deal, struct suits_state *state, uint8_t suit_of[WHIST_SUITS]);

#endif
