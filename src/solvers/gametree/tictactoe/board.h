/* Tic-tac-toe: the board, its lines, its symmetries and which positions can occur.
 *
 * Cells are 0 to 8, row by row; a side is the set of its cells. MAX has X, MIN has O. */
#ifndef GAMETREE_TICTACTOE_BOARD_H
#define GAMETREE_TICTACTOE_BOARD_H

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

/* Returns the board after the player has taken a free cell. */
static inline struct board board_play(struct board b, bool min, unsigned cell)
{
    return min ? (struct board){b.x, (uint16_t)(b.o | 1u << cell)} : (struct board){(uint16_t)(b.x | 1u << cell), b.o};
}

/* Returns whether a side has a line or no cell is free. */
bool board_over(struct board b);

/* Returns the number of lines open to a side: those without a cell of the opponent, `other`. */
unsigned board_open(uint16_t other);

/* Return the number of a board, unique and below BOARD_POSITIONS, and the smallest number of its eight reflections and
 * rotations. */
unsigned board_number(struct board b);
unsigned board_canonical(struct board b);

/* Returns a sentence saying why this position cannot occur with that player to move, or NULL. */
const char *board_fault(struct board b, bool min_moves);

#endif
