/* Sums of products with AVX-512 VNNI: 64 at once. See lanes.h, which includes this file. */
#ifndef HEX_NET_KERNELS_LANES_AVX512_H
#define HEX_NET_KERNELS_LANES_AVX512_H

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

#endif
