/* Sums of products on any machine. See lanes.h, which includes this file. */
#ifndef HEX_NET_KERNELS_LANES_SCALAR_H
#define HEX_NET_KERNELS_LANES_SCALAR_H

enum { TILE_CELLS = 1, TILE_BLOCKS = 1, WEIGHT_BYTES = 1, WEIGHT_INS = 1 };
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
