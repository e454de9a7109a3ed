/* Values that no clue distinguishes, and an order for them. */
#ifndef SUDOKU_PRECEDENCE_H
#define SUDOKU_PRECEDENCE_H

#include "board.h"

/* Returns the values that can be exchanged in every solution, bit v-1 for value v: those that no clue has. 0 when there
 * are fewer than two, or when cages or pencilmarks distinguish values. */
uint64_t sudoku_equal_values(const struct sudoku_problem *problem);

/* Removes candidates of `equal`, two or more such values, so that some solution remains if there is one. The caller
 * propagates the board, which must be propagated before. */
void sudoku_board_order_values(struct sudoku_board *board, uint64_t equal);

#endif
