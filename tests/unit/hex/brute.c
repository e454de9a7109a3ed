#include "brute.h"

#include <stdlib.h>

/* Winners by the board as a number of base 3: Black to move in bits 0-1, White in bits 2-3. All positions of 16 cells
 * take 43 MB; pages that no search reaches cost nothing. */
static uint8_t *known[HEX_SIZE_MAX + 1][HEX_SIZE_MAX + 1];

static enum hex_color search(struct hex_board *board, enum hex_color to_move, uint8_t *table, const uint32_t *power,
                             uint32_t index)
{
    unsigned shift = to_move == HEX_BLACK ? 0 : 2;
    if (table[index] >> shift & 3)
        return (enum hex_color)(table[index] >> shift & 3);
    enum hex_color winner = hex_winner(board);
    if (winner == HEX_EMPTY) {
        winner = hex_other(to_move);
        for (unsigned i = 0; i < hex_cells(board) && winner != to_move; i++)
            if (board->cell[i] == HEX_EMPTY) {
                hex_board_set(board, i, to_move);
                winner = search(board, hex_other(to_move), table, power, index + power[i] * to_move);
                hex_board_set(board, i, HEX_EMPTY);
            }
    }
    table[index] |= (uint8_t)(winner << shift);
    return winner;
}

enum hex_color brute_winner(const struct hex_board *board, enum hex_color to_move)
{
    uint32_t power[BRUTE_CELLS + 1] = {1}, index = 0;
    for (unsigned i = 0; i < hex_cells(board); i++) {
        power[i + 1] = power[i] * 3;
        index += power[i] * board->cell[i];
    }
    uint8_t **table = &known[board->rows][board->cols];
    if (!*table && !(*table = calloc(power[hex_cells(board)], 1)))
        abort();
    struct hex_board copy = *board;
    return search(&copy, to_move, *table, power, index);
}
