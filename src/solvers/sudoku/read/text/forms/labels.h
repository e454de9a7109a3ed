/* Names of rows and columns around a grid: "A 5 3 .", "1. 53..7....", "- 53..7....", a heading such as "1 2 3". */
#ifndef SUDOKU_TEXT_LABELS_H
#define SUDOKU_TEXT_LABELS_H

#include "../page.h"

struct labels {
    struct page rows;      /* the page without the names; no lines: there are none */
    bool columns_and_rows; /* both are named */
};

/* Finds names that count: A, B, C or 1, 2, 3 or 0, 1, 2 before four or more rows, perhaps with R before the number, or
 * the same mark of a list, '-' or '*', before each; and a line that counts so, with C before the number, above the
 * rows. False after reporting NASH_NOMEM. */
bool labels_find(const struct reader *r, const struct page *page, struct labels *labels);

#endif
