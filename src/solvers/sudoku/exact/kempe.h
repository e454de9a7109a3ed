/* A second solution next to a known one. */
#ifndef SUDOKU_KEMPE_H
#define SUDOKU_KEMPE_H

#include "board.h"

/* Writes a solution that differs from `solution` by the exchange of two values in a part of the grid into other[cells],
 * and returns true; false when there is none. Both grids have the values 1..N. The board must be at its root: its open
 * candidates are those of every solution. With cages it always returns false. */
bool sudoku_kempe_interchange(const struct sudoku_board *board, const uint8_t *solution, uint8_t *other);

#endif
