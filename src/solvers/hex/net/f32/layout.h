/* Where things are in the memory of a network: weights, and the workspace.
 *
 * An activation is stored as a grid: rows of cells with `pad` empty cells between them, each cell `channels` floats. So
 * a tap is one distance for all cells, and what lies left and right of the board is 0. Taps above and below the board
 * are skipped. */
#ifndef HEX_NET_F32_LAYOUT_H
#define HEX_NET_F32_LAYOUT_H

#include <solvers/hex/net/net.h>

enum {
    NET_BLOCK = 8, /* boards that pass through all layers together: their grids stay in the cache */
    NET_HEAD = 16  /* outputs of the head of boards: policy, Q, and 0 */
};

/* Offsets of the tensors of a layer, in floats. */
struct net_conv {
    unsigned ins, narrow_outs, wide_outs;
    size_t narrow, wide, bias;
};

struct net_layout {
    const struct hex_net_shape *shape;
    unsigned rows, cols, batch;
    unsigned channels, pad, stride; /* stride: cells from a row to the next one */
    size_t board;                   /* floats of a grid */
    int tap[2][HEX_TAPS_WIDE];      /* narrow and wide: distances, in floats */

    struct net_conv conv[HEX_NET_LAYERS_MAX];
    size_t hidden_weight, hidden_bias, policy_weight, q_weight, value_weight, policy_bias, q_bias, value_bias;
    size_t full_weight, full_bias;
    unsigned full_outs;
    size_t weights;

    /* Of the workspace, in floats. */
    size_t activation[HEX_NET_LAYERS_MAX]; /* [batch] grids */
    size_t head;                           /* board: weights of the cells [channels][NET_HEAD], and the cells of one */
    size_t mean, hidden;                   /* board: [batch][channels], [batch][HEX_NET_VALUE_UNITS] */
    size_t full;                           /* [batch][full_outs] */
    size_t derivative[3];                  /* [NET_BLOCK] grids */
    size_t transposed;                     /* the weights, each matrix [in][out] as [out][in], taps in reverse */
    size_t forward_floats, training_floats;
};

void net_layout_init(struct net_layout *layout, const struct hex_net_shape *shape, unsigned rows, unsigned cols,
                     unsigned batch);

/* Returns the offset of a cell in a grid. */
static inline size_t net_cell(const struct net_layout *layout, unsigned row, unsigned col)
{
    return ((size_t)row * layout->stride + layout->pad + col) * layout->channels;
}

/* A layer that begins or ends a residual pair. */
static inline bool net_pair_first(const struct net_layout *layout, unsigned layer)
{
    return layout->shape->residual && layer % 2 == 1 && layer + 1 < layout->shape->layers;
}
static inline bool net_pair_second(const struct net_layout *layout, unsigned layer)
{
    return layout->shape->residual && layer > 0 && layer % 2 == 0;
}

#endif
