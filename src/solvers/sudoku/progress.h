/* Progress reports of a run: counts and the best grid so far, about every 200 ms. */
#ifndef SUDOKU_PROGRESS_H
#define SUDOKU_PROGRESS_H

#include "answer.h"
#include "problem.h"

struct sudoku_progress {
    const struct sudoku_problem *problem;
    struct nash_run *run;
    struct sudoku_answer *answer; /* its count is reported */
    uint8_t *best;                /* the fullest consistent grid seen; at first the result of propagation */
    unsigned best_set;            /* number of cells set in best */
    enum sudoku_engine engine;    /* the engine at work now */
};

/* Sends a report if one is due; otherwise only reads the clock. */
void sudoku_progress_send(const struct sudoku_progress *progress);

/* Return the names that answers and reports use. */
const char *sudoku_verdict_name(enum sudoku_verdict verdict);
const char *sudoku_engine_name(enum sudoku_engine engine);

/* Writes a grid in the problem's symbols, '.' for empty: size^2 bytes and a NUL into out. Returns out. */
char *sudoku_grid_text(char *out, const struct sudoku_problem *problem, const uint8_t *grid);

#endif
