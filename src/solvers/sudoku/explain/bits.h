/* Sets of up to 64 candidates or places, as bit masks. */
#ifndef SUDOKU_EXPLAIN_BITS_H
#define SUDOKU_EXPLAIN_BITS_H

#include <stdbool.h>
#include <stdint.h>

static inline uint64_t explain_bit(unsigned index)
{
    return UINT64_C(1) << index;
}

static inline unsigned explain_first(uint64_t mask)
{
    return (unsigned)__builtin_ctzll(mask);
}

static inline unsigned explain_count(uint64_t mask)
{
    return (unsigned)__builtin_popcountll(mask);
}

/* Tests for one member and for two, without counting, which is slow on machines without popcnt. */
static inline bool explain_is_one(uint64_t mask)
{
    return mask && !(mask & (mask - 1));
}

static inline bool explain_is_two(uint64_t mask)
{
    return explain_is_one(mask & (mask - 1));
}

/* Removes the lowest bit from *mask and returns its index. */
static inline unsigned explain_pop(uint64_t *mask)
{
    unsigned index = explain_first(*mask);
    *mask &= *mask - 1;
    return index;
}

#endif
