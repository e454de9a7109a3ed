/* The exact solver on the general board: any size, any rules. */
#ifndef SUDOKU_EXACT_SOLVE_H
#define SUDOKU_EXACT_SOLVE_H

#include <nash/solver.h>
#include <solvers/sudoku/problem.h>

/* Solves a puzzle exactly; when the run ends first, answers what is proved by then. Ignores all tasks but SUDOKU_CHECK,
 * which has its own verdicts. */
enum nash_status sudoku_solve_exact(const struct sudoku_problem *problem, struct nash_run *run,
                                    struct nash_result *result, struct nash_error *error);

#endif
