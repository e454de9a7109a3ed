/* Vectors of bytes, used by tabu.c only: 16 bytes in a register, or 8 in an integer where there are no vectors
 * (Lamport, "Multiple byte processing with full-word instructions", CACM 18(8), 1975). Both support +, | and the
 * functions here; no sum of bytes may exceed 255. */
#ifndef SUDOKU_GAME_TABU_LANES_H
#define SUDOKU_GAME_TABU_LANES_H

#include <stdint.h>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#if defined(__SSE2__) || defined(__ARM_NEON) || defined(__wasm_simd128__)
enum { VECTOR = 16 };
typedef uint8_t lanes __attribute__((vector_size(VECTOR)));

static inline lanes lanes_all(uint8_t byte)
{
    return (lanes){0} + byte;
}

static inline lanes lanes_least(lanes a, lanes b)
{
#if defined(__clang__)
    return __builtin_elementwise_min(a, b);
#elif defined(__SSE2__)
    typedef char chars __attribute__((vector_size(VECTOR)));
    return (lanes)__builtin_ia32_pminub128((chars)a, (chars)b);
#else
    lanes smaller = (lanes)(a < b);
    return (a & smaller) | (b & ~smaller);
#endif
}

/* Returns the least of its bytes. */
static inline uint32_t lanes_least_of(lanes v)
{
    v = lanes_least(v, __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
    v = lanes_least(v, __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11));
    v = lanes_least(v, __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
    return v[0] < v[1] ? v[0] : v[1];
}

/* Returns how many bytes of v equal `byte`. */
static inline uint32_t lanes_count(lanes v, uint8_t byte)
{
#if defined(__wasm_simd128__)
    return (uint32_t)__builtin_popcount(wasm_i8x16_bitmask((v128_t)(v == byte)));
#else
    typedef uint64_t words __attribute__((vector_size(VECTOR)));
    words ones = (words)((lanes)(v == byte) & 1);
    return (uint32_t)(((ones[0] + ones[1]) * UINT64_C(0x0101010101010101)) >> 56);
#endif
}
#else
enum { VECTOR = 8 };
typedef uint64_t lanes;
#define LANES_ONES UINT64_C(0x0101010101010101)
#define LANES_TOPS (LANES_ONES << 7)

static inline lanes lanes_all(uint8_t byte)
{
    return byte * LANES_ONES;
}

static inline lanes lanes_least(lanes a, lanes b)
{
    lanes low_not_less = (a | LANES_TOPS) - (b & ~LANES_TOPS); /* top bit of a byte: a >= b in the lower seven bits */
    lanes not_less = ((a & ~b) | (~(a ^ b) & low_not_less)) & LANES_TOPS;
    lanes mask = (not_less - (not_less >> 7)) | not_less;
    return (b & mask) | (a & ~mask);
}

static inline uint32_t lanes_least_of(lanes v)
{
    v = lanes_least(v, v >> 32);
    v = lanes_least(v, v >> 16);
    v = lanes_least(v, v >> 8);
    return v & 0xff;
}

static inline uint32_t lanes_count(lanes v, uint8_t byte)
{
    lanes x = v ^ lanes_all(byte);
    lanes other = (((x & ~LANES_TOPS) + ~LANES_TOPS) | x) & LANES_TOPS; /* top bit of a byte: it differs */
    return (uint32_t)(((other ^ LANES_TOPS) >> 7) * LANES_ONES >> 56);
}
#endif

static inline lanes lanes_load(const uint8_t *bytes)
{
    lanes v;
    __builtin_memcpy(&v, bytes, sizeof v);
    return v;
}

static inline void lanes_store(uint8_t *bytes, lanes v)
{
    __builtin_memcpy(bytes, &v, sizeof v);
}

#endif
