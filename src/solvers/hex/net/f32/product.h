/* Products of matrices, in tiles of registers. Lengths of vectors are multiples of 16. */
#ifndef HEX_NET_F32_PRODUCT_H
#define HEX_NET_F32_PRODUCT_H

#include <stddef.h>
#include <stdint.h>

#include "vector.h"

/* y[pixel][out] = first[out] + sum over (tap, in), in this order, of x[pixel at the tap][in] * weight[tap][in][out] */
struct net_product {
    const float *x;
    size_t x_step;          /* floats from a pixel to the next one */
    const int *tap;         /* distances from x */
    const int8_t (*way)[2]; /* way[tap][1] < 0, > 0: the first, the last pixel has nothing there; or NULL */
    unsigned taps, ins, outs, pixels;
    const float *weight;
    const float *first; /* NULL: what y has is added to */
    float *y;
    size_t y_step;
};
void NET_NAME(net_product)(const struct net_product *product);

/* gradient[in][out] += sum over pixels, row by row, of x[pixel][in] * y[pixel][out] */
struct net_outer {
    const float *x, *y;
    size_t x_row, x_step, y_row, y_step; /* floats from a row or a pixel to the next one */
    unsigned rows, cols, ins, outs;
    float *gradient;
};
void NET_NAME(net_outer)(const struct net_outer *outer);

#endif
