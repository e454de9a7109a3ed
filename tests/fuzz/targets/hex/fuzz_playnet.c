/* Fuzzes the reader of play nets. The bytes get a right hash, so that what follows is reached. A net that is accepted
 * gives finite numbers, the same by every kernel. Size limits memory. */
#include <math.h>
#include <string.h>

#include <solvers/hex/net/play_layout.h>

#include "../fuzz.h"

enum { BYTES_MAX = 1 << 16, ROWS = 3, COLS = 5 };

static void *aligned(size_t bytes)
{
    void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!memory)
        abort();
    return memory;
}

static void board_input(const uint8_t *bytes, size_t len, const struct hex_net_shape *shape, struct hex_input *input)
{
    struct hex_position position = {.to_move = HEX_BLACK};
    bool full = shape->head == HEX_HEAD_FULL;
    hex_board_init(&position.board, full ? shape->rows : ROWS, full ? shape->cols : COLS);
    for (unsigned i = 0; i < hex_cells(&position.board); i++)
        hex_board_set(&position.board, i, (enum hex_color)(bytes[i % len] % 3));
    hex_input_of(&position, input);
}

static void check_outputs(const struct hex_net_output *first, const struct hex_net_output *output, unsigned cells)
{
    if (!isfinite(output->value))
        fuzz_fail("the value is not finite", "");
    for (unsigned i = 0; i < cells; i++)
        if (!isfinite(output->policy[i]) || !isfinite(output->q[i]))
            fuzz_fail("a logit is not finite", "");
    if (memcmp(&first->value, &output->value, sizeof first->value) != 0 ||
        memcmp(first->policy, output->policy, cells * sizeof *first->policy) != 0 ||
        memcmp(first->q, output->q, cells * sizeof *first->q) != 0)
        fuzz_fail("two kernels differ", "");
}

static void evaluate(const uint8_t *bytes, size_t len, const struct hex_net_shape *shape)
{
    static struct hex_net_output output, first;
    struct hex_input input;
    struct hex_play_net *net = aligned(hex_play_net_memory(shape));
    bool any = false;
    board_input(bytes, len, shape, &input);
    for (const struct play_kernel *const *kernel = play_kernels; *kernel; kernel++) {
        if (!(*kernel)->runs() || hex_play_net_read_for(*kernel, bytes, len, net))
            continue;
        void *workspace = aligned(hex_play_net_workspace(shape, input.rows, input.cols));
        hex_play_net_evaluate(net, &input, workspace, &output);
        free(workspace);
        first = any ? first : output;
        any = true;
        check_outputs(&first, &output, (unsigned)input.rows * input.cols);
    }
    free(net);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t bytes[BYTES_MAX];
    struct hex_net_shape shape;
    if (size > sizeof bytes || hex_play_net_peek(data, size, &shape))
        return 0;
    memcpy(bytes, data, size);
    hex_play_net_hash(bytes, size - PLAY_HASH_BYTES, bytes + size - PLAY_HASH_BYTES);
    evaluate(bytes, size, &shape);
    return 0;
}
