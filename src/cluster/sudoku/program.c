/* The table by which the rest of the cluster reaches this folder. */
#include <cluster/program.h>
#include <cluster/sudoku/shard/shard.h>

#include "coordinator.h"

static void init(void *memory)
{
    shard_init(memory);
}

static size_t take(void *memory, const uint8_t *message, size_t len, uint8_t *answer, size_t room)
{
    return shard_take(memory, message, len, answer, room);
}

const struct cluster_program sudoku_program = {
    .kind = "sudoku",
    .protocol = SUDOKU_PROTOCOL,
    .final_type = MESSAGE_COMMIT,
    .check = coordinator_check,
    .begin = coordinator_begin,
    .step = coordinator_step,
    .end = coordinator_end,
    .describe = coordinator_describe,
    .shard_bytes = shard_bytes,
    .shard_init = init,
    .shard_take = take,
};
