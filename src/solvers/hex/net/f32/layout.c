/* The layout of weights and workspace. */
#include "layout.h"

static void layout_weights(struct net_layout *layout)
{
    const struct hex_net_shape *shape = layout->shape;
    size_t at = 0, channels = shape->channels;
    for (unsigned i = 0; i < shape->layers; i++) {
        struct net_conv *conv = &layout->conv[i];
        conv->ins = i ? shape->channels : HEX_PLANES;
        conv->wide_outs = shape->wide[i];
        conv->narrow_outs = shape->channels - conv->wide_outs;
        conv->narrow = at;
        conv->wide = conv->narrow + (size_t)HEX_TAPS_NARROW * conv->ins * conv->narrow_outs;
        conv->bias = conv->wide + (size_t)HEX_TAPS_WIDE * conv->ins * conv->wide_outs;
        at = conv->bias + channels;
    }
    if (shape->head == HEX_HEAD_FULL) {
        unsigned cells = (unsigned)shape->rows * shape->cols;
        layout->full_outs = (cells + 15) / 16 * 16;
        layout->full_weight = at;
        layout->full_bias = at + channels * cells * layout->full_outs;
        layout->weights = layout->full_bias + layout->full_outs;
        return;
    }
    layout->hidden_weight = at;
    layout->hidden_bias = at + channels * HEX_NET_VALUE_UNITS;
    layout->policy_weight = layout->hidden_bias + HEX_NET_VALUE_UNITS;
    layout->q_weight = layout->policy_weight + channels;
    layout->value_weight = layout->q_weight + channels;
    layout->policy_bias = layout->value_weight + HEX_NET_VALUE_UNITS;
    layout->q_bias = layout->policy_bias + 1;
    layout->value_bias = layout->q_bias + 1;
    layout->weights = layout->value_bias + 1;
}

/* Reserves floats of the workspace, rounded up to whole lines of the cache. */
static size_t reserve(size_t *at, size_t floats)
{
    size_t offset = *at;
    *at += (floats + 15) / 16 * 16;
    return offset;
}

static void layout_workspace(struct net_layout *layout)
{
    const struct hex_net_shape *shape = layout->shape;
    size_t at = 0, batch = layout->batch;
    for (unsigned i = 0; i < shape->layers; i++)
        layout->activation[i] = reserve(&at, batch * layout->board);
    if (shape->head == HEX_HEAD_FULL) {
        layout->full = reserve(&at, batch * layout->full_outs);
    } else {
        layout->head = reserve(&at, (size_t)NET_HEAD * (layout->channels + 1 + layout->rows * layout->cols));
        layout->mean = reserve(&at, batch * layout->channels);
        layout->hidden = reserve(&at, batch * HEX_NET_VALUE_UNITS);
    }
    layout->forward_floats = at;
    for (unsigned i = 0; i < 3; i++)
        layout->derivative[i] = reserve(&at, NET_BLOCK * layout->board);
    layout->transposed = reserve(&at, layout->weights);
    layout->training_floats = at;
}

void net_layout_init(struct net_layout *layout, const struct hex_net_shape *shape, unsigned rows, unsigned cols,
                     unsigned batch)
{
    *layout = (struct net_layout){
        .shape = shape, .rows = rows, .cols = cols, .batch = batch, .channels = shape->channels, .pad = 1};
    for (unsigned i = 1; i < shape->layers; i++)
        if (shape->wide[i] > 0)
            layout->pad = 2;
    layout->stride = cols + layout->pad;
    layout->board = ((size_t)rows * layout->stride + layout->pad) * layout->channels;
    int down = (int)(layout->stride * layout->channels), right = (int)layout->channels;
    for (unsigned i = 0; i < HEX_TAPS_NARROW; i++)
        layout->tap[0][i] = hex_taps_narrow[i][0] * down + hex_taps_narrow[i][1] * right;
    for (unsigned i = 0; i < HEX_TAPS_WIDE; i++)
        layout->tap[1][i] = hex_taps_wide[i][0] * down + hex_taps_wide[i][1] * right;
    layout_weights(layout);
    layout_workspace(layout);
}
