/* Random numbers by counter: the numbers of a tick follow from the seed and the tick alone, so that any part of a game
 * can be replayed, in any order.
 *
 * pcg4d of Jarzynski and Olano, "Hash Functions for GPU Rendering" (JCGT 9(3), 2020): 32-bit multiplications only,
 * hence fast in SIMD lanes and in JavaScript too. */
#ifndef SUDOKU_LOGLINEAR_CHANCE_H
#define SUDOKU_LOGLINEAR_CHANCE_H

#include <stdint.h>

/* What the numbers are used for. Each use draws other numbers from the same seed. */
enum chance_use { CHANCE_TICK = 0, CHANCE_START = 1, CHANCE_SEARCH = 2 };

struct chance {
    uint32_t who;  /* at a tick: the player is (who * players) >> 32 */
    uint32_t draw; /* at a tick: selects the value */
    uint32_t more[2];
};

/* Returns the random numbers of `number`, a tick or another counter, whose upper 8 bits are replaced by `use`. */
static inline struct chance chance_at(uint64_t seed, enum chance_use use, uint64_t number)
{
    uint32_t x = (uint32_t)seed, y = (uint32_t)(seed >> 32), z = (uint32_t)number;
    uint32_t w = ((uint32_t)(number >> 32) & 0xffffffU) | (uint32_t)use << 24;
    x = x * 1664525U + 1013904223U;
    y = y * 1664525U + 1013904223U;
    z = z * 1664525U + 1013904223U;
    w = w * 1664525U + 1013904223U;
    x += y * w;
    y += z * x;
    z += x * y;
    w += y * z;
    x ^= x >> 16;
    y ^= y >> 16;
    z ^= z >> 16;
    w ^= w >> 16;
    x += y * w;
    y += z * x;
    z += x * y;
    w += y * z;
    return (struct chance){.who = x, .draw = y, .more = {z, w}};
}

/* Returns a number 0..n-1 from 32 random bits. */
static inline uint32_t chance_below(uint32_t bits, uint32_t n)
{
    return (uint32_t)((uint64_t)bits * n >> 32);
}

#endif
