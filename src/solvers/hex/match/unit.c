/* The member's side of matches. */
#include "unit.h"

#include <string.h>

#include "game.h"

struct hex_unit_runner {
    const _Atomic int *stop; /* NULL: games are not stopped */
    struct hex_rules rules;
    struct hex_game game;
    uint8_t task[HEX_TASK_MAX]; /* the rules point to the nets in it */
};

size_t hex_unit_bytes(void)
{
    return sizeof(struct hex_unit_runner);
}

bool hex_unit_open(void *memory, const uint8_t *task, size_t len)
{
    struct hex_unit_runner *runner = memory;
    runner->stop = NULL;
    if (len > sizeof runner->task)
        return false;
    memcpy(runner->task, task, len);
    return hex_task_read(&runner->rules, hex_engines, runner->task, len);
}

void hex_unit_on_stop(void *memory, _Atomic int *stop)
{
    ((struct hex_unit_runner *)memory)->stop = stop;
}

/* Browsers keep the block, and have it for the games. */
bool hex_unit_reserve(void *memory)
{
    void *block = hex_unit_block_new(hex_game_memory(&((struct hex_unit_runner *)memory)->rules));
    hex_unit_block_free(block);
    return block != NULL;
}

size_t hex_unit_run(void *memory, const uint8_t *unit, size_t len, uint8_t *answer)
{
    struct hex_unit_runner *runner = memory;
    if (!hex_unit_read(&runner->game, &runner->rules, unit, len))
        return 0;
    struct nash_run run = {.cancel = runner->stop};
    void *block = hex_unit_block_new(hex_game_memory(&runner->rules));
    size_t written = 0;
    if (block && hex_game_play(&runner->rules, &runner->game, block, &run, HEX_CHECK_MATCH))
        written = hex_answer_write(&runner->game, answer);
    hex_unit_block_free(block);
    return written;
}
