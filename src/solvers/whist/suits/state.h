/* A position between two tricks as the search sees it: for each suit a word, and nothing else.
 *
 * The cards still in play of a suit, of both hands, from the lowest at bit 0: a set bit is a card of the player on
 * lead, a clear one of the other. Above the highest card stands a one as a mark, so an empty suit is 1. Ranks have no
 * gaps: what a played card leaves is closed. When the lead changes hands, so do the bits.
 *
 * Suit 0 is trump where there is one. The other suits are named by nothing: they are kept in falling order, so that
 * positions that differ in names alone are the same. */
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

static inline unsigned suits_highest(uint64_t cards)
{
    return 63u - (unsigned)__builtin_clzll(cards);
}

static inline unsigned suits_lowest(uint64_t cards)
{
    return (unsigned)__builtin_ctzll(cards);
}

/* Of each run of neighbours among the cards of one hand the highest: the others are as good. */
static inline uint64_t suits_tops(uint64_t cards)
{
    return cards & ~(cards >> 1);
}

/* The position after a trick: card `lead` of suit s, card `reply` of suit t (bits of the words before). won: by the
 * player who led. Not yet in order. */
static inline struct suits_state suits_played(const struct suits_state *state, unsigned s, unsigned lead, unsigned t,
                                              unsigned reply, bool won)
{
    struct suits_state next = *state;
    next.word[s] = suits_without(next.word[s], lead);
    next.word[t] = suits_without(next.word[t], s == t && reply > lead ? reply - 1 : reply);
    if (!won)
        for (unsigned i = 0; i < WHIST_SUITS; i++)
            next.word[i] = suits_turned(next.word[i]);
    return next;
}

/* The cheapest names: suits from `first` on in falling order (1 where suit 0 is trump, else 0). */
static inline void suits_order(struct suits_state *state, unsigned first)
{
    suits_word *w = state->word;
    for (unsigned i = first + 1; i < WHIST_SUITS; i++)
        for (unsigned k = i; k > first && w[k] > w[k - 1]; k--) {
            suits_word swap = w[k];
            w[k] = w[k - 1];
            w[k - 1] = swap;
        }
}

/* A deal as a state, suits in the deal's order but for trump, which comes first: suit i of the state is suit_of[i] of
 * the deal. */
void suits_state_of(const struct suits_deal *deal, struct suits_state *state, uint8_t suit_of[WHIST_SUITS]);

#endif
