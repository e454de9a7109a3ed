#include "net.h"

#include <string.h>

#include "../../base/test.h"

void *test_net_memory(size_t bytes)
{
    void *memory = NULL;
    assert_int_equal(posix_memalign(&memory, 64, bytes), 0);
    memset(memory, 0, bytes);
    return memory;
}

struct hex_tensor test_net_tensor(const struct hex_net_shape *shape, const char *name)
{
    struct hex_tensor tensor;
    for (unsigned i = 0; hex_net_tensor(shape, i, &tensor); i++)
        if (strcmp(tensor.name, name) == 0)
            return tensor;
    fail_msg("no tensor %s", name);
    return tensor;
}

/* Returns a uniform number from -1 to 1. */
static float random_weight(struct nash_rng *rng)
{
    return (float)(nash_rng_unit(rng) * 2 - 1);
}

struct hex_net test_net_random(const struct hex_net_shape *shape, struct nash_rng *rng)
{
    struct hex_net net = {.shape = *shape};
    assert_null(hex_net_shape_wrong(shape));
    net.weight = test_net_memory(hex_net_weights(shape) * sizeof *net.weight);
    hex_net_init(&net, rng);
    struct hex_tensor tensor;
    for (unsigned i = 0; hex_net_tensor(shape, i, &tensor); i++) {
        size_t elements = (size_t)tensor.size[0] * tensor.size[1] * tensor.size[2];
        bool full = strncmp(tensor.name, "full", 4) == 0;
        unsigned outputs = tensor.size[tensor.dims - 1], cells = (unsigned)shape->rows * shape->cols;
        for (size_t e = 0; e < elements; e++)
            if (net.weight[tensor.offset + e] == 0 && !(full && e % outputs >= cells))
                net.weight[tensor.offset + e] = random_weight(rng) * (full ? 0.05f : 0.2f);
    }
    return net;
}

struct hex_input test_input_random(unsigned rows, unsigned cols, struct nash_rng *rng)
{
    struct hex_position position = {.to_move = nash_rng_below(rng, 2) ? HEX_WHITE : HEX_BLACK};
    struct hex_input input;
    bool mirrored = position.to_move == HEX_WHITE;
    hex_board_init(&position.board, mirrored ? cols : rows, mirrored ? rows : cols);
    for (unsigned i = 0; i < rows * cols; i++)
        hex_board_set(&position.board, i, (enum hex_color)nash_rng_below(rng, 3));
    hex_input_of(&position, &input);
    assert_true(input.rows == rows && input.cols == cols);
    return input;
}

/* Returns what a layer sees of a channel at a place, outside of the board too. */
static double seen(const struct hex_input *input, const double *x, unsigned channels, int row, int col,
                   unsigned channel)
{
    if (!x) {
        bool own = row < 0 || row >= input->rows, edge = own || col < 0 || col >= input->cols;
        if (!edge)
            return input->cell[row * input->cols + col] >> channel & 1;
        if (own)
            return channel == HEX_PLANE_OWN || channel == (row < 0 ? HEX_PLANE_OWN_TOP : HEX_PLANE_OWN_BOTTOM);
        return channel == HEX_PLANE_OPPONENT ||
               channel == (col < 0 ? HEX_PLANE_OPPONENT_LEFT : HEX_PLANE_OPPONENT_RIGHT);
    }
    if (row < 0 || col < 0 || row >= input->rows || col >= input->cols)
        return 0;
    return x[(row * input->cols + col) * (int)channels + (int)channel];
}

/* Returns the distance of two cells in steps. */
static int steps(int down, int right)
{
    int a = abs(down), b = abs(right), c = abs(down + right);
    return a > b ? (a > c ? a : c) : b > c ? b : c;
}

/* Adds filters of all cells within `radius` steps. */
static void filters(const struct hex_input *input, const double *x, unsigned ins, int radius, const double *weight,
                    unsigned outs, double *y, unsigned channels)
{
    for (int cell = 0; cell < input->rows * input->cols; cell++)
        for (int down = -radius, tap = 0; down <= radius; down++)
            for (int right = -radius; right <= radius; right++) {
                if (steps(down, right) > radius)
                    continue;
                for (unsigned in = 0; in < ins; in++) {
                    double a = seen(input, x, channels, cell / input->cols + down, cell % input->cols + right, in);
                    for (unsigned out = 0; out < outs && a != 0; out++)
                        y[(unsigned)cell * channels + out] += a * weight[((unsigned)tap * ins + in) * outs + out];
                }
                tap++;
            }
}

static void layer_forward(const struct hex_net_shape *shape, const double *weight, unsigned layer,
                          const struct hex_input *input, const double *x, double *y)
{
    char name[HEX_TENSOR_NAME_MAX];
    unsigned channels = shape->channels, wide = shape->wide[layer], ins = layer ? channels : HEX_PLANES;
    snprintf(name, sizeof name, "conv%u.bias", layer + 1);
    const double *bias = weight + test_net_tensor(shape, name).offset;
    for (unsigned i = 0; i < (unsigned)input->rows * input->cols * channels; i++)
        y[i] = bias[i % channels];
    snprintf(name, sizeof name, "conv%u.narrow", layer + 1);
    if (wide < channels)
        filters(input, x, ins, 1, weight + test_net_tensor(shape, name).offset, channels - wide, y, channels);
    snprintf(name, sizeof name, "conv%u.wide", layer + 1);
    if (wide > 0)
        filters(input, x, ins, 2, weight + test_net_tensor(shape, name).offset, wide, y + (channels - wide), channels);
}

static void board_head(const struct hex_net_shape *shape, const double *weight, unsigned cells, const double *x,
                       struct test_output *output)
{
    const double *policy = weight + test_net_tensor(shape, "policy.weight").offset;
    const double *q = weight + test_net_tensor(shape, "q.weight").offset;
    const double *hidden = weight + test_net_tensor(shape, "value.hidden.weight").offset;
    const double *hidden_bias = weight + test_net_tensor(shape, "value.hidden.bias").offset;
    const double *value = weight + test_net_tensor(shape, "value.weight").offset;
    double mean[HEX_NET_CHANNELS_MAX] = {0};
    for (unsigned i = 0; i < cells; i++) {
        output->policy[i] = weight[test_net_tensor(shape, "policy.bias").offset];
        output->q[i] = weight[test_net_tensor(shape, "q.bias").offset];
        for (unsigned c = 0; c < shape->channels; c++) {
            double a = x[i * shape->channels + c];
            output->policy[i] += a * policy[c];
            output->q[i] += a * q[c];
            mean[c] += a / cells;
        }
    }
    output->value = weight[test_net_tensor(shape, "value.bias").offset];
    for (unsigned h = 0; h < HEX_NET_VALUE_UNITS; h++) {
        double sum = hidden_bias[h];
        for (unsigned c = 0; c < shape->channels; c++)
            sum += mean[c] * hidden[c * HEX_NET_VALUE_UNITS + h];
        output->value += sum > 0 ? sum * value[h] : 0;
    }
}

static void full_head(const struct hex_net_shape *shape, const double *weight, const struct hex_input *input,
                      const double *x, struct test_output *output)
{
    unsigned cells = (unsigned)input->rows * input->cols, best = cells;
    struct hex_tensor full = test_net_tensor(shape, "full.weight");
    const double *bias = weight + test_net_tensor(shape, "full.bias").offset;
    for (unsigned i = 0; i < cells; i++) {
        output->q[i] = bias[i];
        for (unsigned k = 0; k < cells * shape->channels; k++)
            output->q[i] += x[k] * weight[full.offset + (size_t)k * full.size[2] + i];
        output->policy[i] = output->q[i];
        if (input->cell[i] >> HEX_PLANE_EMPTY & 1 && (best == cells || output->q[i] > output->q[best]))
            best = i;
    }
    output->value = best < cells ? output->q[best] : 0;
}

void test_net_forward(const struct hex_net_shape *shape, const double *weight, const struct hex_input *input,
                      struct test_output *output)
{
    unsigned cells = (unsigned)input->rows * input->cols, size = cells * shape->channels;
    double *grid = calloc((size_t)size * shape->layers, sizeof *grid), *y = grid;
    assert_non_null(grid);
    for (unsigned layer = 0; layer < shape->layers; layer++) {
        y = grid + (size_t)layer * size;
        layer_forward(shape, weight, layer, input, layer ? y - size : NULL, y);
        bool second = shape->residual && layer > 0 && layer % 2 == 0;
        for (unsigned i = 0; i < size; i++) {
            double sum = y[i] + (second ? *(y + i - 2 * (size_t)size) : 0);
            y[i] = sum > 0 ? sum : 0;
        }
    }
    if (shape->head == HEX_HEAD_FULL)
        full_head(shape, weight, input, y, output);
    else
        board_head(shape, weight, cells, y, output);
    free(grid);
}
