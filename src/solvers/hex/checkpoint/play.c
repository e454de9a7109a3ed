/* The play net of a checkpoint. */
#include <string.h>

#include <nash/rng.h>
#include <solvers/hex/net/net.h>
#include <solvers/hex/net/play_net.h>

#include "model.h"

/* Positions whose activations set the scales: many for a small network, fewer for one that takes longer, so that a
 * network of the seed's size takes about a second. */
enum { POSITIONS_MIN = 12, POSITIONS_MAX = 96 };
static const uint64_t products_max = UINT64_C(8000000000);

/* Sizes of their boards, for a network that plays on every size. */
static const uint8_t sizes[] = {5, 7, 9, 11};
enum { SIZES = sizeof sizes };

static unsigned positions_for(const struct hex_net_shape *shape)
{
    bool full = shape->head == HEX_HEAD_FULL;
    uint64_t each = hex_net_products(shape, full ? shape->rows : 11, full ? shape->cols : 11);
    uint64_t count = products_max / (each > 0 ? each : 1);
    return count < POSITIONS_MIN ? POSITIONS_MIN : count > POSITIONS_MAX ? POSITIONS_MAX : (unsigned)count;
}

/* Makes a position in which both sides have about as many stones, at most three quarters of the cells together, and no
 * side has won. */
static void random_position(unsigned rows, unsigned cols, struct nash_rng *rng, struct hex_position *position)
{
    uint16_t order[HEX_CELLS_MAX];
    unsigned cells = rows * cols;
    position->to_move = HEX_BLACK;
    hex_board_init(&position->board, rows, cols);
    for (unsigned i = 0; i < cells; i++) {
        unsigned at = (unsigned)nash_rng_below(rng, i + 1);
        order[i] = order[at];
        order[at] = (uint16_t)i;
    }
    unsigned stones = (unsigned)nash_rng_below(rng, cells * 3 / 4 + 1);
    for (unsigned i = 0; i < stones; i++) {
        hex_board_set(&position->board, order[i], i % 2 == 0 ? HEX_WHITE : HEX_BLACK);
        if (hex_winner(&position->board) == HEX_EMPTY)
            continue;
        hex_board_set(&position->board, order[i], HEX_EMPTY);
        return;
    }
}

bool hex_model_play_net(const struct hex_checkpoint *checkpoint, struct nash_arena *arena, uint8_t *bytes)
{
    const struct hex_net_shape *shape = &checkpoint->shape;
    const struct hex_checkpoint_part *weights = hex_checkpoint_part(checkpoint, "weights");
    unsigned count = positions_for(shape);
    bool full = shape->head == HEX_HEAD_FULL;
    struct hex_net net = {.shape = *shape,
                          .weight = nash_arena_alloc_raw(arena, hex_net_weights(shape) * sizeof(float), 64)};
    struct hex_input *inputs = NASH_NEW(arena, struct hex_input, count);
    struct nash_rng rng;
    if (!weights || !net.weight || !inputs)
        return false;
    hex_checkpoint_floats(weights, net.weight);
    nash_rng_seed(&rng, 1);
    for (unsigned i = 0; i < count; i++) {
        struct hex_position position;
        unsigned size = sizes[i * SIZES / count]; /* one size after the other */
        random_position(full ? shape->rows : size, full ? shape->cols : size, &rng, &position);
        hex_input_of(&position, &inputs[i]);
    }
    return hex_play_net_quantize(&net, inputs, count, arena, bytes);
}
