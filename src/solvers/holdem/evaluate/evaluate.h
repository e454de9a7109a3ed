/* The strength of a poker hand of five to seven cards of one deck: the best five of them.
 *
 * A hand is a sum of its cards. The low 32 bits of its key are the sum of a number for each card's rank, which is
 * different for every multiset of ranks; the high 32 bits are four counters of seven a card of a suit, whose top bit is
 * set by five cards or more. A flush is looked up by the ranks of its suit, any other hand by the sum of its ranks. */
#ifndef HOLDEM_EVALUATE_H
#define HOLDEM_EVALUATE_H

#include <stdint.h>

#include "tables.h"

enum holdem_category {
    HOLDEM_HIGH_CARD = 1,
    HOLDEM_PAIR,
    HOLDEM_TWO_PAIR,
    HOLDEM_TRIPS,
    HOLDEM_STRAIGHT,
    HOLDEM_FLUSH,
    HOLDEM_FULL_HOUSE,
    HOLDEM_QUADS,
    HOLDEM_STRAIGHT_FLUSH,
};

static inline struct holdem_hand holdem_hand_empty(void)
{
    return (struct holdem_hand){0, 0};
}

/* Returns the hand with the cards of both, which must not share one. */
static inline struct holdem_hand holdem_hand_sum(struct holdem_hand a, struct holdem_hand b)
{
    return (struct holdem_hand){a.key + b.key, a.suits + b.suits};
}

/* Returns the hand with one more card, 0..51 (kit/card.h), which it must not hold. */
static inline struct holdem_hand holdem_hand_add(struct holdem_hand hand, unsigned card)
{
    return holdem_hand_sum(hand, holdem_card_hand[card]);
}

/* Returns the strength of a hand of five to seven cards: the larger wins and equal ones tie, whatever the number of
 * cards. The category is strength >> 12; the low bits number the hands of a category from 0, the weakest. */
static inline uint16_t holdem_hand_strength(struct holdem_hand hand)
{
    uint64_t flush = hand.key & HOLDEM_FLUSH_BITS;
    if (__builtin_expect(flush != 0, 0)) {
        unsigned shift = 2 * ((unsigned)__builtin_ctzll(flush) - HOLDEM_FLUSH_LOWEST);
        return holdem_flush_strength[hand.suits >> shift & (HOLDEM_RANK_SETS - 1)];
    }
    uint32_t ranks = (uint32_t)hand.key;
    return holdem_rank_strength[ranks + holdem_rank_row[(size_t)(ranks >> HOLDEM_ROW_SHIFT) - HOLDEM_FIRST_ROW]];
}

/* Returns the strength of the hand of a set of five to seven cards (1 << card). */
static inline uint16_t holdem_set_strength(uint64_t cards)
{
    struct holdem_hand hand = holdem_hand_empty();
    for (; cards; cards &= cards - 1)
        hand = holdem_hand_add(hand, (unsigned)__builtin_ctzll(cards));
    return holdem_hand_strength(hand);
}

static inline enum holdem_category holdem_strength_category(uint16_t strength)
{
    return (enum holdem_category)(strength >> 12);
}

#endif
