/* The fast path for one 9x9 grid, one character for each cell, the form of most collections. */
#ifndef SUDOKU_LINE_H
#define SUDOKU_LINE_H

#include <nash/arena.h>
#include <solvers/sudoku/problem.h>

/* Reads a line of 81 characters, digits 0-9 and '.' and '_', into *problem, as sudoku_parse_text() would. False,
 * with *problem unchanged: the text has another form, or memory is exhausted; the general path then reports which. */
bool sudoku_line_read(const char *text, size_t len, struct nash_arena *arena, void **problem);

#endif
