/* Sums of products with AVX2: 32 at once. See lanes.h, which includes this file. */
#ifndef HEX_NET_KERNELS_LANES_AVX2_H
#define HEX_NET_KERNELS_LANES_AVX2_H

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

#endif
