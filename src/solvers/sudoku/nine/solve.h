/* Solves 9x9 grids with 3x3 boxes by the engine of this folder. */
#ifndef SUDOKU_NINE_SOLVE_H
#define SUDOKU_NINE_SOLVE_H

#include <nash/solver.h>
#include <solvers/sudoku/problem.h>

/* True for the problems of this engine: the usual rules and at most pencilmarks. SUDOKU_CHECK is excluded,
 * because it needs the tables of the general board. */
static inline bool sudoku_is_nine(const struct sudoku_problem *problem)
{
    return problem->size == 9 && problem->box_rows == 3 && !problem->diagonal && !problem->disjoint &&
           !problem->region && !problem->cages && problem->task != SUDOKU_CHECK;
}

/* Solves a problem for which sudoku_is_nine() is true. */
enum nash_status sudoku_solve_nine(const struct sudoku_problem *problem, struct nash_run *run,
                                   struct nash_result *result, struct nash_error *error);

#endif
