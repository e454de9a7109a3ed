/* Cells, stones and the winner. */
#include "board.h"

#include <string.h>

void hex_board_init(struct hex_board *board, unsigned rows, unsigned cols)
{
    memset(board, 0, sizeof *board);
    board->rows = (uint8_t)rows;
    board->cols = (uint8_t)cols;
}

void hex_board_set(struct hex_board *board, unsigned cell, enum hex_color color)
{
    board->stones = (uint16_t)(board->stones - (board->cell[cell] != HEX_EMPTY) + (color != HEX_EMPTY));
    board->cell[cell] = (uint8_t)color;
}

unsigned hex_neighbours(const struct hex_board *board, unsigned cell, uint16_t out[HEX_NEIGHBOURS])
{
    unsigned cols = board->cols, row = cell / cols, col = cell % cols, n = 0;
    if (row > 0) {
        out[n++] = (uint16_t)(cell - cols);
        if (col + 1 < cols)
            out[n++] = (uint16_t)(cell - cols + 1);
    }
    if (col > 0)
        out[n++] = (uint16_t)(cell - 1);
    if (col + 1 < cols)
        out[n++] = (uint16_t)(cell + 1);
    if (row + 1 < board->rows) {
        if (col > 0)
            out[n++] = (uint16_t)(cell + cols - 1);
        out[n++] = (uint16_t)(cell + cols);
    }
    return n;
}

/* Returns whether the stones of a side join its edges: a search from its first edge. */
static bool joins(const struct hex_board *board, enum hex_color color)
{
    unsigned cells = hex_cells(board), cols = board->cols, waiting = 0;
    uint16_t stack[HEX_CELLS_MAX], next[HEX_NEIGHBOURS];
    uint8_t seen[HEX_CELLS_MAX] = {0};
    for (unsigned i = 0; i < (color == HEX_BLACK ? cols : board->rows); i++) {
        unsigned cell = color == HEX_BLACK ? i : i * cols;
        seen[cell] = board->cell[cell] == color;
        if (seen[cell])
            stack[waiting++] = (uint16_t)cell;
    }
    while (waiting) {
        unsigned cell = stack[--waiting];
        if (color == HEX_BLACK ? cell + cols >= cells : cell % cols == cols - 1)
            return true;
        unsigned n = hex_neighbours(board, cell, next);
        for (unsigned i = 0; i < n; i++)
            if (!seen[next[i]] && board->cell[next[i]] == color) {
                seen[next[i]] = 1;
                stack[waiting++] = next[i];
            }
    }
    return false;
}

enum hex_color hex_winner(const struct hex_board *board)
{
    return joins(board, HEX_BLACK) ? HEX_BLACK : joins(board, HEX_WHITE) ? HEX_WHITE : HEX_EMPTY;
}

char *hex_cell_name(const struct hex_board *board, unsigned cell, char out[HEX_NAME_MAX])
{
    unsigned row = cell / board->cols + 1, n = 0;
    out[n++] = (char)('a' + cell % board->cols);
    if (row >= 10)
        out[n++] = (char)('0' + row / 10);
    out[n++] = (char)('0' + row % 10);
    out[n] = '\0';
    return out;
}

size_t hex_cell_read(const struct hex_board *board, const char *text, size_t len, unsigned *cell)
{
    unsigned col = len ? ((unsigned char)text[0] | 0x20u) - 'a' : 26, row = 0;
    size_t n = 1;
    for (; n < len && n < 3 && text[n] >= '0' && text[n] <= '9'; n++)
        row = row * 10 + (unsigned)(text[n] - '0');
    if (n == 1 || (n < len && text[n] >= '0' && text[n] <= '9') || col >= board->cols || row < 1 || row > board->rows)
        return 0;
    *cell = (row - 1) * board->cols + col;
    return n;
}
