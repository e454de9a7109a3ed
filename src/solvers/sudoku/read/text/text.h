/* The text forms of a problem. read/README.md has their grammar. */
#ifndef SUDOKU_READ_TEXT_H
#define SUDOKU_READ_TEXT_H

#include "../input.h"

/* Finds the grid in the text input->row[0], written in the default symbols, and replaces the row by one of characters
 * without white space, of values or of candidates. Reports what is unclear at input->at. False after an error. */
bool sudoku_read_text_form(const struct reader *r, struct sudoku_input *input);

#endif
