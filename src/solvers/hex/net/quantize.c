/* From f32 to 8 bits. Each output channel of a filter has a scale for its weights, each layer one for its activations.
 * The latter is the one with the smallest square error over the activations that the given inputs cause: large ones are
 * clamped, so that small ones keep finer steps. All bits of the result follow from the arguments. Compiled without
 * contraction to fused multiply-add. */
#include <math.h>
#include <string.h>

#include <base/little_endian.h>
#include <nash/arena.h>

#include "net.h"
#include "play_layout.h"

enum {
    BATCH = 8,
    BUCKETS = 1 << 15 /* of a histogram of activations: by exponent and 7 bits of the mantissa */
};

static uint8_t *put_float(uint8_t *to, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bytes_put(to, 4, bits);
}

static uint8_t *put_bias(uint8_t *to, float value)
{
    return put_float(to, fminf(fmaxf(value, -PLAY_FLOAT_MAX), PLAY_FLOAT_MAX));
}

static uint8_t *put_scale(uint8_t *to, float value)
{
    return put_float(to, fminf(fmaxf(value, PLAY_SCALE_MIN), PLAY_FLOAT_MAX));
}

/* ---- the scales of activations ---- */

static unsigned bucket_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 16 & (BUCKETS - 1);
}

static double bucket_value(unsigned bucket)
{
    uint32_t bits = bucket << 16 | 1U << 15;
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

/* Counts the activations of all layers in their buckets. Zeros, which are exact in any scale, are left out. */
static void count_activations(const struct hex_net *net, const struct hex_input *inputs, unsigned count,
                              void *workspace, float *active, struct hex_net_output *outputs, uint32_t *counts)
{
    const struct hex_net_shape *shape = &net->shape;
    unsigned batch;
    for (unsigned i = 0; i < count; i += batch) {
        for (batch = 1; batch < BATCH && i + batch < count; batch++)
            if (inputs[i + batch].rows != inputs[i].rows || inputs[i + batch].cols != inputs[i].cols)
                break;
        size_t size = (size_t)inputs[i].rows * inputs[i].cols * shape->channels;
        hex_net_forward(net, inputs + i, batch, workspace, outputs);
        for (unsigned layer = 0; layer < shape->layers; layer++)
            for (unsigned board = 0; board < batch; board++) {
                hex_net_activations(shape, inputs + i, batch, workspace, layer, board, active);
                for (size_t k = 0; k < size; k++)
                    if (active[k] > 0)
                        counts[(size_t)layer * BUCKETS + bucket_of(active[k])]++;
            }
    }
}

/* Returns the largest activation that is not clamped: rounding costs 1/12 of the square of a step for each activation
 * below, clamping the square of what is cut off for each above. */
static double best_limit(const uint32_t *counts)
{
    double below = 0, best = 1, least = 0, above = 0, sum = 0, squares = 0; /* of those above: number, moments */
    bool any = false;
    for (unsigned b = 0; b < BUCKETS; b++)
        below += counts[b];
    for (unsigned b = BUCKETS; b-- > 0;) {
        if (!counts[b])
            continue;
        double limit = bucket_value(b), number = counts[b], step = limit / PLAY_ACTIVE_MAX;
        double cost = below * step * step / 12 + (squares - 2 * limit * sum + limit * limit * above);
        if (!any || cost < least) {
            any = true;
            least = cost;
            best = limit;
        }
        below -= number;
        above += number;
        sum += number * limit;
        squares += number * limit * limit;
    }
    return best;
}

/* What counting takes: the largest workspace and the most cells of an input. */
struct counting_room {
    size_t workspace, cells;
};

static void room_for(struct counting_room *room, const struct hex_net_shape *shape, unsigned rows, unsigned cols)
{
    size_t workspace = hex_net_workspace(shape, rows, cols, BATCH, false), cells = (size_t)rows * cols;
    room->workspace = workspace > room->workspace ? workspace : room->workspace;
    room->cells = cells > room->cells ? cells : room->cells;
}

size_t hex_play_net_quantize_memory(const struct hex_net_shape *shape, const uint8_t *size, unsigned sizes)
{
    struct counting_room room = {0};
    for (unsigned i = 0; i < sizes; i++)
        room_for(&room, shape, size[i], size[i]);
    size_t counts = (size_t)shape->layers * BUCKETS * sizeof(uint32_t);
    size_t overhead = 1024; /* of the arena and of alignment */
    return room.workspace + room.cells * shape->channels * sizeof(float) + BATCH * sizeof(struct hex_net_output) +
           counts + overhead;
}

/* Writes the value of an activation of 1 for each layer. Returns false without memory. */
static bool find_scales(const struct hex_net *net, const struct hex_input *inputs, unsigned count,
                        struct nash_arena *arena, float scale[HEX_NET_LAYERS_MAX])
{
    const struct hex_net_shape *shape = &net->shape;
    struct counting_room room = {0};
    for (unsigned i = 0; i < count; i++)
        room_for(&room, shape, inputs[i].rows, inputs[i].cols);
    void *workspace = nash_arena_alloc_raw(arena, room.workspace, 64);
    float *active = nash_arena_alloc_raw(arena, room.cells * shape->channels * sizeof *active, 64);
    struct hex_net_output *outputs = NASH_NEW(arena, struct hex_net_output, BATCH);
    uint32_t *counts = NASH_NEW(arena, uint32_t, (size_t)shape->layers * BUCKETS);
    if (!workspace || !active || !outputs || !counts)
        return false;
    count_activations(net, inputs, count, workspace, active, outputs, counts);
    for (unsigned layer = 0; layer < shape->layers; layer++)
        scale[layer] = (float)(best_limit(counts + (size_t)layer * BUCKETS) / PLAY_ACTIVE_MAX);
    return true;
}

/* ---- the weights ---- */

/* Returns the value of a weight of 1 in column `out` of weights[rows][outs], so that the largest one becomes `most`. */
static float weight_step(const float *weights, size_t rows, unsigned outs, unsigned out, int most)
{
    float largest = 0;
    for (size_t i = 0; i < rows; i++)
        largest = fmaxf(largest, fabsf(weights[i * outs + out]));
    float step = largest / (float)most;
    return step > 0 ? step : 1;
}

static int weight_round(float weight, float step, int most)
{
    float value = nearbyintf(weight / step);
    return (int)fminf(fmaxf(value, (float)-most), (float)most);
}

/* Writes weights[rows][outs] as numbers of this many bytes, and step[outs]. */
static uint8_t *put_weights(const float *weights, size_t rows, unsigned outs, unsigned bytes, int most, float *step,
                            uint8_t *to)
{
    for (unsigned o = 0; o < outs; o++)
        step[o] = weight_step(weights, rows, outs, o, most);
    for (size_t i = 0; i < rows; i++)
        for (unsigned o = 0; o < outs; o++)
            to = bytes_put(to, bytes, (uint64_t)(int64_t)weight_round(weights[i * outs + o], step[o], most));
    return to;
}

/* Writes a layer. `weight` points to its filters; in: of the activations that it reads. */
static uint8_t *put_layer(const struct hex_net_shape *shape, unsigned layer, const float *weight, const float *scale,
                          uint8_t *to)
{
    unsigned wide = shape->wide[layer], narrow = shape->channels - wide, ins = layer ? shape->channels : HEX_PLANES;
    unsigned bytes = layer ? 1 : 2;
    int most[2] = {PLAY_WEIGHT_MAX, PLAY_WEIGHT_MAX};
    float step[HEX_NET_CHANNELS_MAX], in = layer ? scale[layer - 1] : 1, out = scale[layer];
    if (layer == 0) {
        most[0] = PLAY_FIRST_MAX / HEX_TAPS_NARROW;
        most[1] = PLAY_FIRST_MAX / HEX_TAPS_WIDE;
    }
    size_t rows = (size_t)HEX_TAPS_NARROW * ins;
    to = put_weights(weight, rows, narrow, bytes, most[0], step, to);
    weight += rows * narrow;
    rows = (size_t)HEX_TAPS_WIDE * ins;
    to = put_weights(weight, rows, wide, bytes, most[1], step + narrow, to);
    weight += rows * wide;
    for (unsigned o = 0; o < shape->channels; o++)
        to = put_scale(to, step[o] * in / out);
    for (unsigned o = 0; o < shape->channels; o++)
        to = put_bias(to, weight[o] / out);
    return play_ends_pair(shape, layer) ? put_scale(to, scale[layer - 2] / out) : to;
}

static uint8_t *put_biases(const float *from, size_t count, uint8_t *to)
{
    for (size_t i = 0; i < count; i++)
        to = put_bias(to, from[i]);
    return to;
}

static uint8_t *put_board_head(const struct hex_net *net, float in, uint8_t *to)
{
    unsigned channels = net->shape.channels;
    float step[2];
    to = put_weights(hex_net_tensor_at(net, "policy.weight"), channels, 1, 2, PLAY_HEAD_MAX, &step[0], to);
    to = put_weights(hex_net_tensor_at(net, "q.weight"), channels, 1, 2, PLAY_HEAD_MAX, &step[1], to);
    to = put_scale(to, step[0] * in);
    to = put_bias(to, *hex_net_tensor_at(net, "policy.bias"));
    to = put_scale(to, step[1] * in);
    to = put_bias(to, *hex_net_tensor_at(net, "q.bias"));
    to = put_scale(to, in);
    to = put_biases(hex_net_tensor_at(net, "value.hidden.weight"), (size_t)channels * HEX_NET_VALUE_UNITS, to);
    to = put_biases(hex_net_tensor_at(net, "value.hidden.bias"), HEX_NET_VALUE_UNITS, to);
    to = put_biases(hex_net_tensor_at(net, "value.weight"), HEX_NET_VALUE_UNITS, to);
    return put_bias(to, *hex_net_tensor_at(net, "value.bias"));
}

static uint8_t *put_full_head(const struct hex_net *net, float in, uint8_t *to)
{
    const struct hex_net_shape *shape = &net->shape;
    unsigned outputs = play_outputs(shape);
    float step[(HEX_CELLS_MAX + PLAY_BLOCK - 1) / PLAY_BLOCK * PLAY_BLOCK];
    size_t rows = (size_t)shape->rows * shape->cols * shape->channels;
    to = put_weights(hex_net_tensor_at(net, "full.weight"), rows, outputs, 1, PLAY_WEIGHT_MAX, step, to);
    for (unsigned o = 0; o < outputs; o++)
        to = put_scale(to, step[o] * in);
    return put_biases(hex_net_tensor_at(net, "full.bias"), outputs, to);
}

static uint8_t *put_shape(const struct hex_net_shape *shape, size_t len, uint8_t *to)
{
    memcpy(to, hex_play_magic, PLAY_MAGIC_BYTES);
    to = bytes_put(to + PLAY_MAGIC_BYTES, 4, len - PLAY_MAGIC_BYTES - 4);
    to = bytes_put(to, 2, shape->layers);
    to = bytes_put(to, 2, shape->channels);
    for (unsigned i = 0; i < shape->layers; i++)
        to = bytes_put(to, 2, shape->wide[i]);
    to = bytes_put(to, 1, shape->residual);
    to = bytes_put(to, 1, shape->head);
    to = bytes_put(to, 1, shape->rows);
    return bytes_put(to, 1, shape->cols);
}

bool hex_play_net_quantize(const struct hex_net *net, const struct hex_input *inputs, unsigned count,
                           struct nash_arena *arena, uint8_t *bytes)
{
    const struct hex_net_shape *shape = &net->shape;
    struct nash_arena_mark mark = nash_arena_mark(arena);
    float scale[HEX_NET_LAYERS_MAX];
    bool found = find_scales(net, inputs, count, arena, scale);
    nash_arena_release(arena, mark);
    if (!found)
        return false;

    size_t len = hex_play_net_bytes(shape);
    uint8_t *to = put_shape(shape, len, bytes);
    const float *weight = net->weight;
    for (unsigned i = 0; i < shape->layers; i++) {
        to = put_layer(shape, i, weight, scale, to);
        unsigned wide = shape->wide[i], narrow = shape->channels - wide, ins = i ? shape->channels : HEX_PLANES;
        weight += (size_t)ins * (HEX_TAPS_NARROW * narrow + HEX_TAPS_WIDE * wide) + shape->channels;
    }
    to = shape->head == HEX_HEAD_FULL ? put_full_head(net, scale[shape->layers - 1], to)
                                      : put_board_head(net, scale[shape->layers - 1], to);
    hex_play_net_hash(bytes, len - PLAY_HASH_BYTES, to);
    return true;
}
