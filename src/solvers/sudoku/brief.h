/* The result in a few words: see brief.c. */
#ifndef SUDOKU_BRIEF_H
#define SUDOKU_BRIEF_H

#include "sudoku.h"

/* The member "brief"; problem is what was asked. */
void sudoku_brief_write(const struct sudoku_problem *problem, const struct sudoku_answer *answer,
                        struct nash_jsonw *out);

#endif
