/* Sums of products in vectors of 128 bits, SSE2 or WebAssembly: 8 at once. See lanes.h, which includes this file. */
#ifndef HEX_NET_KERNELS_LANES_128_H
#define HEX_NET_KERNELS_LANES_128_H

/* 8 products of 16 bits at once, summed in pairs: weights are 16-bit numbers, pair by pair. They are loaded where they
 * are used, since there are only 16 registers. */
enum { TILE_CELLS = 2, TILE_BLOCKS = 1, WEIGHT_BYTES = 2, WEIGHT_INS = 2 };
struct sums {
    vector part[4];
};
struct weights {
    const uint8_t *pair; /* [2][4] vectors */
};
struct quad {
    vector pair[2];
};
INLINE struct weights weights_load(const uint8_t *at)
{
    return (struct weights){at};
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
    sums->part[0] = sums->part[1] = sums->part[2] = sums->part[3] = VECTOR_ZERO;
}
INLINE void sums_add_part(struct sums *sums, unsigned i, struct quad quad, struct weights weights)
{
    vector products = VECTOR_DOT(quad.pair[0], VECTOR_LOAD(weights.pair + 16 * i));
    sums->part[i] = VECTOR_ADD(sums->part[i], products);
    products = VECTOR_DOT(quad.pair[1], VECTOR_LOAD(weights.pair + 64 + 16 * i));
    sums->part[i] = VECTOR_ADD(sums->part[i], products);
}
INLINE void sums_add(struct sums *sums, struct quad quad, struct weights weights)
{
    sums_add_part(sums, 0, quad, weights);
    sums_add_part(sums, 1, quad, weights);
    sums_add_part(sums, 2, quad, weights);
    sums_add_part(sums, 3, quad, weights);
}

#endif
