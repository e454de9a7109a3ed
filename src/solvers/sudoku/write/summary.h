/* The summary of a result. */
#ifndef SUDOKU_SUMMARY_H
#define SUDOKU_SUMMARY_H

#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/problem.h>

/* Writes the member "summary". problem is the request. */
void sudoku_summary_write(const struct sudoku_problem *problem, const struct sudoku_answer *answer,
                          struct nash_jsonw *out);

#endif
