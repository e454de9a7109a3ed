/* The play net of a checkpoint: its bytes follow from the weights alone, and it says what the network says. */
#include <math.h>
#include <string.h>

#include <nash/arena.h>
#include <solvers/hex/checkpoint/model.h>
#include <solvers/hex/net/net.h>
#include <solvers/hex/net/play_net.h>

#include "../../base/test.h"
#include "../harness/play_nets.h"

static const struct hex_net_shape small = {.layers = 3, .channels = 32, .wide = {16, 0, 0}, .head = HEX_HEAD_BOARD};

/* A network with weights everywhere. */
static struct hex_net net_new(struct nash_arena *arena, const struct hex_net_shape *shape)
{
    struct nash_rng rng = test_rng();
    struct hex_net net = {.shape = *shape};
    size_t count = hex_net_weights(shape);
    net.weight = nash_arena_alloc_raw(arena, count * sizeof(float), 64);
    assert_non_null(net.weight);
    hex_net_init(&net, &rng);
    for (size_t i = 0; i < count; i++)
        if (net.weight[i] == 0)
            net.weight[i] = 0.2f * (float)(nash_rng_unit(&rng) - 0.5);
    return net;
}

/* Appends the file of a network. more: with another part and another training. */
static void write_file(const struct hex_net *net, bool more, struct nash_buf *file)
{
    struct hex_checkpoint checkpoint = {.shape = net->shape, .training = more ? "{\"a\":1}" : "{}", .parts = 1};
    checkpoint.training_len = strlen(checkpoint.training);
    checkpoint.part[0] = (struct hex_checkpoint_part){"weights", (const uint8_t *)net->weight,
                                                      hex_net_weights(&net->shape) * sizeof(float)};
    if (more)
        checkpoint.part[checkpoint.parts++] = (struct hex_checkpoint_part){"state", (const uint8_t *)"12345", 5};
    hex_checkpoint_write(&checkpoint, file);
    assert_false(file->failed);
}

static void read_file(const struct nash_buf *file, struct nash_arena *arena, struct hex_checkpoint *checkpoint)
{
    struct nash_error error = {0};
    if (hex_checkpoint_read((const uint8_t *)file->data, file->len, arena, checkpoint, &error) != NASH_OK)
        fail_msg("%s", error.detail);
}

static uint8_t *play_net_new(struct nash_arena *arena, const struct hex_net *net, bool more)
{
    struct nash_buf file = NASH_BUF_INIT(0);
    struct hex_checkpoint checkpoint;
    uint8_t *bytes = nash_arena_alloc(arena, hex_play_net_bytes(&net->shape));
    write_file(net, more, &file);
    read_file(&file, arena, &checkpoint);
    assert_non_null(bytes);
    assert_true(hex_model_play_net(&checkpoint, arena, bytes));
    nash_buf_free(&file);
    return bytes;
}

static void bytes_follow_from_the_weights(void **state)
{
    struct nash_arena *arena = nash_arena_new(256 << 20);
    struct hex_net net = net_new(arena, &small);
    size_t len = hex_play_net_bytes(&small);
    const uint8_t *first = play_net_new(arena, &net, false), *second = play_net_new(arena, &net, true);
    assert_memory_equal(first, second, len);
    net.weight[7] += 1;
    assert_memory_not_equal(first, play_net_new(arena, &net, false), len);
    nash_arena_free(arena);
}

/* Returns the mean square difference of Q on positions of a size, divided by the variance of Q. */
static double error_of(const struct hex_net *net, const struct hex_play_net *play, unsigned rows, unsigned cols,
                       struct nash_arena *arena)
{
    enum { POSITIONS = 20 };
    static struct hex_net_output exact, output;
    struct nash_rng rng = test_rng();
    double n = 0, sum = 0, squares = 0, differ = 0;
    void *room = nash_arena_alloc_raw(arena, hex_net_workspace(&net->shape, rows, cols, 1, false), 64);
    void *workspace = nash_arena_alloc_raw(arena, hex_play_net_workspace(&net->shape, rows, cols), 64);
    assert_true(room != NULL && workspace != NULL);
    for (unsigned i = 0; i < POSITIONS; i++) {
        struct hex_position position = play_net_position(&rng, rows, cols);
        struct hex_input input;
        hex_input_of(&position, &input);
        hex_net_forward(net, &input, 1, room, &exact);
        hex_play_net_evaluate(play, &input, workspace, &output);
        for (unsigned cell = 0; cell < rows * cols; cell++) {
            double x = (double)exact.q[cell], y = (double)output.q[cell];
            n++;
            sum += x;
            squares += x * x;
            differ += (x - y) * (x - y);
        }
    }
    return differ / n / (squares / n - sum / n * (sum / n));
}

static void play_nets_say_the_same(void **state)
{
    static const struct hex_net_shape shapes[] = {
        {.layers = 5, .channels = 32, .residual = true, .head = HEX_HEAD_BOARD},
        {.layers = 4, .channels = 32, .wide = {16, 16, 0, 0}, .head = HEX_HEAD_FULL, .rows = 6, .cols = 6}};
    for (size_t i = 0; i < 2; i++) {
        struct nash_arena *arena = nash_arena_new(256 << 20);
        struct hex_net net = net_new(arena, &shapes[i]);
        const uint8_t *bytes = play_net_new(arena, &net, false);
        struct hex_play_net *play = nash_arena_alloc_raw(arena, hex_play_net_memory(&shapes[i]), 64);
        assert_non_null(play);
        assert_null(hex_play_net_read(bytes, hex_play_net_bytes(&shapes[i]), play));
        for (unsigned size = 4; size <= 14; size++) {
            if (shapes[i].head == HEX_HEAD_FULL && size != shapes[i].rows)
                continue;
            double error = error_of(&net, play, size, size, arena);
            if (!(error < 0.03))
                fail_msg("shape %zu on %ux%u: the error is %g of the variance", i, size, size, error);
        }
        nash_arena_free(arena);
    }
}

/* Without memory there is no net, wherever it ends. */
static void without_memory_there_is_none(void **state)
{
    struct nash_arena *arena = nash_arena_new(16 << 20);
    struct hex_net net = net_new(arena, &small);
    struct nash_buf file = NASH_BUF_INIT(0);
    uint8_t *bytes = nash_arena_alloc(arena, hex_play_net_bytes(&small));
    unsigned made = 0;
    write_file(&net, false, &file);
    for (size_t cap = 16 << 10; cap <= 8 << 20; cap += cap / 4) {
        struct nash_arena *tight = nash_arena_new(cap);
        struct hex_checkpoint checkpoint;
        struct nash_error error = {0};
        if (hex_checkpoint_read((const uint8_t *)file.data, file.len, tight, &checkpoint, &error) == NASH_OK)
            made += hex_model_play_net(&checkpoint, tight, bytes);
        nash_arena_free(tight);
    }
    assert_in_range(made, 1, 20);
    nash_buf_free(&file);
    nash_arena_free(arena);
}

/* Reading takes the weights once more, and at most 64 MiB besides: models.c relies on it. */
static void memory_has_a_bound(void **state)
{
    static const struct hex_net_shape shapes[] = {
        {.layers = 6, .channels = 128, .wide = {64, 64, 64, 64, 64, 64}, .head = HEX_HEAD_FULL, .rows = 9, .cols = 9},
        {.layers = 24, .channels = 64, .head = HEX_HEAD_BOARD},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        struct nash_arena *own = nash_arena_new(64 << 20), *arena = nash_arena_new(hex_models.memory_bytes);
        struct hex_net net = net_new(own, &shapes[i]);
        struct nash_buf file = NASH_BUF_INIT(0), about = NASH_BUF_INIT(0), play = NASH_BUF_INIT(0);
        struct nash_jsonw json = NASH_JSONW(&about);
        struct nash_error error = {0};
        write_file(&net, true, &file);
        nash_jsonw_object(&json);
        assert_int_equal(hex_models.read(file.data, file.len, arena, &json, &play, &error), NASH_OK);
        assert_in_range(nash_arena_peak(arena), 1, file.len + (64 << 20));
        nash_buf_free(&file);
        nash_buf_free(&about);
        nash_buf_free(&play);
        nash_arena_free(arena);
        nash_arena_free(own);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_follow_from_the_weights),
        cmocka_unit_test(play_nets_say_the_same),
        cmocka_unit_test(without_memory_there_is_none),
        cmocka_unit_test(memory_has_a_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
