/* Lines of HoDoKu's libraries: ":0000:x:53..7....6..+195...:711 821:::". */
#ifndef SUDOKU_TEXT_LIBRARY_H
#define SUDOKU_TEXT_LIBRARY_H

#include "../../input.h"
#include "../page.h"

/* Reads the only line of a library: the technique and its candidates, which do not count; the grid of 9x9, with '+'
 * before a cell that was solved; the candidates that were deleted, each as value, row and column. *row has no cells
 * when there is no such line. False after reporting what is wrong at the JSON pointer `at`. */
bool library_read(const struct reader *r, const char *at, const struct page *page, struct sudoku_row *row);

#endif
