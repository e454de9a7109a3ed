/* A game played to its end in this process. */
#ifndef SUDOKU_GAME_SOLVE_H
#define SUDOKU_GAME_SOLVE_H

#include <nash/solver.h>
#include <solvers/sudoku/problem.h>

/* Solves a problem whose method is sap or tabu. A game of shards is played by one process here. */
enum nash_status sudoku_solve_game(const struct sudoku_problem *problem, struct nash_run *run,
                                   struct nash_result *result, struct nash_error *error);

#endif
