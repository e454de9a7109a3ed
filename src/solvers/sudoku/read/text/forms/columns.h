/* Rows in a frame, in which a blank is an empty cell. */
#ifndef SUDOKU_TEXT_COLUMNS_H
#define SUDOKU_TEXT_COLUMNS_H

#include "../grid.h"

/* Finds a grid of N lines that are cut into S parts by bars, 1 < S < N, S a divisor of N. The cells of a part stand at
 * equal distances, and nothing stands between them; no other sign means an empty cell. grid->size is 0 when there is
 * none. False after reporting NASH_NOMEM. */
bool columns_find(const struct reader *r, const struct page *page, unsigned size, struct text_grid *grid);

#endif
