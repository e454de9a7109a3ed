/* What people see of a run: counts and the best grid so far, about every 200 ms. */
#ifndef SUDOKU_PROGRESS_H
#define SUDOKU_PROGRESS_H

#include "sudoku.h"

struct sudoku_progress {
    const struct sudoku_problem *problem;
    struct nash_run *run;
    struct sudoku_answer *answer; /* counts are read from here */
    uint8_t *best;                /* the fullest consistent grid seen; at first what propagation gave */
    unsigned best_set;            /* cells set in it */
    enum sudoku_engine engine;    /* at work now */
};

/* Sends one report if the host wants one now. Cheap when it does not, but reads the clock. */
void sudoku_progress_tell(const struct sudoku_progress *progress);

/* Solved, unique, …: the words of the wire. */
const char *sudoku_verdict_name(enum sudoku_verdict verdict);
const char *sudoku_engine_name(enum sudoku_engine engine);

/* A grid in the problem's symbols, '.' for empty: size^2 bytes and a NUL into out. Returns out. */
char *sudoku_grid_text(char *out, const struct sudoku_problem *problem, const uint8_t *grid);

#endif
