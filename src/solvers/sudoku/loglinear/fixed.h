/* Logarithms in fixed point, for waiting times: integers only, hence the same on every machine. */
#ifndef SUDOKU_LOGLINEAR_FIXED_H
#define SUDOKU_LOGLINEAR_FIXED_H

#include <stdint.h>

/* Returns a * b >> 64, by products of 32 bits. */
static inline uint64_t fixed_mul_high_portable(uint64_t a, uint64_t b)
{
    uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX) >> 32;
    uint64_t one = (a >> 32) * (b & UINT32_MAX) + low, other = (a & UINT32_MAX) * (b >> 32) + (one & UINT32_MAX);
    return (a >> 32) * (b >> 32) + (one >> 32) + (other >> 32);
}

static inline uint64_t fixed_mul_high(uint64_t a, uint64_t b)
{
#if defined(__SIZEOF_INT128__) && !defined(__wasm__)
    return (uint64_t)((unsigned __int128)a * b >> 64);
#else
    return fixed_mul_high_portable(a, b);
#endif
}

/* Returns -ln(u / 2^64) in units of 2^-58, with an absolute error below 2^-29; u >= 1. */
uint64_t fixed_minus_ln(uint64_t u);

/* Returns the number of trials up to and with the first success, drawn by the random bits u. A trial succeeds with
 * probability pairs / (players * 2^32), 0 < pairs < players * 2^32. */
uint64_t fixed_geometric(uint64_t u, uint64_t pairs, uint32_t players);

#endif
