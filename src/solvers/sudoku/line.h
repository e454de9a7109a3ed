/* The text form in which collections come: one 9x9 grid, one character a cell, nothing else. */
#ifndef SUDOKU_LINE_H
#define SUDOKU_LINE_H

#include "sudoku.h"

/* Reads such a line of 81 characters, digits 0-9 and '.' and '_', into *problem, as sudoku_draft_finish() would. false,
 * with *problem as it was: the text is not of this form, or memory is short; the general way then says what it is. */
bool sudoku_line_read(const char *text, size_t len, struct nash_arena *arena, void **problem);

#endif
