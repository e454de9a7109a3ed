#include "play_nets.h"

#include <string.h>

#include <base/little_endian.h>
#include <nash/hash.h>

static float uniform(struct nash_rng *rng, float low, float high)
{
    return low + (high - low) * (float)nash_rng_unit(rng);
}

static uint8_t *put_float(uint8_t *to, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bytes_put(to, 4, bits);
}

static uint8_t *put_weights(struct nash_rng *rng, uint8_t *to, size_t count, unsigned bytes, unsigned most)
{
    for (size_t i = 0; i < count; i++)
        to = bytes_put(to, bytes, (uint64_t)nash_rng_below(rng, 2 * most + 1) - most);
    return to;
}

static uint8_t *put_layer(struct nash_rng *rng, const struct hex_net_shape *shape, unsigned layer, uint8_t *to)
{
    unsigned wide = shape->wide[layer], narrow = shape->channels - wide, ins = layer ? shape->channels : HEX_PLANES;
    unsigned bytes = layer ? 1 : 2;
    to = put_weights(rng, to, (size_t)7 * ins * narrow, bytes, layer ? 127 : 1560);
    to = put_weights(rng, to, (size_t)19 * ins * wide, bytes, layer ? 127 : 574);
    float scale = layer ? 1.0f / (30.0f * (float)shape->channels) : 0.03f;
    for (unsigned i = 0; i < shape->channels; i++)
        to = put_float(to, scale * uniform(rng, 0.2f, 3));
    for (unsigned i = 0; i < shape->channels; i++)
        to = put_float(to, uniform(rng, -30, 60));
    if (shape->residual && layer >= 2 && layer % 2 == 0)
        to = put_float(to, uniform(rng, 0.2f, 1));
    return to;
}

void play_net_random(struct nash_rng *rng, const struct hex_net_shape *shape, uint8_t *bytes)
{
    size_t len = hex_play_net_bytes(shape), channels = shape->channels, cells = (size_t)shape->rows * shape->cols;
    uint8_t *to = bytes;
    memcpy(to, "nashhex1", 8);
    to = bytes_put(to + 8, 4, len - 12);
    to = bytes_put(to, 2, shape->layers);
    to = bytes_put(to, 2, shape->channels);
    for (unsigned i = 0; i < shape->layers; i++)
        to = bytes_put(to, 2, shape->wide[i]);
    to = bytes_put(to, 1, shape->residual);
    to = bytes_put(to, 1, shape->head);
    to = bytes_put(to, 1, shape->rows);
    to = bytes_put(to, 1, shape->cols);
    for (unsigned i = 0; i < shape->layers; i++)
        to = put_layer(rng, shape, i, to);
    size_t floats = 4 * (5 + 32 * channels + 65);
    if (shape->head == HEX_HEAD_FULL) {
        size_t outputs = (cells + 15) / 16 * 16;
        to = put_weights(rng, to, cells * channels * outputs, 1, 127);
        floats = 8 * outputs;
    } else {
        to = put_weights(rng, to, 2 * channels, 2, 16383);
    }
    for (size_t i = 0; i < floats / 4; i++)
        to = put_float(to, uniform(rng, 0, 1e-3f) + 1e-6f); /* of scales and biases alike */
    play_net_sign(bytes, len);
}

void play_net_sign(uint8_t *bytes, size_t len)
{
    struct nash_hash hash = nash_sha256_of(bytes, len - 8);
    memcpy(bytes + len - 8, hash.byte, 8);
}

struct hex_net_shape play_net_shape_random(struct nash_rng *rng, unsigned layers, unsigned channels, unsigned rows,
                                           unsigned cols)
{
    struct hex_net_shape shape = {.layers = (uint16_t)(1 + nash_rng_below(rng, layers)),
                                  .channels = (uint16_t)(16 * (1 + nash_rng_below(rng, channels / 16))),
                                  .residual = nash_rng_below(rng, 2),
                                  .head = nash_rng_below(rng, 2) ? HEX_HEAD_FULL : HEX_HEAD_BOARD};
    bool mixed = nash_rng_below(rng, 2);
    for (unsigned i = 0; i < shape.layers && mixed; i++)
        shape.wide[i] = (uint16_t)(16 * nash_rng_below(rng, shape.channels / 16 + 1U));
    if (shape.head == HEX_HEAD_FULL) {
        shape.rows = (uint8_t)rows;
        shape.cols = (uint8_t)cols;
    }
    return shape;
}

struct hex_position play_net_position(struct nash_rng *rng, unsigned rows, unsigned cols)
{
    struct hex_position position = {.to_move = nash_rng_below(rng, 2) ? HEX_WHITE : HEX_BLACK};
    hex_board_init(&position.board, rows, cols);
    unsigned empty = (unsigned)nash_rng_below(rng, 100); /* per cent */
    for (unsigned i = 0; i < rows * cols; i++)
        if (nash_rng_below(rng, 100) >= empty)
            hex_board_set(&position.board, i, nash_rng_below(rng, 2) ? HEX_BLACK : HEX_WHITE);
    return position;
}
