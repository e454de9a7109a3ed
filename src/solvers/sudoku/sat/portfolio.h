/* Local search for a first solution, in turns that alternate with another engine. */
#ifndef SUDOKU_SAT_PORTFOLIO_H
#define SUDOKU_SAT_PORTFOLIO_H

#include <solvers/sudoku/exact/board.h>
#include <solvers/sudoku/exact/search.h>
#include <solvers/sudoku/progress.h>

struct sudoku_portfolio;

/* Returns a portfolio for the board, which must be propagated and not failed, without cages, diagonals and disjoint
 * groups, and is not needed afterwards. NULL when the arena is exhausted. */
struct sudoku_portfolio *sudoku_portfolio_new(const struct sudoku_board *board, struct sudoku_progress *progress);

/* Runs the next turn of tabu search and log-linear learning, from new values; from the fourth on, turns double.
 * SUDOKU_FOUND with a solution in grid[cells], SUDOKU_SPENT or SUDOKU_HALTED. progress->engine is the search that ran
 * last. */
enum sudoku_outcome sudoku_portfolio_turn(struct sudoku_portfolio *portfolio, uint8_t *grid);

#endif
