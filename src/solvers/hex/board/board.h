/* The board of Hex: cells, stones, names, neighbours, winner. Freestanding.
 *
 * A board has `rows` by `cols` cells, 1 to 19 each. Cells are numbered row by row from the top: cell = row * cols +
 * col. Cell a1 is number 0; its name is the letter of the column and the number of the row, as in SGF, HTP and
 * HexWorld. Black joins top and bottom (row 1 and the last row), White joins left and right. Each cell has up to six
 * neighbours:
 *
 *     a1  b1  c1            (row, col) touches (row - 1, col) (row - 1, col + 1)
 *       a2  b2  c2                             (row, col - 1) (row, col + 1)
 *         a3  b3  c3                           (row + 1, col - 1) (row + 1, col) */
#ifndef HEX_BOARD_BOARD_H
#define HEX_BOARD_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HEX_SIZE_MAX = 19, HEX_CELLS_MAX = HEX_SIZE_MAX * HEX_SIZE_MAX, HEX_NEIGHBOURS = 6, HEX_NAME_MAX = 8 };

enum hex_color { HEX_EMPTY, HEX_BLACK, HEX_WHITE };

static inline enum hex_color hex_other(enum hex_color color)
{
    return (enum hex_color)(HEX_BLACK + HEX_WHITE - color);
}

struct hex_board {
    uint8_t rows, cols;
    uint16_t stones;             /* stones on the board */
    uint8_t cell[HEX_CELLS_MAX]; /* enum hex_color, [rows * cols] used; the rest is 0 */
};

/* A board and the side to move: what engines search. */
struct hex_position {
    struct hex_board board;
    enum hex_color to_move;
};

void hex_board_init(struct hex_board *board, unsigned rows, unsigned cols);
static inline unsigned hex_cells(const struct hex_board *board)
{
    return (unsigned)board->rows * board->cols;
}
/* Puts a stone on an empty cell; HEX_EMPTY removes one. */
void hex_board_set(struct hex_board *board, unsigned cell, enum hex_color color);

/* Writes the neighbours of a cell in ascending order; returns their number. */
unsigned hex_neighbours(const struct hex_board *board, unsigned cell, uint16_t out[HEX_NEIGHBOURS]);

/* Returns the side whose stones join its two edges, or HEX_EMPTY. At most one side can. */
enum hex_color hex_winner(const struct hex_board *board);

/* Writes "a1"; returns out. */
char *hex_cell_name(const struct hex_board *board, unsigned cell, char out[HEX_NAME_MAX]);
/* Reads a cell name at the begin of text[len], in either case. Returns the number of bytes read; 0: there is none on
 * this board. */
size_t hex_cell_read(const struct hex_board *board, const char *text, size_t len, unsigned *cell);

#endif
