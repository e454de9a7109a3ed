/* From f32 networks to play nets: what both say of positions. */
#include <math.h>
#include <string.h>

#include <nash/arena.h>
#include <solvers/hex/net/net.h>
#include <solvers/hex/net/play_net.h>

#include "../../base/test.h"
#include "../harness/play_nets.h"

enum { INPUTS = 24 };

/* A network at its beginning, but with weights everywhere. */
static struct hex_net net_new(struct nash_arena *arena, struct nash_rng *rng, const struct hex_net_shape *shape)
{
    struct hex_net net = {.shape = *shape};
    net.weight = nash_arena_alloc_raw(arena, hex_net_weights(shape) * sizeof(float), 64);
    assert_non_null(net.weight);
    hex_net_init(&net, rng);
    struct hex_tensor tensor;
    for (unsigned i = 0; hex_net_tensor(shape, i, &tensor); i++) {
        size_t count = (size_t)tensor.size[0] * tensor.size[1] * tensor.size[2];
        bool head = strncmp(tensor.name, "conv", 4) != 0, bias = strstr(tensor.name, "bias") != NULL;
        for (size_t k = 0; k < count && (head || bias); k++)
            net.weight[tensor.offset + k] = 0.2f * (float)(nash_rng_unit(rng) - 0.5);
    }
    return net;
}

static void inputs_new(struct nash_rng *rng, struct hex_input *inputs, unsigned rows, unsigned cols)
{
    for (unsigned i = 0; i < INPUTS; i++) {
        struct hex_position position = play_net_position(rng, rows, cols);
        position.to_move = rows == cols ? position.to_move : HEX_BLACK;
        hex_input_of(&position, &inputs[i]);
    }
}

static struct hex_play_net *play_net_of(struct nash_arena *arena, const struct hex_net *net,
                                        const struct hex_input *inputs, unsigned count)
{
    size_t len = hex_play_net_bytes(&net->shape), used = nash_arena_used(arena);
    uint8_t *bytes = nash_arena_alloc(arena, len);
    assert_non_null(bytes);
    used = nash_arena_used(arena) - used;
    assert_true(hex_play_net_quantize(net, inputs, count, arena, bytes));
    struct hex_play_net *play = nash_arena_alloc_raw(arena, hex_play_net_memory(&net->shape), 64);
    assert_non_null(play);
    const char *wrong = hex_play_net_read(bytes, len, play);
    if (wrong)
        fail_msg("%s", wrong);
    return play;
}

/* Sums over numbers of both kinds, for their correlation. */
struct moments {
    double n, x, y, xx, yy, xy;
};

static void add(struct moments *m, float x, float y)
{
    m->n++;
    m->x += (double)x;
    m->y += (double)y;
    m->xx += (double)x * (double)x;
    m->yy += (double)y * (double)y;
    m->xy += (double)x * (double)y;
}

/* Returns the share of the variance of x that differs from y. */
static double error_share(const struct moments *m)
{
    double differ = (m->xx - 2 * m->xy + m->yy) / m->n, variance = (m->xx - m->x * m->x / m->n) / m->n;
    return differ / variance;
}

static void check_shape(struct nash_rng *rng, const struct hex_net_shape *shape, unsigned rows, unsigned cols)
{
    static struct hex_input inputs[INPUTS];
    static struct hex_net_output exact, output;
    struct nash_arena *arena = nash_arena_new(64 << 20);
    struct hex_net net = net_new(arena, rng, shape);
    inputs_new(rng, inputs, rows, cols);
    struct hex_play_net *play = play_net_of(arena, &net, inputs, INPUTS);
    void *room = nash_arena_alloc_raw(arena, hex_net_workspace(shape, rows, cols, 1, false), 64);
    void *workspace = nash_arena_alloc_raw(arena, hex_play_net_workspace(hex_play_net_shape(play), rows, cols), 64);
    assert_non_null(room);
    assert_non_null(workspace);
    struct moments policy = {0}, q = {0}, value = {0};
    for (unsigned i = 0; i < INPUTS; i++) {
        hex_net_forward(&net, &inputs[i], 1, room, &exact);
        hex_play_net_evaluate(play, &inputs[i], workspace, &output);
        for (unsigned cell = 0; cell < rows * cols; cell++) {
            add(&policy, exact.policy[cell], output.policy[cell]);
            add(&q, exact.q[cell], output.q[cell]);
        }
        add(&value, exact.value, output.value);
    }
    if (error_share(&policy) > 0.01 || error_share(&q) > 0.01 || error_share(&value) > 0.03)
        fail_msg("%u layers x %u, head %u, %ux%u: errors are %g, %g, %g of the variance", shape->layers,
                 shape->channels, shape->head, rows, cols, error_share(&policy), error_share(&q), error_share(&value));
    nash_arena_free(arena);
}

static void play_nets_say_the_same(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned n = test_length(24, 500); n-- > 0;) {
        unsigned rows = 4 + (unsigned)nash_rng_below(&rng, 5), cols = 4 + (unsigned)nash_rng_below(&rng, 5);
        struct hex_net_shape shape = play_net_shape_random(&rng, 7, 48, rows, cols);
        check_shape(&rng, &shape, rows, cols);
    }
}

/* Whatever the weights are, the wire form can be read; without memory there is none. */
static void all_weights_can_be_read(void **state)
{
    static const float strange[] = {0, -0.0f, 1e-40f, 1e30f, -1e30f, 3e38f, 1, -1};
    static struct hex_input inputs[INPUTS];
    struct nash_rng rng = test_rng();
    inputs_new(&rng, inputs, 5, 5);
    for (unsigned n = 0; n < 40; n++) {
        struct hex_net_shape shape = play_net_shape_random(&rng, 5, 32, 5, 5);
        struct nash_arena *arena = nash_arena_new(32 << 20);
        struct hex_net net = net_new(arena, &rng, &shape);
        for (size_t i = 0; i < hex_net_weights(&shape); i++)
            if (n < 8)
                net.weight[i] = strange[n];
            else if (nash_rng_below(&rng, 3) == 0)
                net.weight[i] = strange[nash_rng_below(&rng, sizeof strange / sizeof *strange)];
        play_net_of(arena, &net, inputs, INPUTS);
        nash_arena_free(arena);
    }
    struct hex_net_shape shape = {.layers = 2, .channels = 16};
    struct nash_arena *arena = nash_arena_new(1 << 20), *small = nash_arena_new(10000);
    struct hex_net net = net_new(arena, &rng, &shape);
    uint8_t *bytes = nash_arena_alloc(arena, hex_play_net_bytes(&shape));
    assert_false(hex_play_net_quantize(&net, inputs, INPUTS, small, bytes));
    nash_arena_free(small);
    nash_arena_free(arena);
}

/* hex_play_net_quantize_memory() is enough. */
static void promised_memory_is_enough(void **state)
{
    static struct hex_input inputs[2 * INPUTS];
    static const uint8_t sizes[] = {5, 9};
    struct nash_rng rng = test_rng();
    inputs_new(&rng, inputs, 5, 5);
    inputs_new(&rng, inputs + INPUTS, 9, 9);
    for (unsigned n = 0; n < 20; n++) {
        struct hex_net_shape shape = play_net_shape_random(&rng, 5, 48, 5, 5);
        unsigned count = shape.head == HEX_HEAD_FULL ? 1 : 2;
        struct nash_arena *arena = nash_arena_new(32 << 20);
        struct hex_net net = net_new(arena, &rng, &shape);
        uint8_t *bytes = nash_arena_alloc(arena, hex_play_net_bytes(&shape));
        size_t room = hex_play_net_quantize_memory(&shape, sizes, count);
        void *memory = aligned_alloc(16, room / 16 * 16);
        assert_non_null(memory);
        struct nash_arena *exact = nash_arena_in(memory, room / 16 * 16);
        assert_true(hex_play_net_quantize(&net, inputs, count * INPUTS, exact, bytes));
        free(memory);
        nash_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(play_nets_say_the_same),
        cmocka_unit_test(all_weights_can_be_read),
        cmocka_unit_test(promised_memory_is_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
