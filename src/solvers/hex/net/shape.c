/* Shapes of networks: checks, and the order of the weights. */
#include "shape.h"

#include <string.h>

#include "input.h"

const int8_t hex_taps_narrow[HEX_TAPS_NARROW][2] = {{-1, 0}, {-1, 1}, {0, -1}, {0, 0}, {0, 1}, {1, -1}, {1, 0}};
const int8_t hex_taps_wide[HEX_TAPS_WIDE][2] = {{-2, 0}, {-2, 1}, {-2, 2}, {-1, -1}, {-1, 0}, {-1, 1}, {-1, 2},
                                                {0, -2}, {0, -1}, {0, 0},  {0, 1},   {0, 2},  {1, -2}, {1, -1},
                                                {1, 0},  {1, 1},  {2, -2}, {2, -1},  {2, 0}};

const char *hex_net_shape_wrong(const struct hex_net_shape *shape)
{
    if (shape->layers < 1 || shape->layers > HEX_NET_LAYERS_MAX)
        return "a network has 1 to 24 layers";
    if (shape->channels < HEX_NET_CHANNELS_STEP || shape->channels > HEX_NET_CHANNELS_MAX ||
        shape->channels % HEX_NET_CHANNELS_STEP != 0)
        return "the channels must be a multiple of 16, from 16 to 256";
    for (unsigned i = 0; i < shape->layers; i++)
        if (shape->wide[i] > shape->channels || shape->wide[i] % HEX_NET_CHANNELS_STEP != 0)
            return "the wide channels of a layer must be a multiple of 16, and no more than its channels";
    if (shape->head != HEX_HEAD_BOARD && shape->head != HEX_HEAD_FULL)
        return "unknown head";
    if (shape->head == HEX_HEAD_BOARD)
        return shape->rows || shape->cols ? "a head of boards has no size" : NULL;
    if (shape->rows < 1 || shape->rows > HEX_SIZE_MAX || shape->cols < 1 || shape->cols > HEX_SIZE_MAX)
        return "a full head needs a board of 1 to 19 rows and columns";
    return NULL;
}

bool hex_net_shape_equal(const struct hex_net_shape *a, const struct hex_net_shape *b)
{
    if (a->layers != b->layers || a->channels != b->channels || a->residual != b->residual || a->head != b->head ||
        a->rows != b->rows || a->cols != b->cols)
        return false;
    for (unsigned i = 0; i < a->layers; i++)
        if (a->wide[i] != b->wide[i])
            return false;
    return true;
}

static unsigned full_outputs(const struct hex_net_shape *shape)
{
    return ((unsigned)shape->rows * shape->cols + 15) / 16 * 16;
}

/* Writes "conv", the number of the layer and what follows. */
static void conv_name(char *name, unsigned layer, const char *part)
{
    memcpy(name, "conv", 4);
    name += 4;
    if (layer >= 10)
        *name++ = (char)('0' + layer / 10);
    *name++ = (char)('0' + layer % 10);
    memcpy(name, part, strlen(part) + 1);
}

/* Describes a tensor of a layer, 0 to 2; it can be without elements. */
static void conv_tensor(const struct hex_net_shape *shape, unsigned layer, unsigned part, struct hex_tensor *tensor)
{
    unsigned wide = shape->wide[layer], ins = layer ? shape->channels : HEX_PLANES;
    if (part == 2) {
        conv_name(tensor->name, layer + 1, ".bias");
        tensor->dims = 1;
        tensor->size[0] = shape->channels;
        return;
    }
    conv_name(tensor->name, layer + 1, part ? ".wide" : ".narrow");
    tensor->dims = 3;
    tensor->size[0] = part ? HEX_TAPS_WIDE : HEX_TAPS_NARROW;
    tensor->size[1] = ins;
    tensor->size[2] = part ? wide : shape->channels - wide;
}

/* Describes a tensor of the head. Returns false from the last one on. */
static bool head_tensor(const struct hex_net_shape *shape, unsigned index, struct hex_tensor *tensor)
{
    unsigned channels = shape->channels;
    if (shape->head == HEX_HEAD_FULL) {
        unsigned outputs = full_outputs(shape);
        const struct hex_tensor full[] = {
            {.name = "full.weight", .dims = 3, .size = {(unsigned)shape->rows * shape->cols, channels, outputs}},
            {.name = "full.bias", .dims = 1, .size = {outputs, 1, 1}},
        };
        if (index >= sizeof full / sizeof *full)
            return false;
        *tensor = full[index];
        return true;
    }
    const struct hex_tensor board[] = {
        {.name = "value.hidden.weight", .dims = 2, .size = {channels, HEX_NET_VALUE_UNITS, 1}},
        {.name = "value.hidden.bias", .dims = 1, .size = {HEX_NET_VALUE_UNITS, 1, 1}},
        {.name = "policy.weight", .dims = 1, .size = {channels, 1, 1}},
        {.name = "q.weight", .dims = 1, .size = {channels, 1, 1}},
        {.name = "value.weight", .dims = 1, .size = {HEX_NET_VALUE_UNITS, 1, 1}},
        {.name = "policy.bias", .dims = 1, .size = {1, 1, 1}},
        {.name = "q.bias", .dims = 1, .size = {1, 1, 1}},
        {.name = "value.bias", .dims = 1, .size = {1, 1, 1}},
    };
    if (index >= sizeof board / sizeof *board)
        return false;
    *tensor = board[index];
    return true;
}

bool hex_net_tensor(const struct hex_net_shape *shape, unsigned index, struct hex_tensor *tensor)
{
    size_t offset = 0;
    for (unsigned i = 0, parts = 3U * shape->layers;; i++) {
        *tensor = (struct hex_tensor){.size = {1, 1, 1}};
        if (i < parts)
            conv_tensor(shape, i / 3, i % 3, tensor);
        else if (!head_tensor(shape, i - parts, tensor))
            return false;
        size_t elements = (size_t)tensor->size[0] * tensor->size[1] * tensor->size[2];
        if (elements > 0 && index-- == 0) {
            tensor->offset = offset;
            return true;
        }
        offset += elements;
    }
}

/* Returns the weights of a layer's filters, biases apart. */
static size_t conv_weights(const struct hex_net_shape *shape, unsigned layer)
{
    unsigned wide = shape->wide[layer], ins = layer ? shape->channels : HEX_PLANES;
    return (size_t)ins * (HEX_TAPS_NARROW * (shape->channels - wide) + HEX_TAPS_WIDE * wide);
}

size_t hex_net_weights(const struct hex_net_shape *shape)
{
    size_t all = 0, channels = shape->channels;
    for (unsigned i = 0; i < shape->layers; i++)
        all += conv_weights(shape, i) + channels;
    if (shape->head == HEX_HEAD_FULL)
        return all + ((size_t)shape->rows * shape->cols * channels + 1) * full_outputs(shape);
    return all + channels * (HEX_NET_VALUE_UNITS + 2) + HEX_NET_VALUE_UNITS * 2 + 3;
}

uint64_t hex_net_products(const struct hex_net_shape *shape, unsigned rows, unsigned cols)
{
    uint64_t cells = (uint64_t)rows * cols, all = 0;
    for (unsigned i = 0; i < shape->layers; i++)
        all += cells * conv_weights(shape, i);
    if (shape->head == HEX_HEAD_FULL)
        return all + cells * cells * shape->channels;
    return all + cells * shape->channels * 2 + (shape->channels + 1U) * HEX_NET_VALUE_UNITS;
}
