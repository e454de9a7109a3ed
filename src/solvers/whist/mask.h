/* Operations on masks of up to 128 bits (deal.h): bit 0 is the lowest card, a set bit is a card of the leader. */
#ifndef WHIST_MASK_H
#define WHIST_MASK_H

#include "deal.h"

static inline whist_mask mask_cards(uint32_t order)
{
    return order == WHIST_MASK_ORDER ? ~(whist_mask)0 : ((whist_mask)1 << 2 * order) - 1;
}

static inline uint32_t mask_lowest(whist_mask mask)
{
    uint64_t low = (uint64_t)mask;
    return low ? (uint32_t)__builtin_ctzll(low) : 64 + (uint32_t)__builtin_ctzll((uint64_t)(mask >> 64));
}

/* Removes bit `at`; the bits above it move down by one. */
static inline whist_mask mask_without(whist_mask mask, uint32_t at)
{
    whist_mask below = ((whist_mask)1 << at) - 1;
    return (mask & below) | (mask >> 1 & ~below);
}

/* Removes bits `at` and at + 1; the bits above them move down by two. */
static inline whist_mask mask_without_two(whist_mask mask, uint32_t at)
{
    whist_mask below = ((whist_mask)1 << at) - 1;
    return (mask & below) | (mask >> 2 & ~below);
}

/* Returns the highest card of each interval of the set bits. */
static inline whist_mask mask_interval_tops(whist_mask mask)
{
    return mask & ~(mask >> 1);
}

#endif
