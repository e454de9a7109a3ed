/* Sums of products of bytes, with the instructions that the compiler may use. Weights for one quad of input channels
 * and 16 output channels are one `struct weights`; `struct sums` are 16 sums. */
#ifndef HEX_NET_KERNELS_LANES_H
#define HEX_NET_KERNELS_LANES_H

#include <stdint.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

typedef int32_t lanes __attribute__((vector_size(64)));
typedef float float_lanes __attribute__((vector_size(64)));
typedef uint8_t byte_lanes __attribute__((vector_size(16)));

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
/* 64 products at once. */
enum { TILE_CELLS = 12, TILE_BLOCKS = 2, WEIGHT_BYTES = 1, WEIGHT_INS = 4 };
struct sums {
    __m512i lane;
};
struct weights {
    __m512i lane;
};
struct quad {
    __m512i lane;
};
INLINE struct weights weights_load(const uint8_t *at)
{
    return (struct weights){_mm512_load_si512(at)};
}
INLINE struct quad quad_load(const uint8_t *at)
{
    int32_t four;
    memcpy(&four, at, sizeof four);
    return (struct quad){_mm512_set1_epi32(four)};
}
INLINE void sums_clear(struct sums *sums)
{
    sums->lane = _mm512_setzero_si512();
}
INLINE void sums_add(struct sums *sums, struct quad quad, struct weights weights)
{
    sums->lane = _mm512_dpbusd_epi32(sums->lane, quad.lane, weights.lane);
}

#elif !PLAY_SCALAR && defined(__AVX2__)
/* The sum of two products of 127 * 127 fits 16 bits. */
enum { TILE_CELLS = 4, TILE_BLOCKS = 1, WEIGHT_BYTES = 1, WEIGHT_INS = 4 };
struct sums {
    __m256i half[2];
};
struct weights {
    __m256i half[2];
};
struct quad {
    __m256i lane;
};
INLINE struct weights weights_load(const uint8_t *at)
{
    const __m256i *half = (const __m256i *)(const void *)at;
    return (struct weights){{_mm256_load_si256(half), _mm256_load_si256(half + 1)}};
}
INLINE struct quad quad_load(const uint8_t *at)
{
    int32_t four;
    memcpy(&four, at, sizeof four);
    return (struct quad){_mm256_set1_epi32(four)};
}
INLINE void sums_clear(struct sums *sums)
{
    sums->half[0] = sums->half[1] = _mm256_setzero_si256();
}
INLINE void sums_add(struct sums *sums, struct quad quad, struct weights weights)
{
    for (unsigned i = 0; i < 2; i++) {
        __m256i pairs = _mm256_maddubs_epi16(quad.lane, weights.half[i]);
        sums->half[i] = _mm256_add_epi32(sums->half[i], _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
    }
}

#elif !PLAY_SCALAR && (defined(__SSE2__) || defined(__wasm_simd128__))
/* 8 products of 16 bits at once, summed in pairs: weights are 16-bit numbers, pair by pair. */
enum { TILE_CELLS = 2, TILE_BLOCKS = 1, WEIGHT_BYTES = 2, WEIGHT_INS = 2 };
struct sums {
    vector part[4];
};
struct weights {
    vector part[2][4]; /* [pair] */
};
struct quad {
    vector pair[2];
};
INLINE struct weights weights_load(const uint8_t *at)
{
    struct weights weights;
    for (unsigned i = 0; i < 8; i++)
        weights.part[i / 4][i % 4] = VECTOR_LOAD(at + 16 * i);
    return weights;
}
INLINE struct quad quad_load(const uint8_t *at)
{
    int32_t four;
    memcpy(&four, at, sizeof four);
    vector wide = VECTOR_WIDEN(four);
    return (struct quad){{VECTOR_PAIR(wide, 0), VECTOR_PAIR(wide, 1)}};
}
INLINE void sums_clear(struct sums *sums)
{
    for (unsigned i = 0; i < 4; i++)
        sums->part[i] = VECTOR_ZERO;
}
INLINE void sums_add(struct sums *sums, struct quad quad, struct weights weights)
{
    for (unsigned i = 0; i < 4; i++) {
        vector products = VECTOR_DOT(quad.pair[0], weights.part[0][i]);
        sums->part[i] = VECTOR_ADD(sums->part[i], products);
        products = VECTOR_DOT(quad.pair[1], weights.part[1][i]);
        sums->part[i] = VECTOR_ADD(sums->part[i], products);
    }
}

#else
/* Any machine. */
enum { TILE_CELLS = 2, TILE_BLOCKS = 1, WEIGHT_BYTES = 1, WEIGHT_INS = 1 };
struct sums {
    int32_t lane[16];
};
struct weights {
    const int8_t *lane; /* [4][16] */
};
struct quad {
    int32_t channel[4];
};
INLINE struct weights weights_load(const uint8_t *at)
{
    return (struct weights){(const int8_t *)at};
}
INLINE struct quad quad_load(const uint8_t *at)
{
    return (struct quad){{at[0], at[1], at[2], at[3]}};
}
INLINE void sums_clear(struct sums *sums)
{
    *sums = (struct sums){{0}};
}
INLINE void sums_add(struct sums *sums, struct quad quad, struct weights weights)
{
    for (unsigned i = 0; i < 4; i++)
        for (unsigned o = 0; o < 16; o++)
            sums->lane[o] += quad.channel[i] * weights.lane[16 * i + o];
}
#endif

enum { QUAD_BYTES = 4 * PLAY_BLOCK * WEIGHT_BYTES }; /* of the weights of a quad and a block */

INLINE lanes sums_lanes(const struct sums *sums)
{
    lanes result;
    _Static_assert(sizeof result == sizeof *sums, "");
    memcpy(&result, sums, sizeof result);
    return result;
}

/* Returns 16 lanes of 0 to 255 as bytes. */
INLINE byte_lanes lanes_narrow(lanes wide)
{
#if !PLAY_SCALAR && defined(__AVX512VNNI__)
    return (byte_lanes)_mm512_cvtepi32_epi8((__m512i)wide);
#elif !PLAY_SCALAR && (defined(__SSE2__) || defined(__wasm_simd128__))
    vector part[4];
    memcpy(part, &wide, sizeof part);
    return (byte_lanes)VECTOR_BYTES(VECTOR_SHORTS(part[0], part[1]), VECTOR_SHORTS(part[2], part[3]));
#else
    return __builtin_convertvector(wide, byte_lanes);
#endif
}

#endif
