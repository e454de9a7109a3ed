/* The layers. The first one adds weights of the planes that are set, since its inputs are bits. */
#include <string.h>

#include "part.h"

void NET_NAME(net_convolve)(const struct net_layout *layout, const struct net_filters *filters, const float *x,
                            const float *first, float *y)
{
    size_t matrix = (size_t)filters->ins * filters->outs;
    for (unsigned row = 0; row < layout->rows; row++) {
        unsigned from = 0, to = filters->taps;
        while ((int)row + filters->tap[from][0] < 0)
            from++;
        while ((int)row + filters->tap[to - 1][0] >= (int)layout->rows)
            to--;
        struct net_product product = {.x = x + net_cell(layout, row, 0),
                                      .x_step = layout->channels,
                                      .tap = filters->distance + from,
                                      .way = filters->tap + from,
                                      .taps = to - from,
                                      .ins = filters->ins,
                                      .outs = filters->outs,
                                      .pixels = layout->cols,
                                      .weight = filters->weight + from * matrix,
                                      .first = first,
                                      .y = y + net_cell(layout, row, 0),
                                      .y_step = layout->channels};
        NET_NAME(net_product)(&product);
    }
}

/* Sets the cells between the rows to 0. */
static void pads_clear(const struct net_layout *layout, float *grid)
{
    for (unsigned row = 0; row <= layout->rows; row++)
        memset(grid + (size_t)row * layout->stride * layout->channels, 0,
               layout->pad * layout->channels * sizeof *grid);
}

static void first_filters(const struct net_layout *layout, const struct net_seen *seen, const int8_t (*tap)[2],
                          unsigned taps, unsigned outs, const float *weight, const float *bias, float *y)
{
    for (unsigned row = 0; row < layout->rows; row++)
        for (unsigned col = 0; col < layout->cols; col++) {
            float *to = y + net_cell(layout, row, col);
            const uint8_t *cell = net_seen_cell(seen, row, col);
            for (unsigned out = 0; out < outs; out += 16) {
                vec sum[16 / VEC_LANES];
                for (unsigned v = 0; v < 16 / VEC_LANES; v++)
                    sum[v] = vec_load(bias + out + v * VEC_LANES);
                for (unsigned t = 0; t < taps; t++) {
                    const float *from = weight + (size_t)t * HEX_PLANES * outs + out;
                    for (unsigned bits = cell[tap[t][0] * NET_SEEN_STRIDE + tap[t][1]]; bits; bits &= bits - 1) {
                        const float *plane = from + (unsigned)__builtin_ctz(bits) * outs;
                        for (unsigned v = 0; v < 16 / VEC_LANES; v++)
                            sum[v] = vec_add(sum[v], vec_load(plane + v * VEC_LANES));
                    }
                }
                for (unsigned v = 0; v < 16 / VEC_LANES; v++)
                    vec_store(to + out + v * VEC_LANES, sum[v]);
            }
        }
}

static void first_layer(const struct net_layout *layout, const float *weight, const struct hex_input *input, float *y)
{
    const struct net_conv *conv = &layout->conv[0];
    struct net_seen seen;
    net_see(input, &seen);
    if (conv->narrow_outs > 0)
        first_filters(layout, &seen, hex_taps_narrow, HEX_TAPS_NARROW, conv->narrow_outs, weight + conv->narrow,
                      weight + conv->bias, y);
    if (conv->wide_outs > 0)
        first_filters(layout, &seen, hex_taps_wide, HEX_TAPS_WIDE, conv->wide_outs, weight + conv->wide,
                      weight + conv->bias + conv->narrow_outs, y + conv->narrow_outs);
}

static void inner_layer(const struct net_layout *layout, unsigned layer, const float *weight, const float *x, float *y)
{
    const struct net_conv *conv = &layout->conv[layer];
    const struct net_filters narrow = {.tap = hex_taps_narrow,
                                       .distance = layout->tap[0],
                                       .taps = HEX_TAPS_NARROW,
                                       .ins = conv->ins,
                                       .outs = conv->narrow_outs,
                                       .weight = weight + conv->narrow};
    const struct net_filters wide = {.tap = hex_taps_wide,
                                     .distance = layout->tap[1],
                                     .taps = HEX_TAPS_WIDE,
                                     .ins = conv->ins,
                                     .outs = conv->wide_outs,
                                     .weight = weight + conv->wide};
    if (narrow.outs > 0)
        NET_NAME(net_convolve)(layout, &narrow, x, weight + conv->bias, y);
    if (wide.outs > 0)
        NET_NAME(net_convolve)(layout, &wide, x, weight + conv->bias + narrow.outs, y + narrow.outs);
}

/* Ends a layer: adds what went into its pair, if it ends one, and cuts negative values off. */
static void rectify(size_t floats, float *y, const float *skip)
{
    for (size_t i = 0; i < floats; i += VEC_LANES) {
        vec a = vec_load(y + i);
        vec_store(y + i, vec_positive(skip ? vec_add(a, vec_load(skip + i)) : a));
    }
}

static void forward(const struct net_layout *layout, const float *weight, const struct hex_input *input,
                    float *workspace, struct hex_net_output *output)
{
    const struct hex_net_shape *shape = layout->shape;
    bool full = shape->head == HEX_HEAD_FULL;
    if (!full)
        NET_NAME(net_head_weights)(layout, weight, workspace);
    for (unsigned begin = 0; begin < layout->batch; begin += NET_BLOCK) {
        unsigned end = begin + NET_BLOCK < layout->batch ? begin + NET_BLOCK : layout->batch;
        for (unsigned layer = 0; layer < shape->layers; layer++)
            for (unsigned b = begin; b < end; b++) {
                float *y = workspace + layout->activation[layer] + b * layout->board;
                pads_clear(layout, y);
                if (layer == 0)
                    first_layer(layout, weight, &input[b], y);
                else
                    inner_layer(layout, layer, weight, workspace + layout->activation[layer - 1] + b * layout->board,
                                y);
                rectify(layout->board, y,
                        net_pair_second(layout, layer) ? workspace + layout->activation[layer - 2] + b * layout->board
                                                       : NULL);
            }
        for (unsigned b = begin; b < end && !full; b++)
            NET_NAME(net_head_forward)(layout, weight, input, b, workspace, &output[b]);
    }
    if (full)
        NET_NAME(net_full_forward)(layout, weight, input, workspace, output);
}

void NET_NAME(net_backward)(const struct net_layout *layout, const float *weight, const struct hex_input *input,
                            float *workspace, const struct hex_net_output *derivative, float *gradient);

#define TEXT(name)    TEXT_OF(name)
#define TEXT_OF(name) #name
const struct hex_net_variant NET_NAME(hex_net) = {
    .name = TEXT(NET_VARIANT), .forward = forward, .backward = NET_NAME(net_backward)};
