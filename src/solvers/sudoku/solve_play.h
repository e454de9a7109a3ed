/* A game played to its end in this process. */
#ifndef SUDOKU_SOLVE_PLAY_H
#define SUDOKU_SOLVE_PLAY_H

#include "sudoku.h"

/* problem->play says sap or tabu. A game of shards is played here by one. */
enum nash_status sudoku_solve_play(const struct sudoku_problem *problem, struct nash_run *run,
                                   struct nash_result *result, struct nash_error *error);

#endif
