/* Play nets: each kernel against a slow evaluation straight from the wire form, bit by bit, and hostile bytes. */
#include <math.h>
#include <string.h>

#include <base/little_endian.h>
#include <solvers/hex/net/play_layout.h>

#include "../../base/test.h"
#include "../harness/play_nets.h"

/* ---- a slow evaluation ---- */

static float get_float(struct bytes_reader *in)
{
    uint32_t bits = (uint32_t)bytes_next(in, 4);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void get_floats(struct bytes_reader *in, float *to, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = get_float(in);
}

/* Cells are numbered as on the board; [cell][channel]. */
struct slow {
    struct hex_net_shape shape;
    const struct hex_input *input;
    struct bytes_reader in;
    int active[2][HEX_CELLS_MAX][HEX_NET_CHANNELS_MAX];
};

/* Returns what a tap of a layer sees in a channel. */
static int seen(const struct slow *s, unsigned layer, unsigned cell, const int8_t tap[2], unsigned channel)
{
    int cols = s->input->cols, row = (int)cell / cols + tap[0], col = (int)cell % cols + tap[1];
    if (layer == 0)
        return hex_input_at(s->input, row, col) >> channel & 1;
    if (row < 0 || row >= s->input->rows || col < 0 || col >= cols)
        return 0;
    return s->active[(layer + 1) % 2][row * cols + col][channel];
}

/* Adds what these filters give to sums[cell][channel]. */
static void slow_filters(struct slow *s, unsigned layer, unsigned taps, const int8_t (*tap)[2], unsigned from,
                         unsigned outs, int (*sums)[HEX_NET_CHANNELS_MAX])
{
    unsigned ins = layer ? s->shape.channels : HEX_PLANES, cells = (unsigned)s->input->rows * s->input->cols;
    for (unsigned t = 0; t < taps; t++)
        for (unsigned i = 0; i < ins; i++)
            for (unsigned o = 0; o < outs; o++) {
                int weight = layer ? (int8_t)bytes_next(&s->in, 1) : (int16_t)bytes_next(&s->in, 2);
                for (unsigned cell = 0; cell < cells; cell++)
                    sums[cell][from + o] += weight * seen(s, layer, cell, tap[t], i);
            }
}

static void slow_layer(struct slow *s, unsigned layer)
{
    static int sums[HEX_CELLS_MAX][HEX_NET_CHANNELS_MAX];
    static float scale[HEX_NET_CHANNELS_MAX], bias[HEX_NET_CHANNELS_MAX];
    unsigned channels = s->shape.channels, wide = s->shape.wide[layer];
    memset(sums, 0, sizeof sums);
    slow_filters(s, layer, 7, hex_taps_narrow, 0, channels - wide, sums);
    slow_filters(s, layer, 19, hex_taps_wide, channels - wide, wide, sums);
    get_floats(&s->in, scale, channels);
    get_floats(&s->in, bias, channels);
    bool pair = s->shape.residual && layer >= 2 && layer % 2 == 0;
    float skip = pair ? get_float(&s->in) : 0;
    for (unsigned cell = 0; cell < (unsigned)s->input->rows * s->input->cols; cell++)
        for (unsigned o = 0; o < channels; o++) {
            int *active = &s->active[layer % 2][cell][o];
            volatile float value = (float)sums[cell][o] * scale[o]; /* volatile: no fused multiply-add */
            value = value + bias[o];
            volatile float more = (float)*active * skip;
            if (pair)
                value = value + more;
            float rounded = nearbyintf(value);
            *active = rounded < 0 ? 0 : rounded > 127 ? 127 : (int)rounded;
        }
}

static float scaled(int sum, float scale, float bias)
{
    volatile float product = (float)sum * scale;
    return product + bias;
}

static void slow_full(struct slow *s, const int (*active)[HEX_NET_CHANNELS_MAX], struct hex_net_output *output)
{
    static int sums[HEX_CELLS_MAX + 15];
    static float scale[HEX_CELLS_MAX + 15], bias[HEX_CELLS_MAX + 15];
    unsigned cells = (unsigned)s->input->rows * s->input->cols, outputs = (cells + 15) / 16 * 16;
    memset(sums, 0, sizeof sums);
    for (unsigned cell = 0; cell < cells; cell++)
        for (unsigned i = 0; i < s->shape.channels; i++)
            for (unsigned o = 0; o < outputs; o++)
                sums[o] += (int8_t)bytes_next(&s->in, 1) * active[cell][i];
    get_floats(&s->in, scale, outputs);
    get_floats(&s->in, bias, outputs);
    float best = -INFINITY;
    for (unsigned i = 0; i < cells; i++) {
        output->q[i] = output->policy[i] = scaled(sums[i], scale[i], bias[i]);
        if (s->input->cell[i] >> HEX_PLANE_EMPTY & 1 && output->q[i] > best)
            best = output->q[i];
    }
    output->value = best == -INFINITY ? 0 : best;
}

static void slow_cells(const struct slow *s, const int *weights, const int (*active)[HEX_NET_CHANNELS_MAX], float scale,
                       float bias, float *out)
{
    for (unsigned cell = 0; cell < (unsigned)s->input->rows * s->input->cols; cell++) {
        int sum = 0;
        for (unsigned i = 0; i < s->shape.channels; i++)
            sum += weights[i] * active[cell][i];
        out[cell] = scaled(sum, scale, bias);
    }
}

static void slow_board(struct slow *s, const int (*active)[HEX_NET_CHANNELS_MAX], struct hex_net_output *output)
{
    static int weights[2][HEX_NET_CHANNELS_MAX];
    static float hidden[HEX_NET_CHANNELS_MAX][32], unit[32], value[32], scale[5];
    unsigned channels = s->shape.channels, cells = (unsigned)s->input->rows * s->input->cols;
    for (unsigned i = 0; i < 2 * channels; i++)
        weights[i / channels][i % channels] = (int16_t)bytes_next(&s->in, 2);
    get_floats(&s->in, scale, 5);
    slow_cells(s, weights[0], active, scale[0], scale[1], output->policy);
    slow_cells(s, weights[1], active, scale[2], scale[3], output->q);
    for (unsigned i = 0; i < channels; i++)
        get_floats(&s->in, hidden[i], 32);
    get_floats(&s->in, unit, 32);
    get_floats(&s->in, value, 32);
    float factor = scale[4] / (float)cells;
    for (unsigned i = 0; i < channels; i++) {
        int sum = 0;
        for (unsigned cell = 0; cell < cells; cell++)
            sum += active[cell][i];
        for (unsigned k = 0; k < 32; k++) {
            volatile float part = (float)sum * factor;
            part = part * hidden[i][k];
            unit[k] = unit[k] + part;
        }
    }
    for (unsigned k = 0; k < 32; k++)
        unit[k] = (unit[k] > 0 ? unit[k] : 0) * value[k];
    for (unsigned n = 16; n > 0; n /= 2)
        for (unsigned k = 0; k < n; k++)
            unit[k] = unit[k] + unit[k + n];
    output->value = unit[0] + get_float(&s->in);
}

static void slow_evaluate(const uint8_t *bytes, size_t len, const struct hex_input *input,
                          struct hex_net_output *output)
{
    static struct slow s;
    memset(&s, 0, sizeof s);
    assert_null(hex_play_net_peek(bytes, len, &s.shape));
    s.input = input;
    s.in = (struct bytes_reader){.at = bytes, .left = len};
    bytes_skip(&s.in, 8 + 4 + 2 + 2 + 2U * s.shape.layers + 4);
    for (unsigned i = 0; i < s.shape.layers; i++)
        slow_layer(&s, i);
    const int(*last)[HEX_NET_CHANNELS_MAX] =
        (const int(*)[HEX_NET_CHANNELS_MAX])(const void *)s.active[(s.shape.layers - 1U) % 2];
    if (s.shape.head == HEX_HEAD_FULL)
        slow_full(&s, last, output);
    else
        slow_board(&s, last, output);
    assert_false(s.in.failed);
    assert_int_equal(s.in.left, 8);
}

/* ---- the tests ---- */

struct net {
    uint8_t *bytes;
    size_t len;
    struct hex_play_net *net;
};

static void *aligned(size_t bytes)
{
    void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    assert_non_null(memory);
    return memory;
}

static struct net net_new(struct nash_rng *rng, const struct hex_net_shape *shape)
{
    struct net net = {.len = hex_play_net_bytes(shape), .net = aligned(hex_play_net_memory(shape))};
    net.bytes = malloc(net.len);
    assert_non_null(net.bytes);
    play_net_random(rng, shape, net.bytes);
    return net;
}

static void net_free(struct net *net)
{
    free(net->bytes);
    free(net->net);
}

/* Evaluates with every kernel of this machine. */
static void check_kernels(struct net *net, const struct hex_input *inputs, const struct hex_net_output *wanted,
                          unsigned count)
{
    static struct hex_net_output output;
    unsigned cells = (unsigned)inputs->rows * inputs->cols;
    for (const struct play_kernel *const *kernel = play_kernels; *kernel; kernel++) {
        if (!(*kernel)->runs())
            continue;
        assert_null(hex_play_net_read_for(*kernel, net->bytes, net->len, net->net));
        void *workspace = aligned(hex_play_net_workspace(hex_play_net_shape(net->net), inputs->rows, inputs->cols));
        memset(workspace, 0xa5, hex_play_net_workspace(hex_play_net_shape(net->net), inputs->rows, inputs->cols));
        for (unsigned i = 0; i < count; i++) {
            hex_play_net_evaluate(net->net, &inputs[i], workspace, &output);
            if (memcmp(output.policy, wanted[i].policy, cells * sizeof(float)) != 0 ||
                memcmp(output.q, wanted[i].q, cells * sizeof(float)) != 0 ||
                memcmp(&output.value, &wanted[i].value, sizeof(float)) != 0)
                fail_msg("kernel %s differs on %ux%u", (*kernel)->name, inputs->rows, inputs->cols);
        }
        free(workspace);
    }
}

enum { INPUTS = 3 };

static void check_shape(struct nash_rng *rng, const struct hex_net_shape *shape, unsigned rows, unsigned cols)
{
    static struct hex_input inputs[INPUTS];
    static struct hex_net_output wanted[INPUTS];
    struct net net = net_new(rng, shape);
    for (unsigned i = 0; i < INPUTS; i++) {
        do {
            struct hex_position position = play_net_position(rng, rows, cols);
            position.to_move = rows == cols ? position.to_move : HEX_BLACK;
            hex_input_of(&position, &inputs[i]);
        } while (inputs[i].rows != rows || inputs[i].cols != cols);
        slow_evaluate(net.bytes, net.len, &inputs[i], &wanted[i]);
    }
    check_kernels(&net, inputs, wanted, INPUTS);
    net_free(&net);
}

static void kernels_equal_the_slow_one(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned n = test_length(40, 1000); n-- > 0;) {
        unsigned rows = 1 + (unsigned)nash_rng_below(&rng, 9), cols = 1 + (unsigned)nash_rng_below(&rng, 9);
        struct hex_net_shape shape = play_net_shape_random(&rng, 6, 64, rows, cols);
        check_shape(&rng, &shape, rows, cols);
    }
    /* Every number of columns: rows are divided into tiles. */
    for (unsigned cols = 1; cols <= HEX_SIZE_MAX; cols++) {
        struct hex_net_shape shape = play_net_shape_random(&rng, 3, 48, 2, cols);
        check_shape(&rng, &shape, 2, cols);
    }
}

/* The largest sums: all weights 127 and all activations 127. */
static void largest_sums_fit(void **state)
{
    struct nash_rng rng = test_rng();
    struct hex_net_shape shape = {.layers = 3, .channels = HEX_NET_CHANNELS_MAX, .residual = true};
    shape.wide[0] = shape.wide[1] = shape.wide[2] = 128;
    for (unsigned head = HEX_HEAD_BOARD; head <= HEX_HEAD_FULL; head++)
        for (int sign = -1; sign <= 1; sign += 2) {
            shape.head = (uint8_t)head;
            shape.rows = shape.cols = head == HEX_HEAD_FULL ? 5 : 0;
            struct net net = net_new(&rng, &shape);
            uint8_t *at = net.bytes + 8 + 4 + 8 + 2 * 3;
            for (unsigned i = 0; i < HEX_PLANES * (7 * 128 + 19 * 128); i++)
                at = bytes_put(at, 2, (uint64_t)(int64_t)(sign * (i < HEX_PLANES * 7 * 128 ? 1560 : 574)));
            for (unsigned layer = 0; layer < 3; layer++) {
                if (layer > 0) {
                    memset(at, sign * 127, (size_t)256 * (7 * 128 + 19 * 128));
                    at += 256 * (7 * 128 + 19 * 128);
                }
                at += 8 * 256 + (layer == 2) * 4;
            }
            if (head == HEX_HEAD_FULL)
                memset(at, 127, (size_t)25 * 256 * 32);
            else
                for (unsigned i = 0; i < 2 * 256; i++)
                    at = bytes_put(at, 2, 16383);
            play_net_sign(net.bytes, net.len);
            struct hex_position position = play_net_position(&rng, 5, 5);
            struct hex_input input;
            static struct hex_net_output wanted;
            hex_input_of(&position, &input);
            slow_evaluate(net.bytes, net.len, &input, &wanted);
            check_kernels(&net, &input, &wanted, 1);
            net_free(&net);
        }
}

static void wrong_bytes_are_refused(void **state)
{
    struct nash_rng rng = test_rng();
    struct hex_net_shape shape = {.layers = 3, .channels = 16, .residual = true}, peeked;
    struct net net = net_new(&rng, &shape);
    assert_null(hex_play_net_read(net.bytes, net.len, net.net));
    for (size_t len = 0; len < net.len; len++)
        assert_non_null(hex_play_net_peek(net.bytes, len, &peeked));
    for (size_t i = 0; i < net.len; i++) { /* without a new hash, every change is noticed */
        uint8_t before = net.bytes[i];
        net.bytes[i] ^= (uint8_t)(1 + nash_rng_below(&rng, 255));
        const char *wrong = hex_play_net_peek(net.bytes, net.len, &peeked);
        if (!wrong) {
            void *memory = aligned(hex_play_net_memory(&peeked));
            wrong = hex_play_net_read(net.bytes, net.len, memory);
            free(memory);
        }
        assert_non_null(wrong);
        net.bytes[i] = before;
    }
    net_free(&net);
}

/* Bytes with a right hash and one wrong number. */
static void wrong_numbers_are_refused(void **state)
{
    static const float bad[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f};
    struct nash_rng rng = test_rng();
    struct hex_net_shape shape = {.layers = 1, .channels = 16};
    struct net net = net_new(&rng, &shape);
    size_t scales = 8 + 4 + 8 + 2 + 2 * 7 * 7 * 16, head = scales + 2 * 16 * 4, floats = head + 2 * 2 * 16;
    for (size_t at = scales; at + 4 + 8 <= net.len; at += at + 4 == head ? 4 + floats - head : 4)
        for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
            uint32_t bits;
            memcpy(&bits, &bad[i], sizeof bits);
            play_net_random(&rng, &shape, net.bytes);
            bytes_put(net.bytes + at, 4, bits);
            play_net_sign(net.bytes, net.len);
            assert_non_null(hex_play_net_read(net.bytes, net.len, net.net));
        }
    static const float not_positive[] = {0, -1, 1e-30f};
    for (unsigned i = 0; i < sizeof not_positive / sizeof *not_positive; i++) {
        uint32_t bits;
        memcpy(&bits, &not_positive[i], sizeof bits);
        play_net_random(&rng, &shape, net.bytes);
        bytes_put(net.bytes + scales, 4, bits);
        play_net_sign(net.bytes, net.len);
        assert_non_null(hex_play_net_read(net.bytes, net.len, net.net));
    }
    play_net_random(&rng, &shape, net.bytes);
    bytes_put(net.bytes + 8 + 4 + 8 + 2, 2, 1561); /* a sum could leave 16 bits */
    play_net_sign(net.bytes, net.len);
    assert_non_null(hex_play_net_read(net.bytes, net.len, net.net));
    play_net_random(&rng, &shape, net.bytes);
    bytes_put(net.bytes + head, 2, 16384);
    play_net_sign(net.bytes, net.len);
    assert_non_null(hex_play_net_read(net.bytes, net.len, net.net));
    net_free(&net);
}

static void default_net_can_be_read(void **state)
{
    struct hex_net_shape shape;
    assert_null(hex_play_net_peek(hex_default_net, hex_default_net_len, &shape));
    struct hex_play_net *net = aligned(hex_play_net_memory(&shape));
    assert_null(hex_play_net_read(hex_default_net, hex_default_net_len, net));
    assert_int_equal(shape.head, HEX_HEAD_BOARD); /* it must fit every board */
    assert_true(hex_default_net_len <= 1 << 20);
    free(net);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_equal_the_slow_one),
        cmocka_unit_test(largest_sums_fit),
        cmocka_unit_test(wrong_bytes_are_refused),
        cmocka_unit_test(wrong_numbers_are_refused),
        cmocka_unit_test(default_net_can_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
