/* Gradients, from the head down to the first layer, for one block of boards after the other. */
#include <string.h>

#include "part.h"

void NET_NAME(net_backward)(const struct net_layout *layout, const float *weight, const struct hex_input *input,
                            float *workspace, const struct hex_net_output *derivative, float *gradient);

/* Writes [matrix][in][out] as [matrix][out][in], the matrices in reverse if wanted. */
static void transpose(const float *from, float *to, unsigned matrices, unsigned ins, unsigned outs, bool reverse)
{
    size_t size = (size_t)ins * outs;
    for (unsigned m = 0; m < matrices; m++) {
        const float *a = from + (reverse ? matrices - 1 - m : m) * size;
        float *b = to + m * size;
        for (unsigned o = 0; o < outs; o++)
            for (unsigned i = 0; i < ins; i++)
                b[(size_t)o * ins + i] = a[(size_t)i * outs + o];
    }
}

/* The way back through a tap is the opposite tap. */
static void transpose_all(const struct net_layout *layout, const float *weight, float *transposed)
{
    for (unsigned i = 1; i < layout->shape->layers; i++) {
        const struct net_conv *conv = &layout->conv[i];
        transpose(weight + conv->narrow, transposed + conv->narrow, HEX_TAPS_NARROW, conv->ins, conv->narrow_outs,
                  true);
        transpose(weight + conv->wide, transposed + conv->wide, HEX_TAPS_WIDE, conv->ins, conv->wide_outs, true);
    }
    if (layout->shape->head == HEX_HEAD_FULL)
        transpose(weight + layout->full_weight, transposed + layout->full_weight, layout->rows * layout->cols,
                  layout->channels, layout->full_outs, false);
}

/* Adds the gradient of the filters of one diameter. */
static void filters_gradient(const struct net_layout *layout, const int8_t (*tap)[2], const int *distance,
                             unsigned taps, unsigned outs, const float *x, const float *d, float *gradient)
{
    size_t matrix = (size_t)layout->channels * outs;
    int rows = (int)layout->rows, cols = (int)layout->cols;
    for (unsigned t = 0; t < taps; t++, gradient += matrix) {
        int top = tap[t][0] < 0 ? -tap[t][0] : 0, bottom = tap[t][0] > 0 ? rows - tap[t][0] : rows;
        int left = tap[t][1] < 0 ? -tap[t][1] : 0, right = tap[t][1] > 0 ? cols - tap[t][1] : cols;
        if (top >= bottom || left >= right)
            continue;
        size_t at = net_cell(layout, (unsigned)top, (unsigned)left);
        struct net_outer outer = {.x = x + at + distance[t],
                                  .y = d + at,
                                  .x_row = (size_t)layout->stride * layout->channels,
                                  .y_row = (size_t)layout->stride * layout->channels,
                                  .x_step = layout->channels,
                                  .y_step = layout->channels,
                                  .rows = (unsigned)(bottom - top),
                                  .cols = (unsigned)(right - left),
                                  .ins = layout->channels,
                                  .outs = outs,
                                  .gradient = gradient};
        NET_NAME(net_outer)(&outer);
    }
}

static void bias_gradient(const struct net_layout *layout, const float *d, float *gradient)
{
    for (unsigned c = 0; c < layout->channels; c += VEC_LANES) {
        vec sum = vec_load(gradient + c);
        for (unsigned row = 0; row < layout->rows; row++)
            for (unsigned col = 0; col < layout->cols; col++)
                sum = vec_add(sum, vec_load(d + net_cell(layout, row, col) + c));
        vec_store(gradient + c, sum);
    }
}

static void first_gradient(const struct net_layout *layout, const struct net_seen *seen, const int8_t (*tap)[2],
                           unsigned taps, unsigned outs, const float *d, float *gradient)
{
    for (unsigned row = 0; row < layout->rows; row++)
        for (unsigned col = 0; col < layout->cols; col++) {
            const float *from = d + net_cell(layout, row, col);
            const uint8_t *cell = net_seen_cell(seen, row, col);
            for (unsigned t = 0; t < taps; t++)
                for (unsigned bits = cell[tap[t][0] * NET_SEEN_STRIDE + tap[t][1]]; bits; bits &= bits - 1) {
                    float *to = gradient + (t * HEX_PLANES + (unsigned)__builtin_ctz(bits)) * (size_t)outs;
                    for (unsigned out = 0; out < outs; out += VEC_LANES)
                        vec_store(to + out, vec_add(vec_load(to + out), vec_load(from + out)));
                }
        }
}

static void first_layer(const struct net_layout *layout, const struct hex_input *input, const float *d, float *gradient)
{
    const struct net_conv *conv = &layout->conv[0];
    struct net_seen seen;
    net_see(input, &seen);
    if (conv->narrow_outs > 0)
        first_gradient(layout, &seen, hex_taps_narrow, HEX_TAPS_NARROW, conv->narrow_outs, d, gradient + conv->narrow);
    if (conv->wide_outs > 0)
        first_gradient(layout, &seen, hex_taps_wide, HEX_TAPS_WIDE, conv->wide_outs, d + conv->narrow_outs,
                       gradient + conv->wide);
}

static void inner_gradient(const struct net_layout *layout, unsigned layer, const float *x, const float *d,
                           float *gradient)
{
    const struct net_conv *conv = &layout->conv[layer];
    if (conv->narrow_outs > 0)
        filters_gradient(layout, hex_taps_narrow, layout->tap[0], HEX_TAPS_NARROW, conv->narrow_outs, x, d,
                         gradient + conv->narrow);
    if (conv->wide_outs > 0)
        filters_gradient(layout, hex_taps_wide, layout->tap[1], HEX_TAPS_WIDE, conv->wide_outs, x,
                         d + conv->narrow_outs, gradient + conv->wide);
}

/* Writes the derivatives by what went into a layer. */
static void inner_back(const struct net_layout *layout, unsigned layer, const float *transposed, const float *d,
                       float *to)
{
    static const float zero[HEX_NET_CHANNELS_MAX];
    const struct net_conv *conv = &layout->conv[layer];
    const struct net_filters narrow = {.tap = hex_taps_narrow,
                                       .distance = layout->tap[0],
                                       .taps = HEX_TAPS_NARROW,
                                       .ins = conv->narrow_outs,
                                       .outs = layout->channels,
                                       .weight = transposed + conv->narrow};
    const struct net_filters wide = {.tap = hex_taps_wide,
                                     .distance = layout->tap[1],
                                     .taps = HEX_TAPS_WIDE,
                                     .ins = conv->wide_outs,
                                     .outs = layout->channels,
                                     .weight = transposed + conv->wide};
    if (narrow.ins > 0)
        NET_NAME(net_convolve)(layout, &narrow, d, zero, to);
    if (wide.ins > 0)
        NET_NAME(net_convolve)(layout, &wide, d + conv->narrow_outs, narrow.ins > 0 ? NULL : zero, to);
}

/* Goes back through the ReLU of a layer: y is what it wrote. */
static void rectify_back(size_t floats, const float *y, float *d)
{
    for (size_t i = 0; i < floats; i += VEC_LANES)
        vec_store(d + i, vec_where_positive(vec_load(y + i), vec_load(d + i)));
}

static void add_all(size_t floats, float *to, const float *from)
{
    for (size_t i = 0; i < floats; i += VEC_LANES)
        vec_store(to + i, vec_add(vec_load(to + i), vec_load(from + i)));
}

/* Goes back through the layers. grid[0] has the derivatives by what the last one wrote, for `boards` boards. */
static void block_backward(const struct net_layout *layout, const struct hex_input *input, unsigned board,
                           unsigned boards, float *workspace, float *grid[3], float *gradient)
{
    float *d = grid[0], *next = grid[1], *skip = grid[2];
    size_t floats = boards * layout->board;
    for (unsigned layer = layout->shape->layers; layer-- > 0;) {
        rectify_back(floats, workspace + layout->activation[layer] + board * layout->board, d);
        for (unsigned b = 0; b < boards; b++) {
            bias_gradient(layout, d + b * layout->board, gradient + layout->conv[layer].bias);
            if (layer == 0)
                first_layer(layout, &input[board + b], d + b * layout->board, gradient);
            else
                inner_gradient(layout, layer, workspace + layout->activation[layer - 1] + (board + b) * layout->board,
                               d + b * layout->board, gradient);
        }
        if (layer == 0)
            return;
        for (unsigned b = 0; b < boards; b++)
            inner_back(layout, layer, workspace + layout->transposed, d + b * layout->board, next + b * layout->board);
        if (net_pair_second(layout, layer))
            memcpy(skip, d, floats * sizeof *skip);
        if (net_pair_first(layout, layer))
            add_all(floats, next, skip);
        float *swapped = d;
        d = next;
        next = swapped;
    }
}

void NET_NAME(net_backward)(const struct net_layout *layout, const float *weight, const struct hex_input *input,
                            float *workspace, const struct hex_net_output *derivative, float *gradient)
{
    bool full = layout->shape->head == HEX_HEAD_FULL;
    float *grid[3];
    for (unsigned i = 0; i < 3; i++) {
        grid[i] = workspace + layout->derivative[i];
        memset(grid[i], 0, NET_BLOCK * layout->board * sizeof(float));
    }
    memset(gradient, 0, layout->weights * sizeof *gradient);
    transpose_all(layout, weight, workspace + layout->transposed);
    if (full)
        NET_NAME(net_full_gradient)(layout, input, derivative, workspace, gradient);
    for (unsigned board = 0; board < layout->batch; board += NET_BLOCK) {
        unsigned boards = layout->batch - board < NET_BLOCK ? layout->batch - board : NET_BLOCK;
        if (full)
            NET_NAME(net_full_backward)(layout, board, boards, workspace, grid[0]);
        for (unsigned b = 0; b < boards && !full; b++)
            NET_NAME(net_head_backward)
        (layout, weight, &derivative[board + b], board + b, workspace, gradient, grid[0] + b * layout->board);
        block_backward(layout, input, board, boards, workspace, grid, gradient);
    }
}
