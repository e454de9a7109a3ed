/* A block: N lines with N cells each, the only such lines of the text. */
#ifndef SUDOKU_TEXT_BLOCK_H
#define SUDOKU_TEXT_BLOCK_H

#include "../grid.h"
#include "rows.h"

struct block {
    struct text_grid grid; /* size 0: there is none */
    size_t puzzles;        /* 2 or more: the lines hold that many grids, one after the other */
    bool bad;              /* a cell has no meaning in a grid of this size */
    size_t bad_cell;       /* the first such cell */
};

/* Finds the grid whose rows are lines of the form. Conditions:
 *   N lines have N cells each, and each cell has a meaning in a grid of size N;
 *   no other line with cells stands among them; lines before and after are words, or the two numbers of an ACS file;
 *   a line of '-', '_' or '*' alone, or of separators alone, is a row where N rows need all of them, and else a frame.
 * size: N must be this; 0: any. False after reporting NASH_NOMEM. */
bool block_find(const struct reader *r, const struct page *page, enum row_form form, unsigned size,
                struct block *block);

#endif
