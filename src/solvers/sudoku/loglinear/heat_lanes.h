/* The costs of all values to one player, a byte each, in vectors of 32 or 16 bytes. Used by heat.c only. HEAT_LANES is
 * 0 where there is no fast way from a vector to a bit mask. */
#ifndef SUDOKU_LOGLINEAR_HEAT_LANES_H
#define SUDOKU_LOGLINEAR_HEAT_LANES_H

#include <solvers/sudoku/game/game.h>

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#if defined(__AVX2__)
enum { HEAT_LANES = 32 };
typedef __m256i lanes;
#define LANES_LOAD(p)    _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define LANES_ADD(a, b)  _mm256_add_epi8(a, b)
#define LANES_ALL(k)     _mm256_set1_epi8((char)(k))
#define LANES_SAME(a, b) (uint32_t) _mm256_movemask_epi8(_mm256_cmpeq_epi8(a, b))
#elif defined(__SSE2__)
enum { HEAT_LANES = 16 };
typedef __m128i lanes;
#define LANES_LOAD(p)    _mm_loadu_si128((const __m128i *)(const void *)(p))
#define LANES_ADD(a, b)  _mm_add_epi8(a, b)
#define LANES_ALL(k)     _mm_set1_epi8((char)(k))
#define LANES_SAME(a, b) (uint32_t) _mm_movemask_epi8(_mm_cmpeq_epi8(a, b))
#elif defined(__wasm_simd128__)
enum { HEAT_LANES = 16 };
typedef v128_t lanes;
#define LANES_LOAD(p)    wasm_v128_load(p)
#define LANES_ADD(a, b)  wasm_i8x16_add(a, b)
#define LANES_ALL(k)     wasm_i8x16_splat((int8_t)(k))
#define LANES_SAME(a, b) wasm_i8x16_bitmask(wasm_i8x16_eq(a, b))
#else
enum { HEAT_LANES = 0 };
#endif

#if defined(LANES_LOAD)
struct costs {
    lanes part[GAME_LANES / HEAT_LANES];
};

/* Adds the counts of the three units, in `parts` vectors. The player itself is counted too, three times, at its own
 * value. */
static inline __attribute__((always_inline)) struct costs costs_of(const uint8_t *row, const uint8_t *column,
                                                                   const uint8_t *box, unsigned parts)
{
    struct costs costs;
    for (unsigned i = 0; i < parts; i++)
        costs.part[i] = LANES_ADD(LANES_ADD(LANES_LOAD(row + i * HEAT_LANES), LANES_LOAD(column + i * HEAT_LANES)),
                                  LANES_LOAD(box + i * HEAT_LANES));
    return costs;
}

/* Returns the values that cost k, as a mask. */
static inline __attribute__((always_inline)) uint64_t costs_same(const struct costs *costs, uint32_t k, unsigned parts)
{
    uint64_t mask = 0;
    for (unsigned i = 0; i < parts; i++)
        mask |= (uint64_t)LANES_SAME(costs->part[i], LANES_ALL(k)) << i * HEAT_LANES;
    return mask;
}
#endif

#endif
