/* The text forms of a grid. */
#ifndef SUDOKU_READ_TEXT_H
#define SUDOKU_READ_TEXT_H

#include "input.h"

/* Finds the cells in text of len bytes, written in the default symbols. Writes them to *row as characters without white
 * space, as values or as candidates. Reports errors at the JSON pointer `at`. False after an error. */
bool sudoku_read_text_form(const struct reader *r, const char *at, const char *text, size_t len,
                           struct sudoku_row *row);

#endif
