/* A step as an English sentence. */
#ifndef SUDOKU_EXPLAIN_WORDS_H
#define SUDOKU_EXPLAIN_WORDS_H

#include <nash/buf.h>

#include "explain.h"

/* Appends the sentence: why the step holds and what follows. */
void explain_words(struct nash_buf *out, const struct sudoku_problem *problem, const struct sudoku_step *step);

#endif
