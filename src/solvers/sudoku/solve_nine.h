/* The course of a 9x9 solve with 3x3 boxes, which has an engine of its own (nine/). */
#ifndef SUDOKU_SOLVE_NINE_H
#define SUDOKU_SOLVE_NINE_H

#include "sudoku.h"

/* Does the engine for 9x9 take this problem? The usual rules, pencilmarks at most; a grid to be checked needs the
 * tables of the general board. */
static inline bool sudoku_is_nine(const struct sudoku_problem *problem)
{
    return problem->size == 9 && problem->box_rows == 3 && !problem->diagonal && !problem->disjoint &&
           !problem->region && !problem->cages && problem->task != SUDOKU_CHECK;
}

/* sudoku_solve() for these. */
enum nash_status sudoku_solve_nine(const struct sudoku_problem *problem, struct nash_run *run,
                                   struct nash_result *result, struct nash_error *error);

#endif
