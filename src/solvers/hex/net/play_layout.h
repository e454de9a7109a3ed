/* A play net in memory, and the order of its wire form. Freestanding.
 *
 * The wire form, little-endian, without padding:
 *
 *   "nashhex1"   u32 length of the rest
 *   shape        u16 layers, u16 channels, u16 wide of each layer, u8 residual, u8 head, u8 rows, u8 cols
 *   each layer   weights of the narrow filters [7][in][out], then of the wide ones [19][in][out]: i8, in the first
 *                layer i16; f32 scale [channels], f32 bias [channels]; second layer of a pair: f32 skip scale
 *   board head   i16 policy weights [channels], i16 Q weights [channels], f32 scale and bias of policy, f32 those of Q;
 *                f32 scale of the mean, then in f32 value.hidden.weight, value.hidden.bias, value.weight, value.bias
 *   full head    i8 weights [cells][channels][outputs], f32 scale [outputs], f32 bias [outputs]
 *   the first 8 bytes of the SHA-256 of all before
 *
 * A layer's sum becomes an activation by round(sum * scale + bias + skip * skip scale), clamped to 0 to 127. The planes
 * of the first layer are 0 or 1. The mean of a channel is sum of its activations * (scale / cells). */
#ifndef HEX_NET_PLAY_LAYOUT_H
#define HEX_NET_PLAY_LAYOUT_H

#include "kernels/kernel.h"
#include "play_net.h"

enum {
    PLAY_MAGIC_BYTES = 8,
    PLAY_HASH_BYTES = 8,
    PLAY_WEIGHT_MAX = 127,
    PLAY_FIRST_MAX = 32767 / 3, /* by the number of taps: a cell has at most 3 planes, and sums have 16 bits */
    PLAY_HEAD_MAX = 16383       /* of the weights of the heads of boards */
};
/* Limits of floats, so that no result overflows. */
#define PLAY_SCALE_MIN 0x1p-60f
#define PLAY_FLOAT_MAX 0x1p20f
extern const uint8_t hex_play_magic[PLAY_MAGIC_BYTES];

struct play_layer {
    const void *narrow, *wide; /* packed; of the first layer: tables of play_first */
    const float *scale, *bias; /* [channels] */
    float skip_scale;          /* of the second layer of a pair */
};

struct play_board_head {
    const void *weights; /* packed: one tap, 16 outputs: high and low bytes of the policy, of Q, and zeros */
    float policy_scale, policy_bias, q_scale, q_bias, mean_scale, value_bias;
    const float *hidden, *hidden_bias, *value; /* [channels][units], [units], [units] */
};

struct play_full_head {
    const void *weights; /* packed: a tap for each cell */
    const float *scale, *bias;
};

struct hex_play_net {
    struct hex_net_shape shape;
    const struct play_kernel *kernel;
    struct play_layer layer[HEX_NET_LAYERS_MAX];
    struct play_board_head board;
    struct play_full_head full;
};

/* Returns whether this layer, from 0 on, is the second one of a pair. */
static inline bool play_ends_pair(const struct hex_net_shape *shape, unsigned layer)
{
    return shape->residual && layer >= 2 && layer % 2 == 0;
}
static inline unsigned play_outputs(const struct hex_net_shape *shape)
{
    return ((unsigned)shape->rows * shape->cols + PLAY_BLOCK - 1) / PLAY_BLOCK * PLAY_BLOCK;
}

/* Reads like hex_play_net_read(), for this kernel, which must run on this machine. */
const char *hex_play_net_read_for(const struct play_kernel *kernel, const uint8_t *bytes, size_t len,
                                  struct hex_play_net *net);
/* Writes the first 8 bytes of the SHA-256. */
void hex_play_net_hash(const uint8_t *bytes, size_t len, uint8_t hash[PLAY_HASH_BYTES]);

#endif
