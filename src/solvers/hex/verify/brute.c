#include "brute.h"

#include <string.h>

bool hex_brute_reset(struct hex_brute *brute, const struct hex_board *board)
{
    brute->board = *board;
    brute->empties = 0;
    for (unsigned cell = 0; cell < hex_cells(board); cell++) {
        if (board->cell[cell] != HEX_EMPTY)
            continue;
        if (brute->empties == HEX_BRUTE_EMPTY_MAX)
            return false;
        brute->empty[brute->empties++] = (uint16_t)cell;
    }
    memset(brute->table, 0, HEX_BRUTE_TABLE * sizeof *brute->table);
    return true;
}

bool hex_brute_init(struct hex_brute *brute, const struct hex_board *board, struct nash_arena *arena)
{
    brute->work = HEX_BRUTE_WORK;
    brute->table = NASH_NEW(arena, uint64_t, HEX_BRUTE_TABLE);
    return brute->table && hex_brute_reset(brute, board);
}

static uint64_t key_of(const struct hex_brute *brute, enum hex_color to_move)
{
    uint64_t key = 1;
    for (unsigned i = 0; i < brute->empties; i++)
        key = key * 3 + brute->board.cell[brute->empty[i]];
    return key * 8 + (to_move == HEX_WHITE) * 4U;
}

static uint64_t *entry_of(const struct hex_brute *brute, uint64_t key)
{
    return &brute->table[(key * UINT64_C(0x9e3779b97f4a7c15)) >> 49];
}

enum hex_color hex_brute_winner(struct hex_brute *brute, enum hex_color to_move)
{
    enum hex_color winner = hex_winner(&brute->board), best = hex_other(to_move);
    unsigned cost = hex_cells(&brute->board);
    if (winner != HEX_EMPTY)
        return winner;
    uint64_t key = key_of(brute, to_move), *entry = entry_of(brute, key);
    if ((*entry & ~UINT64_C(3)) == key)
        return (enum hex_color)(*entry & 3);
    brute->work -= brute->work < cost ? brute->work : cost;
    for (unsigned i = 0; i < brute->empties && best != to_move; i++) {
        unsigned cell = brute->empty[i];
        if (brute->board.cell[cell] != HEX_EMPTY)
            continue;
        hex_board_set(&brute->board, cell, to_move);
        best = hex_brute_winner(brute, hex_other(to_move));
        hex_board_set(&brute->board, cell, HEX_EMPTY);
        if (!brute->work)
            return HEX_EMPTY;
    }
    *entry_of(brute, key) = key | best;
    return best;
}
