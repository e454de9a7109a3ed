/* The strength of a poker hand of five to seven cards of one deck: the best five of them.
 *
 * A hand is a sum of its cards. The low 32 bits of its key are the sum of a number for each card's rank, which is
 * different for every multiset of ranks; the high 32 bits are four counters of seven a card of a suit, whose top bit is
 * set by five cards or more. A flush is looked up by the ranks of its suit, any other hand by the sum of its ranks. */
#ifndef HOLDEM_EVALUATE_H
#define HOLDEM_EVALUATE_H

#include <stdint.h>

#include "tables.h"

struct holdem_hand {
    uint64_t key;
    uint64_t cards; /* the set of its cards, 1 << card */
};

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
    return (struct holdem_hand){a.key + b.key, a.cards + b.cards};
}

/* Returns the hand with one more card, 0..51 (kit/card.h), which it must not hold. */
static inline struct holdem_hand holdem_hand_add(struct holdem_hand hand, unsigned card)
{
    return holdem_hand_sum(hand, (struct holdem_hand){holdem_card_key[card], UINT64_C(1) << card});
}

/* Returns the ranks of the cards of a suit, 1 << rank: every fourth bit of the set. */
static inline unsigned holdem_suit_ranks(uint64_t cards, unsigned suit)
{
    uint64_t ranks = cards >> suit & UINT64_C(0x1111111111111);
    ranks = (ranks | ranks >> 3) & UINT64_C(0x0303030303030303);
    ranks = (ranks | ranks >> 6) & UINT64_C(0x000f000f000f000f);
    ranks = (ranks | ranks >> 12) & UINT64_C(0x000000ff000000ff);
    return (unsigned)(ranks | ranks >> 24) & (HOLDEM_RANK_SETS - 1);
}

/* Returns the strength of a hand of five to seven cards: the larger wins and equal ones tie, whatever the number of
 * cards. The category is strength >> 12; the low bits number the hands of a category from 0, the weakest. */
static inline uint16_t holdem_hand_strength(struct holdem_hand hand)
{
    uint64_t flush = hand.key & HOLDEM_FLUSH_BITS;
    if (__builtin_expect(flush != 0, 0)) {
        unsigned suit = ((unsigned)__builtin_ctzll(flush) - HOLDEM_FLUSH_LOWEST) / HOLDEM_SUIT_BITS;
        return holdem_flush_strength[holdem_suit_ranks(hand.cards, suit)];
    }
    uint32_t ranks = (uint32_t)hand.key;
    return holdem_rank_strength[ranks + holdem_rank_row[(size_t)(ranks >> HOLDEM_ROW_SHIFT) - HOLDEM_FIRST_ROW]];
}

/* Returns the strength of seven cards. The set of the cards is put together only for a flush. */
static inline uint16_t holdem_seven_strength(const uint8_t cards[static 7])
{
    const uint64_t *key = holdem_card_key;
    const uint8_t *c = cards;
    uint64_t bits = (UINT64_C(1) << c[0] | UINT64_C(1) << c[1]) + (UINT64_C(1) << c[2] | UINT64_C(1) << c[3]) +
                    (UINT64_C(1) << c[4] | UINT64_C(1) << c[5]) + (UINT64_C(1) << c[6]);
    uint64_t sum = (key[c[0]] + key[c[1]]) + (key[c[2]] + key[c[3]]) + (key[c[4]] + key[c[5]]) + key[c[6]];
    return holdem_hand_strength((struct holdem_hand){sum, bits});
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
