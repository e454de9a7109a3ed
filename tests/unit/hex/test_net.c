/* Networks in f32: the forward pass against an independent one, the order of the weights, turned boards, and equal bits
 * of all variants and batches. */
#include <math.h>
#include <string.h>

#include <solvers/hex/net/f32/variant.h>

#include "../base/test.h"
#include "harness/net.h"

#define SHAPE(...) ((struct hex_net_shape){__VA_ARGS__})

enum { BATCH_MAX = 64 };
static struct hex_input input[BATCH_MAX];
static struct hex_net_output output[BATCH_MAX], other[BATCH_MAX];

static const struct board_case {
    struct hex_net_shape shape;
    unsigned rows, cols;
} cases[] = {
    {{.layers = 1, .channels = 16}, 4, 4},
    {{.layers = 3, .channels = 32, .residual = true}, 7, 7},
    {{.layers = 4, .channels = 16, .residual = true}, 5, 9},
    {{.layers = 2, .channels = 32, .wide = {16, 32}}, 6, 4},
    {{.layers = 3, .channels = 48, .wide = {16, 0, 32}, .residual = true}, 3, 8},
    {{.layers = 2, .channels = 16, .wide = {16, 16}}, 2, 1},
    {{.layers = 2, .channels = 16}, 1, 1},
    {{.layers = 2, .channels = 16, .wide = {0, 16}}, 19, 19},
    {{.layers = 2, .channels = 80, .wide = {48, 32}}, 3, 15},
    {{.layers = 2, .channels = 32, .wide = {16}, .head = HEX_HEAD_FULL, .rows = 4, .cols = 5}, 4, 5},
    {{.layers = 1, .channels = 16, .head = HEX_HEAD_FULL, .rows = 9, .cols = 9}, 9, 9},
};
enum { CASES = sizeof cases / sizeof *cases };

static double *doubles_of(const struct hex_net *net)
{
    size_t count = hex_net_weights(&net->shape);
    double *weight = calloc(count, sizeof *weight);
    assert_non_null(weight);
    for (size_t i = 0; i < count; i++)
        weight[i] = net->weight[i];
    return weight;
}

static void assert_close(double found, double expected, const char *what, unsigned index, unsigned cell)
{
    if (!(fabs(found - expected) <= 2e-4 * (1 + fabs(expected))))
        fail_msg("case %u, cell %u: %s is %.9g, not %.9g", index, cell, what, found, expected);
}

static void forward_is_the_slow_one(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned n = 0; n < CASES; n++) {
        const struct board_case *c = &cases[n];
        struct hex_net net = test_net_random(&c->shape, &rng);
        double *weight = doubles_of(&net);
        void *workspace = test_net_memory(hex_net_workspace(&c->shape, c->rows, c->cols, 3, false));
        for (unsigned b = 0; b < 3; b++)
            input[b] = test_input_random(c->rows, c->cols, &rng);
        hex_net_forward(&net, input, 3, workspace, output);
        for (unsigned b = 0; b < 3; b++) {
            struct test_output expected;
            test_net_forward(&c->shape, weight, &input[b], &expected);
            for (unsigned i = 0; i < c->rows * c->cols; i++) {
                assert_close(output[b].policy[i], expected.policy[i], "policy", n, i);
                assert_close(output[b].q[i], expected.q[i], "q", n, i);
            }
            assert_close(output[b].value, expected.value, "value", n, 0);
        }
        free(workspace);
        free(weight);
        free(net.weight);
    }
}

/* The bits of all cells and of the value. */
static void assert_outputs_equal(const struct hex_net_output *a, const struct hex_net_output *b, unsigned cells)
{
    assert_memory_equal(a->policy, b->policy, cells * sizeof *a->policy);
    assert_memory_equal(a->q, b->q, cells * sizeof *a->q);
    assert_memory_equal(&a->value, &b->value, sizeof a->value);
}

static void random_derivatives(struct hex_net_output *derivative, unsigned batch, unsigned cells, struct nash_rng *rng)
{
    memset(derivative, 0, batch * sizeof *derivative);
    for (unsigned b = 0; b < batch; b++) {
        for (unsigned i = 0; i < cells; i++)
            if (input[b].cell[i] >> HEX_PLANE_EMPTY & 1) {
                derivative[b].policy[i] = (float)nash_rng_unit(rng) - 0.5f;
                derivative[b].q[i] = (float)nash_rng_unit(rng) - 0.5f;
            }
        derivative[b].value = (float)nash_rng_unit(rng) - 0.5f;
    }
}

static void variants_give_the_same_bits(void **state)
{
    static struct hex_net_output derivative[BATCH_MAX];
    struct nash_rng rng = test_rng();
    for (unsigned n = 0; n < CASES; n++) {
        const struct board_case *c = &cases[n];
        unsigned batch = 1 + n, cells = c->rows * c->cols;
        struct hex_net net = test_net_random(&c->shape, &rng);
        struct net_layout layout;
        net_layout_init(&layout, &c->shape, c->rows, c->cols, batch);
        size_t bytes = hex_net_weights(&c->shape) * sizeof(float);
        float *workspace = test_net_memory(hex_net_workspace(&c->shape, c->rows, c->cols, batch, true));
        float *gradient = test_net_memory(bytes), *again = test_net_memory(bytes);
        for (unsigned b = 0; b < batch; b++)
            input[b] = test_input_random(c->rows, c->cols, &rng);
        random_derivatives(derivative, batch, cells, &rng);
        hex_net_forward(&net, input, batch, workspace, output);
        hex_net_backward(&net, input, batch, workspace, derivative, gradient);
        for (unsigned v = 0; hex_net_variant(v); v++) {
            memset(workspace, 0x7e, hex_net_workspace(&c->shape, c->rows, c->cols, batch, true)); /* large numbers */
            memset(other, 0, sizeof other);
            hex_net_variant(v)->forward(&layout, net.weight, input, workspace, other);
            for (unsigned b = 0; b < batch; b++)
                assert_outputs_equal(&output[b], &other[b], cells);
            hex_net_variant(v)->backward(&layout, net.weight, input, workspace, derivative, again);
            assert_memory_equal(gradient, again, bytes);
        }
        free(workspace);
        free(gradient);
        free(again);
        free(net.weight);
    }
}

static void batches_give_the_same_bits(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned n = 0; n < CASES; n++) {
        const struct board_case *c = &cases[n];
        struct hex_net net = test_net_random(&c->shape, &rng);
        void *workspace = test_net_memory(hex_net_workspace(&c->shape, c->rows, c->cols, BATCH_MAX, false));
        for (unsigned b = 0; b < BATCH_MAX; b++)
            input[b] = test_input_random(c->rows, c->cols, &rng);
        hex_net_forward(&net, input, BATCH_MAX, workspace, output);
        for (unsigned b = 0; b < BATCH_MAX; b += 7) {
            hex_net_forward(&net, &input[b], 1, workspace, other);
            assert_outputs_equal(&output[b], other, c->rows * c->cols);
        }
        free(workspace);
        free(net.weight);
    }
}

/* Tensors follow each other without a gap, and each has a name of its own. */
static void tensors_cover_the_weights(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned n = 0; n < 200; n++) {
        struct hex_net_shape shape = {.layers = (uint16_t)(1 + nash_rng_below(&rng, HEX_NET_LAYERS_MAX)),
                                      .channels = (uint16_t)(16 * (1 + nash_rng_below(&rng, 16)))};
        for (unsigned i = 0; i < shape.layers; i++)
            shape.wide[i] = (uint16_t)(16 * nash_rng_below(&rng, shape.channels / 16 + 1));
        if (n % 3 == 0)
            shape.head = HEX_HEAD_FULL, shape.rows = (uint8_t)(1 + n % 19), shape.cols = (uint8_t)(1 + n % 17);
        assert_null(hex_net_shape_wrong(&shape));
        struct hex_tensor tensor, before;
        size_t end = 0;
        unsigned i = 0;
        for (; hex_net_tensor(&shape, i, &tensor); i++) {
            assert_int_equal(tensor.offset, end);
            assert_true(tensor.dims >= 1 && tensor.dims <= 3);
            for (unsigned j = 0; j < i; j++) {
                assert_true(hex_net_tensor(&shape, j, &before));
                assert_string_not_equal(before.name, tensor.name);
            }
            end += (size_t)tensor.size[0] * tensor.size[1] * tensor.size[2];
        }
        assert_int_equal(end, hex_net_weights(&shape));
        struct net_layout layout;
        net_layout_init(&layout, &shape, 5, 5, 1);
        assert_int_equal(layout.weights, end);
    }
    assert_int_equal(hex_net_weights(&SHAPE(.layers = 5, .channels = 32, .residual = true)), 31555);
    assert_int_equal(hex_net_products(&SHAPE(.layers = 2, .channels = 16), 2, 2),
                     4 * (7 * 7 * 16 + 7 * 16 * 16) + 4 * 32 + 17 * 32);
}

static void impossible_shapes(void **state)
{
    static const struct hex_net_shape wrong[] = {
        {.layers = 0, .channels = 16},
        {.layers = 25, .channels = 16},
        {.layers = 1, .channels = 0},
        {.layers = 1, .channels = 24},
        {.layers = 1, .channels = 272},
        {.layers = 2, .channels = 32, .wide = {0, 48}},
        {.layers = 2, .channels = 32, .wide = {8}},
        {.layers = 1, .channels = 16, .head = 2},
        {.layers = 1, .channels = 16, .rows = 7, .cols = 7},
        {.layers = 1, .channels = 16, .head = HEX_HEAD_FULL},
        {.layers = 1, .channels = 16, .head = HEX_HEAD_FULL, .rows = 20, .cols = 19},
    };
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_non_null(hex_net_shape_wrong(&wrong[i]));
    struct hex_net_shape a = {.layers = 2, .channels = 32, .wide = {16, 0, 16}}, b = {.layers = 2, .channels = 32};
    assert_false(hex_net_shape_equal(&a, &b));
    b.wide[0] = 16; /* what lies behind the last layer does not count */
    assert_true(hex_net_shape_equal(&a, &b));
}

/* Reverses the taps of a tensor, and exchanges the planes of opposite edges in the first layer. */
static void turn_filters(const struct hex_tensor *tensor, const float *from, float *to)
{
    static const unsigned plane[HEX_PLANES] = {0, 1, 2, 4, 3, 6, 5};
    unsigned taps = tensor->size[0], ins = tensor->size[1], outs = tensor->size[2];
    for (unsigned t = 0; t < taps; t++)
        for (unsigned i = 0; i < ins; i++) {
            unsigned in = ins == HEX_PLANES ? plane[i] : i;
            memcpy(to + tensor->offset + (t * ins + i) * outs,
                   from + tensor->offset + ((taps - 1 - t) * ins + in) * outs, outs * sizeof *to);
        }
}

/* A network whose filters are turned by 180 degrees says of a turned board what the network says of the board. */
static void half_turns(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned n = 0; n < CASES; n++) {
        const struct board_case *c = &cases[n];
        if (c->shape.head == HEX_HEAD_FULL)
            continue;
        struct hex_net net = test_net_random(&c->shape, &rng), turned = test_net_random(&c->shape, &rng);
        memcpy(turned.weight, net.weight, hex_net_weights(&c->shape) * sizeof(float));
        struct hex_tensor tensor;
        for (unsigned i = 0; hex_net_tensor(&c->shape, i, &tensor); i++)
            if (tensor.dims == 3)
                turn_filters(&tensor, net.weight, turned.weight);
        void *workspace = test_net_memory(hex_net_workspace(&c->shape, c->rows, c->cols, 1, false));
        unsigned cells = c->rows * c->cols;
        input[0] = test_input_random(c->rows, c->cols, &rng);
        hex_input_turn(&input[0], &input[1]);
        hex_net_forward(&net, &input[0], 1, workspace, output);
        hex_net_forward(&turned, &input[1], 1, workspace, other);
        for (unsigned i = 0; i < cells; i++) {
            assert_close(other->policy[cells - 1 - i], output->policy[i], "policy", n, i);
            assert_close(other->q[cells - 1 - i], output->q[i], "q", n, i);
        }
        assert_close(other->value, output->value, "value", n, 0);
        free(workspace);
        free(net.weight);
        free(turned.weight);
    }
}

/* The new network is silent: its heads give 0, so that training starts from even chances. */
static void new_weights(void **state)
{
    struct nash_rng rng = test_rng();
    struct hex_net_shape shape = {.layers = 3, .channels = 64, .wide = {0, 16}, .residual = true};
    struct hex_net net = {.shape = shape, .weight = test_net_memory(hex_net_weights(&shape) * sizeof(float))};
    hex_net_init(&net, &rng);
    static const struct {
        const char *name;
        double deviation;
    } expected[] = {
        {"conv1.narrow", 0.2020}, {"conv2.narrow", 0.0668}, {"conv2.wide", 0.0406}, {"conv3.narrow", 0.0334}};
    for (unsigned i = 0; i < 4; i++) {
        struct hex_tensor tensor = test_net_tensor(&shape, expected[i].name);
        size_t count = (size_t)tensor.size[0] * tensor.size[1] * tensor.size[2];
        double sum = 0, squares = 0;
        for (size_t k = 0; k < count; k++) {
            sum += net.weight[tensor.offset + k];
            squares += net.weight[tensor.offset + k] * net.weight[tensor.offset + k];
        }
        assert_true(fabs(sum / (double)count) < 0.1 * expected[i].deviation);
        assert_true(fabs(sqrt(squares / (double)count) / expected[i].deviation - 1) < 0.05);
    }
    void *workspace = test_net_memory(hex_net_workspace(&shape, 5, 5, 1, false));
    input[0] = test_input_random(5, 5, &rng);
    hex_net_forward(&net, input, 1, workspace, output);
    for (unsigned i = 0; i < 25; i++)
        assert_true(output->policy[i] == 0 && output->q[i] == 0);
    assert_true(output->value == 0);
    free(workspace);
    free(net.weight);
}

/* The activations of the layers: no board touches another one's. */
static void activations(void **state)
{
    struct nash_rng rng = test_rng();
    struct hex_net_shape shape = {.layers = 2, .channels = 16, .wide = {0, 16}};
    struct hex_net net = test_net_random(&shape, &rng);
    void *workspace = test_net_memory(hex_net_workspace(&shape, 3, 5, 2, false));
    static float of_two[15 * 16], of_one[15 * 16];
    for (unsigned b = 0; b < 2; b++)
        input[b] = test_input_random(3, 5, &rng);
    for (unsigned layer = 0; layer < 2; layer++) {
        hex_net_forward(&net, input, 2, workspace, output);
        hex_net_activations(&shape, input, 2, workspace, layer, 1, of_two);
        hex_net_forward(&net, &input[1], 1, workspace, output);
        hex_net_activations(&shape, input, 1, workspace, layer, 0, of_one);
        assert_memory_equal(of_one, of_two, sizeof of_one);
        float largest = 0;
        for (unsigned i = 0; i < 15 * 16; i++) {
            assert_true(of_one[i] >= 0);
            largest = of_one[i] > largest ? of_one[i] : largest;
        }
        assert_true(largest > 0);
    }
    free(workspace);
    free(net.weight);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forward_is_the_slow_one),
        cmocka_unit_test(variants_give_the_same_bits),
        cmocka_unit_test(batches_give_the_same_bits),
        cmocka_unit_test(tensors_cover_the_weights),
        cmocka_unit_test(impossible_shapes),
        cmocka_unit_test(half_turns),
        cmocka_unit_test(new_weights),
        cmocka_unit_test(activations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
