/* Sums of products of bytes, with the instructions that the compiler may use. One of the headers below defines
 *
 *   TILE_CELLS, TILE_BLOCKS    the largest tile that fits into registers
 *   WEIGHT_BYTES, WEIGHT_INS   a packed weight; the input channels that lie side by side for an output channel
 *   struct quad                four activations of a cell
 *   struct weights             those of a quad, for 16 output channels
 *   struct sums                of 16 output channels
 *
 * and the functions that load, clear and add them. */
#ifndef HEX_NET_KERNELS_LANES_H
#define HEX_NET_KERNELS_LANES_H

#include <stdint.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

#if !PLAY_SCALAR && defined(__SSE2__)
#include <immintrin.h>
typedef __m128i vector;
#define VECTOR_LOAD(at)     _mm_load_si128((const __m128i *)(const void *)(at))
#define VECTOR_ZERO         _mm_setzero_si128()
#define VECTOR_DOT(a, b)    _mm_madd_epi16(a, b)
#define VECTOR_ADD(a, b)    _mm_add_epi32(a, b)
#define VECTOR_WIDEN(four)  _mm_unpacklo_epi8(_mm_cvtsi32_si128(four), _mm_setzero_si128())
#define VECTOR_PAIR(v, n)   _mm_shuffle_epi32(v, (n)*0x55)
#define VECTOR_SHORTS(a, b) _mm_packs_epi32(a, b)
#define VECTOR_BYTES(a, b)  _mm_packus_epi16(a, b)
#elif !PLAY_SCALAR && defined(__wasm_simd128__)
#include <wasm_simd128.h>
typedef v128_t vector;
#define VECTOR_LOAD(at)     wasm_v128_load(at)
#define VECTOR_ZERO         wasm_i32x4_const_splat(0)
#define VECTOR_DOT(a, b)    wasm_i32x4_dot_i16x8(a, b)
#define VECTOR_ADD(a, b)    wasm_i32x4_add(a, b)
#define VECTOR_WIDEN(four)  wasm_u16x8_extend_low_u8x16(wasm_i32x4_splat(four))
#define VECTOR_PAIR(v, n)   wasm_i32x4_shuffle(v, v, n, n, n, n)
#define VECTOR_SHORTS(a, b) wasm_i16x8_narrow_i32x4(a, b)
#define VECTOR_BYTES(a, b)  wasm_u8x16_narrow_i16x8(a, b)
#endif

#if !PLAY_SCALAR && defined(__AVX512VNNI__)
#include "lanes_avx512.h"
#elif !PLAY_SCALAR && defined(__AVX2__)
#include "lanes_avx2.h"
#elif !PLAY_SCALAR && (defined(__SSE2__) || defined(__wasm_simd128__))
#include "lanes_128.h"
#else
#include "lanes_scalar.h"
#endif

enum { QUAD_BYTES = 4 * PLAY_BLOCK * WEIGHT_BYTES }; /* of the weights of a quad and a block */

/* 16 numbers in vectors that the machine has: compilers take wider ones apart. */
#if !PLAY_SCALAR && defined(__AVX512VNNI__)
enum { PART_LANES = 16 };
#elif !PLAY_SCALAR && defined(__AVX2__)
enum { PART_LANES = 8 };
#else
enum { PART_LANES = 4 };
#endif
enum { PARTS = PLAY_BLOCK / PART_LANES };
typedef int32_t int_part __attribute__((vector_size(4 * PART_LANES)));
typedef float float_part __attribute__((vector_size(4 * PART_LANES)));
typedef uint8_t byte_part __attribute__((vector_size(PART_LANES)));
struct lanes {
    int_part part[PARTS];
};

INLINE struct lanes sums_lanes(const struct sums *sums)
{
    struct lanes result;
    _Static_assert(sizeof result == sizeof *sums, "");
    memcpy(&result, sums, sizeof result);
    return result;
}

INLINE float_part part_widen(const uint8_t *from)
{
    byte_part bytes;
    memcpy(&bytes, from, sizeof bytes);
    return __builtin_convertvector(__builtin_convertvector(bytes, int_part), float_part);
}

/* Returns the numbers clamped to 0 to 127. */
INLINE float_part part_clamp(float_part value)
{
    const float_part most = (float_part){0} + 127.0f;
    int_part bits = (int_part)value & (value > 0), over = (float_part)bits > most;
    return (float_part)((over & (int_part)most) | (~over & bits));
}

/* Writes 16 numbers of 0 to 255 as bytes. */
INLINE void parts_narrow(const int_part *wide, uint8_t *to)
{
#if !PLAY_SCALAR && defined(__AVX512VNNI__)
    _mm_storeu_si128((__m128i *)(void *)to, _mm512_cvtepi32_epi8((__m512i)*wide));
#elif !PLAY_SCALAR && (defined(__SSE2__) || defined(__wasm_simd128__))
    vector part[4], bytes;
    memcpy(part, wide, sizeof part);
    bytes = VECTOR_BYTES(VECTOR_SHORTS(part[0], part[1]), VECTOR_SHORTS(part[2], part[3]));
    memcpy(to, &bytes, sizeof bytes);
#else
    for (unsigned i = 0; i < PLAY_BLOCK; i++)
        to[i] = (uint8_t)wide[i / PART_LANES][i % PART_LANES];
#endif
}

#endif
