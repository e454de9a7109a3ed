/* Gradients of networks against central differences of the independent network in double. */
#include <math.h>
#include <string.h>

#include "../base/test.h"
#include "harness/net.h"

enum { BATCH = 3 };
static struct hex_input input[BATCH];
static struct hex_net_output output[BATCH], derivative[BATCH];

/* Returns the sum of all outputs, each times its derivative: a loss with these derivatives. */
static double slow_loss(const struct hex_net_shape *shape, const double *weight)
{
    double loss = 0;
    for (unsigned b = 0; b < BATCH; b++) {
        static struct test_output slow;
        test_net_forward(shape, weight, &input[b], &slow);
        for (unsigned i = 0; i < (unsigned)input[b].rows * input[b].cols; i++)
            loss += slow.policy[i] * derivative[b].policy[i] + slow.q[i] * derivative[b].q[i];
        loss += slow.value * derivative[b].value;
    }
    return loss;
}

/* Returns the derivative of the loss by a weight. The step is so small that a ReLU seldom changes its side. */
static double slow_gradient(const struct hex_net_shape *shape, double *weight, size_t index)
{
    const double step = 1e-7, before = weight[index];
    weight[index] = before + step;
    double up = slow_loss(shape, weight);
    weight[index] = before - step;
    double down = slow_loss(shape, weight);
    weight[index] = before;
    return (up - down) / (2 * step);
}

/* Compares weights of a tensor, by chance: each within a thousandth of itself, or of the tensor's largest one where it
 * is small itself. */
static void check_tensor(const struct hex_net_shape *shape, const struct hex_tensor *tensor, double *weight,
                         const float *gradient, struct nash_rng *rng)
{
    size_t elements = (size_t)tensor->size[0] * tensor->size[1] * tensor->size[2];
    double largest = 0;
    for (size_t i = 0; i < elements; i++)
        largest = fmax(largest, fabs((double)gradient[tensor->offset + i]));
    assert_true(largest > 0);
    for (unsigned n = 0, samples = test_length(12, 100); n < samples; n++) {
        size_t index = tensor->offset + (elements <= samples ? n % elements : nash_rng_below(rng, elements));
        double expected = slow_gradient(shape, weight, index), found = gradient[index];
        if (!(fabs(found - expected) <= 1e-3 * fmax(fabs(expected), 0.02 * largest)))
            fail_msg("%s[%zu]: %.9g, not %.9g", tensor->name, index - tensor->offset, found, expected);
    }
}

static void check_shape(const struct hex_net_shape *shape, unsigned rows, unsigned cols)
{
    struct nash_rng rng = test_rng();
    struct hex_net net = test_net_random(shape, &rng);
    size_t weights = hex_net_weights(shape);
    float *gradient = test_net_memory(weights * sizeof *gradient);
    double *weight = test_net_memory(weights * sizeof *weight);
    void *workspace = test_net_memory(hex_net_workspace(shape, rows, cols, BATCH, true));
    memset(gradient, 0xff, weights * sizeof *gradient);
    memset(derivative, 0, sizeof derivative);
    for (unsigned b = 0; b < BATCH; b++) {
        input[b] = test_input_random(rows, cols, &rng);
        input[b].cell[0] = 1 << HEX_PLANE_EMPTY;
        derivative[b].value = (float)nash_rng_unit(&rng) + 0.5f;
        for (unsigned i = 0; i < rows * cols; i++)
            if (input[b].cell[i] >> HEX_PLANE_EMPTY & 1) {
                derivative[b].policy[i] = (float)nash_rng_unit(&rng) - 0.5f;
                derivative[b].q[i] = (float)nash_rng_unit(&rng) - 0.5f;
            }
    }
    for (size_t i = 0; i < weights; i++)
        weight[i] = net.weight[i];
    hex_net_forward(&net, input, BATCH, workspace, output);
    hex_net_backward(&net, input, BATCH, workspace, derivative, gradient);
    struct hex_tensor tensor;
    for (unsigned i = 0; hex_net_tensor(shape, i, &tensor); i++)
        check_tensor(shape, &tensor, weight, gradient, &rng);
    free(workspace);
    free(weight);
    free(gradient);
    free(net.weight);
}

static void narrow_layers(void **state)
{
    check_shape(&(struct hex_net_shape){.layers = 2, .channels = 32}, 5, 4);
}

static void wide_layers(void **state)
{
    check_shape(&(struct hex_net_shape){.layers = 3, .channels = 16, .wide = {16, 16, 16}}, 4, 5);
}

static void mixed_layers(void **state)
{
    check_shape(&(struct hex_net_shape){.layers = 3, .channels = 48, .wide = {16, 32, 16}}, 3, 4);
}

static void residual_pairs(void **state)
{
    check_shape(&(struct hex_net_shape){.layers = 6, .channels = 16, .wide = {0, 16}, .residual = true}, 4, 4);
}

static void full_heads(void **state)
{
    check_shape(
        &(struct hex_net_shape){.layers = 2, .channels = 32, .wide = {16}, .head = HEX_HEAD_FULL, .rows = 4, .cols = 3},
        4, 3);
}

/* The gradient of many boards is the sum of those of each: nothing is left of a block of boards in the next one. */
static void batches_add_up(void **state)
{
    enum { BOARDS = 21 };
    static struct hex_input many[BOARDS];
    static struct hex_net_output by[BOARDS], given[BOARDS];
    struct nash_rng rng = test_rng();
    struct hex_net_shape shape = {.layers = 4, .channels = 32, .wide = {0, 16, 16}, .residual = true};
    struct hex_net net = test_net_random(&shape, &rng);
    size_t weights = hex_net_weights(&shape);
    float *all = test_net_memory(weights * sizeof *all), *one = test_net_memory(weights * sizeof *one);
    double *sum = test_net_memory(weights * sizeof *sum), largest = 0;
    void *workspace = test_net_memory(hex_net_workspace(&shape, 5, 5, BOARDS, true));
    for (unsigned b = 0; b < BOARDS; b++) {
        many[b] = test_input_random(5, 5, &rng);
        by[b].value = b % 2 ? 1 : -1;
        by[b].policy[b] = by[b].q[24 - b] = 1;
    }
    for (unsigned b = 0; b < BOARDS; b++) {
        hex_net_forward(&net, &many[b], 1, workspace, given);
        hex_net_backward(&net, &many[b], 1, workspace, &by[b], one);
        for (size_t i = 0; i < weights; i++)
            sum[i] += one[i];
    }
    hex_net_forward(&net, many, BOARDS, workspace, given);
    hex_net_backward(&net, many, BOARDS, workspace, by, all);
    for (size_t i = 0; i < weights; i++)
        largest = fmax(largest, fabs(sum[i]));
    for (size_t i = 0; i < weights; i++)
        assert_true(fabs(all[i] - sum[i]) <= 1e-5 * largest);
    free(workspace);
    free(sum);
    free(one);
    free(all);
    free(net.weight);
}

/* A step against the gradient makes the loss smaller, at batches of more than one block. */
static void steps_go_down(void **state)
{
    enum { BOARDS = 21 };
    static struct hex_input many[BOARDS];
    static struct hex_net_output before[BOARDS], after[BOARDS], by[BOARDS];
    struct nash_rng rng = test_rng();
    struct hex_net_shape shape = {.layers = 5, .channels = 32, .residual = true};
    struct hex_net net = test_net_random(&shape, &rng);
    size_t weights = hex_net_weights(&shape);
    float *gradient = test_net_memory(weights * sizeof *gradient);
    void *workspace = test_net_memory(hex_net_workspace(&shape, 7, 7, BOARDS, true));
    for (unsigned b = 0; b < BOARDS; b++) {
        many[b] = test_input_random(7, 7, &rng);
        by[b].value = b % 2 ? 1 : -1;
        by[b].q[b] = 1;
    }
    hex_net_forward(&net, many, BOARDS, workspace, before);
    hex_net_backward(&net, many, BOARDS, workspace, by, gradient);
    double square = 0, change = 0;
    for (size_t i = 0; i < weights; i++)
        square += (double)gradient[i] * gradient[i];
    const double step = 1e-3 / sqrt(square);
    for (size_t i = 0; i < weights; i++)
        net.weight[i] -= (float)(step * gradient[i]);
    hex_net_forward(&net, many, BOARDS, workspace, after);
    for (unsigned b = 0; b < BOARDS; b++)
        change += (after[b].value - before[b].value) * by[b].value + after[b].q[b] - before[b].q[b];
    assert_true(fabs(change / (step * square) + 1) < 0.02);
    free(workspace);
    free(gradient);
    free(net.weight);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(narrow_layers),  cmocka_unit_test(wide_layers), cmocka_unit_test(mixed_layers),
        cmocka_unit_test(residual_pairs), cmocka_unit_test(full_heads),  cmocka_unit_test(batches_add_up),
        cmocka_unit_test(steps_go_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
