/* The engine "random": an empty cell, each as likely as another. The weakest opponent, and a check of matches. */
#include <nash/rng.h>

#include "engine.h"

static enum nash_status think(const struct hex_position *position, const struct hex_settings *settings,
                              struct nash_run *run, struct hex_opinion *opinion, struct nash_error *error)
{
    (void)settings;
    (void)error;
    const struct hex_board *board = &position->board;
    struct nash_rng rng;
    nash_rng_seed(&rng, run->seed + board->stones * UINT64_C(0x9e3779b97f4a7c15)); /* another stream for each move */
    uint64_t skip = nash_rng_below(&rng, hex_cells(board) - board->stones);
    unsigned cell = 0;
    while (board->cell[cell] != HEX_EMPTY || skip--)
        cell++;
    opinion->move = (int)cell;
    opinion->line[opinion->line_count++] = (uint16_t)cell;
    return NASH_OK;
}

static size_t memory(unsigned rows, unsigned cols, const struct hex_settings *settings)
{
    (void)rows;
    (void)cols;
    (void)settings;
    return HEX_ARENA_SPARE;
}

const struct hex_engine hex_engine_random = {.name = "random", .seeded = true, .think = think, .memory = memory};
