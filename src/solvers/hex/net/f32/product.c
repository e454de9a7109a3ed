/* The tiles: each accumulator is one vector of outputs of one pixel, or of one input. They are complete in registers,
 * so each function is made for a constant number of pixels and vectors. */
#include "product.h"

#ifdef __clang__
#define NET_UNROLL _Pragma("clang loop unroll(full)")
#else
#define NET_UNROLL _Pragma("GCC unroll 16")
#endif
#define NET_INLINE static inline __attribute__((always_inline))

enum { VECS_MAX = 2 };

enum { EDGE_LEFT = 1, EDGE_RIGHT = 2 }; /* a tile has the first, the last pixel of a product */

/* Adds one tap to the pixels from `begin` to `end`. */
NET_INLINE void product_tap(const struct net_product *p, const float *from, const float *weight,
                            vec sum[VEC_PIXELS][VECS_MAX], const unsigned begin, const unsigned end,
                            const unsigned vecs)
{
    const size_t x_step = p->x_step, outs = p->outs;
    for (unsigned left = p->ins; left > 0; left--, from++, weight += outs) {
        vec w[VECS_MAX];
        NET_UNROLL for (unsigned v = 0; v < vecs; v++) w[v] = vec_load(weight + v * VEC_LANES);
        NET_UNROLL for (unsigned i = begin; i < end; i++)
        {
            vec a = vec_all(from[i * x_step]);
            NET_UNROLL for (unsigned v = 0; v < vecs; v++) sum[i][v] = vec_fma(a, w[v], sum[i][v]);
        }
    }
}

NET_INLINE void product_tile(const struct net_product *p, const float *x, const float *weight, const float *first,
                             float *y, const unsigned edges, const unsigned pixels, const unsigned vecs)
{
    vec sum[VEC_PIXELS][VECS_MAX];
    NET_UNROLL for (unsigned i = 0; i < pixels; i++) NET_UNROLL for (unsigned v = 0; v < vecs; v++) sum[i][v] =
        vec_load(first ? first + v * VEC_LANES : y + i * p->y_step + v * VEC_LANES);
    const size_t matrix = (size_t)p->ins * p->outs;
    for (unsigned t = 0; t < p->taps; t++, weight += matrix) {
        const float *from = x + p->tap[t];
        int way = p->way ? p->way[t][1] : 0;
        if (way < 0 && edges & EDGE_LEFT)
            product_tap(p, from, weight, sum, 1, pixels, vecs);
        else if (way > 0 && edges & EDGE_RIGHT)
            product_tap(p, from, weight, sum, 0, pixels - 1, vecs);
        else
            product_tap(p, from, weight, sum, 0, pixels, vecs);
    }
    NET_UNROLL for (unsigned i = 0; i < pixels; i++) NET_UNROLL for (unsigned v = 0; v < vecs; v++)
        vec_store(y + i * p->y_step + v * VEC_LANES, sum[i][v]);
}

typedef void tile_function(const struct net_product *p, const float *x, const float *weight, const float *first,
                           float *y, unsigned edges);
#define TILE(pixels, vecs)                                                                                             \
    static void tile_##pixels##_##vecs(const struct net_product *p, const float *x, const float *weight,               \
                                       const float *first, float *y, unsigned edges)                                   \
    {                                                                                                                  \
        product_tile(p, x, weight, first, y, edges, pixels, vecs);                                                     \
    }
#define TILES(pixels) TILE(pixels, 1) TILE(pixels, 2)
#define TILE_NAMES(pixels)                                                                                             \
    {                                                                                                                  \
        tile_##pixels##_1, tile_##pixels##_2                                                                           \
    }

TILES(1)
TILES(2)
TILES(3)
TILES(4)
#if NET_VECTOR >= 256
TILES(5)
TILES(6)
#endif
#if NET_VECTOR == 512
TILES(7)
TILES(8)
TILES(9)
TILES(10)
TILES(11)
TILES(12)
TILES(13)
TILES(14)
#endif

static tile_function *const tile[VEC_PIXELS][VECS_MAX] = {
    TILE_NAMES(1),  TILE_NAMES(2),  TILE_NAMES(3),  TILE_NAMES(4),
#if NET_VECTOR >= 256
    TILE_NAMES(5),  TILE_NAMES(6),
#endif
#if NET_VECTOR == 512
    TILE_NAMES(7),  TILE_NAMES(8),  TILE_NAMES(9),  TILE_NAMES(10),
    TILE_NAMES(11), TILE_NAMES(12), TILE_NAMES(13), TILE_NAMES(14),
#endif
};

void NET_NAME(net_product)(const struct net_product *p)
{
    unsigned tiles = (p->pixels + VEC_PIXELS - 1) / VEC_PIXELS; /* of nearly equal width */
    for (unsigned out = 0; out < p->outs;) {
        unsigned vecs = p->outs - out >= VECS_MAX * VEC_LANES ? VECS_MAX : 1;
        const float *first = p->first ? p->first + out : NULL;
        for (unsigned i = 0, from = 0; i < tiles; i++) {
            unsigned to = p->pixels * (i + 1) / tiles;
            unsigned edges = (from == 0 ? EDGE_LEFT : 0U) | (to == p->pixels ? EDGE_RIGHT : 0U);
            tile[to - from - 1][vecs - 1](p, p->x + from * p->x_step, p->weight + out, first,
                                          p->y + from * p->y_step + out, edges);
            from = to;
        }
        out += vecs * VEC_LANES;
    }
}

NET_INLINE void outer_tile(const struct net_outer *o, const float *x, const float *y, float *gradient,
                           const unsigned vecs)
{
    vec sum[VEC_INS][VECS_MAX];
    const size_t outs = o->outs, x_step = o->x_step, y_step = o->y_step;
    NET_UNROLL for (unsigned i = 0; i < VEC_INS; i++) NET_UNROLL for (unsigned v = 0; v < vecs; v++) sum[i][v] =
        vec_load(gradient + i * outs + v * VEC_LANES);
    for (unsigned row = 0; row < o->rows; row++) {
        const float *x_at = x + row * o->x_row, *y_at = y + row * o->y_row;
        for (unsigned left = o->cols; left > 0; left--, x_at += x_step, y_at += y_step) {
            vec d[VECS_MAX];
            NET_UNROLL for (unsigned v = 0; v < vecs; v++) d[v] = vec_load(y_at + v * VEC_LANES);
            NET_UNROLL for (unsigned i = 0; i < VEC_INS; i++)
            {
                vec a = vec_all(x_at[i]);
                NET_UNROLL for (unsigned v = 0; v < vecs; v++) sum[i][v] = vec_fma(a, d[v], sum[i][v]);
            }
        }
    }
    NET_UNROLL for (unsigned i = 0; i < VEC_INS; i++) NET_UNROLL for (unsigned v = 0; v < vecs; v++)
        vec_store(gradient + i * outs + v * VEC_LANES, sum[i][v]);
}

void NET_NAME(net_outer)(const struct net_outer *o)
{
    for (unsigned out = 0; out < o->outs;) {
        unsigned vecs = o->outs - out >= VECS_MAX * VEC_LANES ? VECS_MAX : 1;
        for (unsigned in = 0; in < o->ins; in += VEC_INS) {
            float *gradient = o->gradient + in * (size_t)o->outs + out;
            if (vecs == 2)
                outer_tile(o, o->x + in, o->y + out, gradient, 2);
            else
                outer_tile(o, o->x + in, o->y + out, gradient, 1);
        }
        out += vecs * VEC_LANES;
    }
}
