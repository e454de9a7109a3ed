/* The forms in which people bring a grid as text. */
#ifndef SUDOKU_TEXT_H
#define SUDOKU_TEXT_H

#include "draft.h"

/* Finds the cells in text of len bytes, printable ASCII and white space, written in the usual symbols: into *row, as
 * characters without white space or as values. `at` is the JSON pointer for errors, all NASH_UNPROCESSABLE. */
enum nash_status sudoku_text_read(const char *text, size_t len, const char *at, struct nash_arena *arena,
                                  struct sudoku_row *row, struct nash_error *error);

#endif
