/* The candidates of a replay, and the rules of the puzzle read from the problem alone. */
#ifndef SUDOKU_EXPLAIN_REPLAY_H
#define SUDOKU_EXPLAIN_REPLAY_H

#include <solvers/sudoku/answer.h>

#include "explain.h"

struct replay {
    const struct sudoku_problem *problem;
    const struct sudoku_answer *answer;
    unsigned left;                                          /* number of cells not placed */
    uint64_t open[SUDOKU_EXPLAIN_MAX * SUDOKU_EXPLAIN_MAX]; /* [cell] candidates; 0 when placed */
};

/* Returns whether the two cells share a unit or a cage. */
bool replay_see_each_other(const struct sudoku_problem *problem, unsigned a, unsigned b);

/* Returns whether the cell lies in the unit; units are numbered as in geometry.h. */
bool replay_in_unit(const struct sudoku_problem *problem, unsigned unit, unsigned cell);

/* replay_chain.c: checks the chain of a step on the candidates before the step. Returns NULL if each node follows from
 * its causes and the chain proves the conclusion, else what is wrong. */
const char *replay_chain_fault(const struct replay *replay, const struct sudoku_step *step);

#endif
