/* The course of a solve on the general board: any size, any rules. */
#ifndef SUDOKU_SOLVE_BOARD_H
#define SUDOKU_SOLVE_BOARD_H

#include "sudoku.h"

/* The exact answer to a puzzle, or what is proved of it when the run ends it. Tasks beyond solving are not looked at,
 * but for SUDOKU_CHECK, which has its own verdicts. */
enum nash_status sudoku_solve_board(const struct sudoku_problem *problem, struct nash_run *run,
                                    struct nash_result *result, struct nash_error *error);

#endif
