/* The list of works that this build can carry out. To add one, declare its struct farm_work here, as program.h declares
 * the programs, and list it. */
#include "protocol.h"
#include "runner.h"
#include "shard.h"

extern const struct farm_work sudoku_proof_work, sudoku_luck_work, sudoku_generation_work, hex_match_work,
    hex_server_match_work, hex_train_work, hex_server_train_work;

const struct farm_work *const farm_works[] = {
    &sudoku_proof_work,     &sudoku_luck_work, &sudoku_generation_work, &hex_match_work,
    &hex_server_match_work, &hex_train_work,   &hex_server_train_work,  NULL};

size_t farm_shard_bytes(void)
{
    return runner_bytes(farm_works);
}

void farm_shard_init(void *memory)
{
    runner_init(memory, farm_works);
}

void farm_shard_on_stop(void *memory, _Atomic int *stop)
{
    runner_on_stop(memory, stop);
}

bool farm_shard_is_background(const uint8_t *task, size_t len)
{
    for (const struct farm_work *const *work = farm_works; *work != NULL; work++)
        if (len >= MESSAGE_HEAD + FARM_TASK_FIXED && (*work)->number == message_u16(task + MESSAGE_HEAD))
            return (*work)->background;
    return false;
}

size_t farm_shard_take(void *memory, const uint8_t *message, size_t len, uint8_t *answer, size_t room)
{
    return runner_take(memory, message, len, answer, room);
}
