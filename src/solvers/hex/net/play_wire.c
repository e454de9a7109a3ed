/* Play nets: from the wire form to memory. All of it is checked first, so that no evaluation can overflow. */
#include <string.h>

#include <base/little_endian.h>

#include "play_layout.h"

const uint8_t hex_play_magic[PLAY_MAGIC_BYTES] = {'n', 'a', 's', 'h', 'h', 'e', 'x', '1'};

static size_t shape_bytes(const struct hex_net_shape *shape)
{
    return 8 + 2U * shape->layers;
}

static unsigned layer_ins(const struct hex_net_shape *shape, unsigned layer)
{
    return layer ? shape->channels : HEX_PLANES;
}

/* Returns the weights of a layer's filters. */
static size_t layer_weights(const struct hex_net_shape *shape, unsigned layer)
{
    unsigned wide = shape->wide[layer], narrow = shape->channels - wide;
    return (size_t)layer_ins(shape, layer) * (HEX_TAPS_NARROW * narrow + HEX_TAPS_WIDE * wide);
}

size_t hex_play_net_bytes(const struct hex_net_shape *shape)
{
    size_t bytes = PLAY_MAGIC_BYTES + 4 + shape_bytes(shape) + PLAY_HASH_BYTES, channels = shape->channels;
    for (unsigned i = 0; i < shape->layers; i++)
        bytes += layer_weights(shape, i) * (i == 0 ? 2 : 1) + 8 * channels + (play_ends_pair(shape, i) ? 4 : 0);
    if (shape->head == HEX_HEAD_FULL)
        return bytes + play_outputs(shape) * ((size_t)shape->rows * shape->cols * channels + 8);
    return bytes + 4 * channels + 5 * 4 + 4 * (HEX_NET_VALUE_UNITS * (channels + 2) + 1);
}

/* The memory of a play net: first all is counted, with `at` NULL, then handed out. */
struct room {
    uint8_t *at;
    size_t used;
};

static void *room_take(struct room *room, size_t bytes)
{
    size_t used = room->used;
    room->used += (bytes + 63) / 64 * 64;
    return room->at ? room->at + used : NULL;
}

/* Returns the bytes of the filters of a layer with this many taps. */
static size_t filter_room(const struct hex_net_shape *shape, unsigned layer, unsigned taps, unsigned outs)
{
    size_t weights = (size_t)taps * outs;
    return layer ? weights * shape->channels * PLAY_PACKED_BYTES : weights * PLAY_KINDS * sizeof(int16_t);
}

size_t hex_play_net_memory(const struct hex_net_shape *shape)
{
    struct room room = {0};
    size_t channels = shape->channels, outputs = play_outputs(shape);
    room_take(&room, sizeof(struct hex_play_net));
    for (unsigned i = 0; i < shape->layers; i++) {
        room_take(&room, filter_room(shape, i, HEX_TAPS_NARROW, shape->channels - shape->wide[i]));
        room_take(&room, filter_room(shape, i, HEX_TAPS_WIDE, shape->wide[i]));
        room_take(&room, channels * sizeof(float));
        room_take(&room, channels * sizeof(float));
    }
    if (shape->head == HEX_HEAD_FULL) {
        room_take(&room, (size_t)shape->rows * shape->cols * channels * outputs * PLAY_PACKED_BYTES);
        room_take(&room, outputs * sizeof(float));
        room_take(&room, outputs * sizeof(float));
    } else {
        room_take(&room, channels * PLAY_BLOCK * PLAY_PACKED_BYTES);
        room_take(&room, channels * HEX_NET_VALUE_UNITS * sizeof(float));
        room_take(&room, HEX_NET_VALUE_UNITS * sizeof(float));
        room_take(&room, HEX_NET_VALUE_UNITS * sizeof(float));
    }
    return room.used;
}

const char *hex_play_net_peek(const uint8_t *bytes, size_t len, struct hex_net_shape *shape)
{
    struct bytes_reader in = {.at = bytes, .left = len};
    const uint8_t *magic = bytes_skip(&in, PLAY_MAGIC_BYTES);
    if (!magic || memcmp(magic, hex_play_magic, PLAY_MAGIC_BYTES) != 0)
        return "these bytes are no play net";
    uint64_t rest = bytes_next(&in, 4);
    if (in.failed || rest != in.left)
        return "the play net is cut off or too long";
    *shape = (struct hex_net_shape){.layers = (uint16_t)bytes_next(&in, 2), .channels = (uint16_t)bytes_next(&in, 2)};
    if (shape->layers > HEX_NET_LAYERS_MAX)
        return hex_net_shape_wrong(shape);
    for (unsigned i = 0; i < shape->layers; i++)
        shape->wide[i] = (uint16_t)bytes_next(&in, 2);
    uint64_t residual = bytes_next(&in, 1);
    shape->residual = residual == 1;
    shape->head = (uint8_t)bytes_next(&in, 1);
    shape->rows = (uint8_t)bytes_next(&in, 1);
    shape->cols = (uint8_t)bytes_next(&in, 1);
    if (in.failed || residual > 1)
        return "the shape of the play net is cut off or wrong";
    const char *wrong = hex_net_shape_wrong(shape);
    if (!wrong && hex_play_net_bytes(shape) != len)
        wrong = "the length of the play net does not fit its shape";
    return wrong;
}

/* What is read, and why it is wrong: the first reason. */
struct wire {
    struct bytes_reader in;
    const char *wrong;
};

static float next_float(struct wire *wire, float least)
{
    uint32_t bits = (uint32_t)bytes_next(&wire->in, 4);
    float value;
    memcpy(&value, &bits, sizeof value);
    if (!(value >= least && value <= PLAY_FLOAT_MAX)) { /* a NaN, too */
        wire->wrong = "a number of the play net is out of range";
        return least > 0 ? least : 0;
    }
    return value;
}

static float next_scale(struct wire *wire)
{
    return next_float(wire, PLAY_SCALE_MIN);
}

static const float *next_floats(struct wire *wire, struct room *room, size_t count, float least)
{
    float *to = room_take(room, count * sizeof *to);
    for (size_t i = 0; i < count; i++)
        to[i] = next_float(wire, least);
    return to;
}

static int next_short(struct wire *wire, int most)
{
    int value = (int16_t)bytes_next(&wire->in, 2);
    if (value < -most || value > most) {
        wire->wrong = "a weight of the play net is out of range";
        return 0;
    }
    return value;
}

/* Makes the table of the first layer: the sums of the weights of the planes of each kind of cell. */
static const int16_t *read_table(struct wire *wire, struct room *room, unsigned taps, unsigned outs)
{
    static const uint8_t planes[PLAY_KINDS] = {
        1 << HEX_PLANE_EMPTY,
        1 << HEX_PLANE_OWN,
        1 << HEX_PLANE_OWN | 1 << HEX_PLANE_OWN_TOP,
        1 << HEX_PLANE_OWN | 1 << HEX_PLANE_OWN_BOTTOM,
        1 << HEX_PLANE_OWN | 1 << HEX_PLANE_OWN_TOP | 1 << HEX_PLANE_OWN_BOTTOM,
        1 << HEX_PLANE_OPPONENT,
        1 << HEX_PLANE_OPPONENT | 1 << HEX_PLANE_OPPONENT_LEFT,
        1 << HEX_PLANE_OPPONENT | 1 << HEX_PLANE_OPPONENT_RIGHT,
        1 << HEX_PLANE_OPPONENT | 1 << HEX_PLANE_OPPONENT_LEFT | 1 << HEX_PLANE_OPPONENT_RIGHT,
    };
    size_t tap_size = (size_t)PLAY_KINDS * outs;
    int16_t *table = room_take(room, taps * tap_size * sizeof *table);
    memset(table, 0, taps * tap_size * sizeof *table);
    for (unsigned t = 0; t < taps; t++)
        for (unsigned plane = 0; plane < HEX_PLANES; plane++)
            for (unsigned o = 0; o < outs; o++) {
                int weight = next_short(wire, PLAY_FIRST_MAX / (int)taps);
                for (unsigned kind = 0; kind < PLAY_KINDS; kind++)
                    if (planes[kind] >> plane & 1) {
                        int16_t *sum = table + t * tap_size + (size_t)kind * outs + o;
                        *sum = (int16_t)(*sum + weight);
                    }
            }
    return table;
}

static const void *read_filter(struct wire *wire, struct room *room, const struct play_kernel *kernel, unsigned taps,
                               unsigned ins, unsigned outs)
{
    size_t weights = (size_t)taps * ins * outs;
    const int8_t *from = (const int8_t *)bytes_skip(&wire->in, weights);
    void *packed = room_take(room, weights * PLAY_PACKED_BYTES);
    unsigned wrong = 0;
    for (size_t i = 0; i < weights; i++)
        wrong |= from[i] < -PLAY_WEIGHT_MAX;
    if (wrong)
        wire->wrong = "a weight of the play net is out of range";
    kernel->pack(from, taps, ins, outs, packed);
    return packed;
}

static void read_layer(struct wire *wire, struct room *room, struct hex_play_net *net, unsigned index)
{
    const struct hex_net_shape *shape = &net->shape;
    struct play_layer *layer = &net->layer[index];
    unsigned wide = shape->wide[index], narrow = shape->channels - wide;
    if (index == 0) {
        layer->narrow = read_table(wire, room, HEX_TAPS_NARROW, narrow);
        layer->wide = read_table(wire, room, HEX_TAPS_WIDE, wide);
    } else {
        layer->narrow = read_filter(wire, room, net->kernel, HEX_TAPS_NARROW, shape->channels, narrow);
        layer->wide = read_filter(wire, room, net->kernel, HEX_TAPS_WIDE, shape->channels, wide);
    }
    layer->scale = next_floats(wire, room, shape->channels, PLAY_SCALE_MIN);
    layer->bias = next_floats(wire, room, shape->channels, -PLAY_FLOAT_MAX);
    layer->skip_scale = play_ends_pair(shape, index) ? next_scale(wire) : 0;
}

/* Divides a weight of 16 bits into weight = 256 * high + low. */
static void put_halves(int8_t *high, int8_t *low, int weight)
{
    *low = (int8_t)(((weight + 128) & 255) - 128);
    *high = (int8_t)((weight - *low) / 256);
}

static void read_board_head(struct wire *wire, struct room *room, struct hex_play_net *net)
{
    struct play_board_head *head = &net->board;
    unsigned channels = net->shape.channels;
    int8_t weights[HEX_NET_CHANNELS_MAX][PLAY_BLOCK] = {{0}};
    for (unsigned half = 0; half < 4; half += 2)
        for (unsigned i = 0; i < channels; i++)
            put_halves(&weights[i][half], &weights[i][half + 1], next_short(wire, PLAY_HEAD_MAX));
    void *packed = room_take(room, (size_t)channels * PLAY_BLOCK * PLAY_PACKED_BYTES);
    net->kernel->pack(weights[0], 1, channels, PLAY_BLOCK, packed);
    head->weights = packed;
    head->policy_scale = next_scale(wire);
    head->policy_bias = next_float(wire, -PLAY_FLOAT_MAX);
    head->q_scale = next_scale(wire);
    head->q_bias = next_float(wire, -PLAY_FLOAT_MAX);
    head->mean_scale = next_scale(wire);
    head->hidden = next_floats(wire, room, (size_t)channels * HEX_NET_VALUE_UNITS, -PLAY_FLOAT_MAX);
    head->hidden_bias = next_floats(wire, room, HEX_NET_VALUE_UNITS, -PLAY_FLOAT_MAX);
    head->value = next_floats(wire, room, HEX_NET_VALUE_UNITS, -PLAY_FLOAT_MAX);
    head->value_bias = next_float(wire, -PLAY_FLOAT_MAX);
}

static void read_full_head(struct wire *wire, struct room *room, struct hex_play_net *net)
{
    const struct hex_net_shape *shape = &net->shape;
    unsigned outputs = play_outputs(shape), cells = (unsigned)shape->rows * shape->cols;
    net->full.weights = read_filter(wire, room, net->kernel, cells, shape->channels, outputs);
    net->full.scale = next_floats(wire, room, outputs, PLAY_SCALE_MIN);
    net->full.bias = next_floats(wire, room, outputs, -PLAY_FLOAT_MAX);
}

const char *hex_play_net_read_for(const struct play_kernel *kernel, const uint8_t *bytes, size_t len,
                                  struct hex_play_net *net)
{
    struct hex_net_shape shape;
    const char *wrong = hex_play_net_peek(bytes, len, &shape);
    if (wrong)
        return wrong;
    uint8_t hash[PLAY_HASH_BYTES];
    size_t end = len - PLAY_HASH_BYTES;
    hex_play_net_hash(bytes, end, hash);
    if (memcmp(hash, bytes + end, sizeof hash) != 0)
        return "the play net was changed: its hash is wrong";

    struct room room = {.at = (uint8_t *)net};
    struct wire wire = {.in = {.at = bytes, .left = end}};
    room_take(&room, sizeof *net);
    *net = (struct hex_play_net){.shape = shape, .kernel = kernel};
    bytes_skip(&wire.in, PLAY_MAGIC_BYTES + 4 + shape_bytes(&shape));
    for (unsigned i = 0; i < shape.layers; i++)
        read_layer(&wire, &room, net, i);
    if (shape.head == HEX_HEAD_FULL)
        read_full_head(&wire, &room, net);
    else
        read_board_head(&wire, &room, net);
    return wire.wrong;
}

const char *hex_play_net_read(const uint8_t *bytes, size_t len, struct hex_play_net *net)
{
    const struct play_kernel *const *kernel = play_kernels;
    while (!(*kernel)->runs())
        kernel++;
    return hex_play_net_read_for(*kernel, bytes, len, net);
}
