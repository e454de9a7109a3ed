/* Says what was found in a text that is no grid, and what is missing. */
#ifndef SUDOKU_TEXT_REFUSE_H
#define SUDOKU_TEXT_REFUSE_H

#include "../input.h"
#include "page.h"

/* Reports at the JSON pointer `at` and is false. size: the grid's size, where it is known; 0: the nearest is named. */
bool refuse_page(const struct reader *r, const char *at, const struct page *page, unsigned size);

/* Reports that the text holds several puzzles. */
bool refuse_many(const struct reader *r, const char *at, size_t puzzles);

#endif
