/* Tic-tac-toe: the board, its lines, its symmetries, and which positions can come up.
 *
 * Cells are 0 to 8, row by row; a side is the set of its cells. MAX has X and MIN has O. */
#ifndef TICTACTOE_BOARD_H
#define TICTACTOE_BOARD_H

#include <stdbool.h>
#include <stdint.h>

enum { BOARD_CELLS = 9, BOARD_LINES = 8, BOARD_FULL = 0x1ff, BOARD_SYMMETRIES = 8, BOARD_POSITIONS = 19683 };

struct board {
    uint16_t x, o;
};

extern const uint16_t board_line[BOARD_LINES];

bool board_has_line(uint16_t side);

static inline uint16_t board_taken(struct board b)
{
    return b.x | b.o;
}

/* The board after the player to move has taken a free cell. */
static inline struct board board_play(struct board b, bool min, unsigned cell)
{
    return min ? (struct board){b.x, (uint16_t)(b.o | 1u << cell)} : (struct board){(uint16_t)(b.x | 1u << cell), b.o};
}

/* Somebody has a line, or no cell is free. */
bool board_over(struct board b);

/* Lines still open to a side: those without a cell of the other. */
unsigned board_open(uint16_t other);

/* A number below BOARD_POSITIONS for each board; and the least of those of its eight reflections and turns. */
unsigned board_number(struct board b);
unsigned board_canonical(struct board b);

/* Why this position cannot come up with that player to move, as a sentence; NULL: it can. */
const char *board_fault(struct board b, bool min_moves);

#endif
