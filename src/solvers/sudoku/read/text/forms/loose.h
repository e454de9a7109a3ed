/* Grids that do not stand as N lines: a puzzle in a line of other words, rows between separators, wrapped text. */
#ifndef SUDOKU_TEXT_LOOSE_H
#define SUDOKU_TEXT_LOOSE_H

#include "../grid.h"
#include "rows.h"

struct loose {
    struct text_grid grid; /* size 0: there is none */
    size_t puzzles;        /* 2 or more: so many lines have a puzzle each, or one line has puzzles that differ */
};

/* Finds the only line with a word of N * N cells. Other words of the line (a name, a rating) must not look like cells,
 * except for a solution of the puzzle. Other lines must have fewer than N cells. size: N must be this; 0: any N that
 * has boxes. False after reporting NASH_NOMEM. */
bool loose_word(const struct reader *r, const struct page *page, unsigned size, struct loose *found);

/* Finds a grid whose cells run over several lines of the form, or stand in one: N * N in all. All lines but the last
 * must be equally long, and the last not longer; lines of words before and after do not count. N lines are left to
 * block_find(). grid->size is 0 when there is none. False after reporting NASH_NOMEM. */
bool loose_wrapped(const struct reader *r, const struct page *page, enum row_form form, unsigned size,
                   struct text_grid *grid);

/* Finds pencilmarks of N characters for each cell: candidate v or an empty cell at place v. 729 characters are those of
 * 9x9 unless size is 27; a square number of characters is else a grid, and no pencilmarks. valid: every candidate must
 * stand at its place. Writes the characters to *row, whose text is NULL when there are none. */
bool loose_marks(const struct reader *r, const struct page *page, unsigned size, bool valid, struct sudoku_row *row);

/* Writes the parts of the only line with cells, between the separators, as the lines of *rows. */
bool loose_split(const struct reader *r, const struct page *page, char separator, struct page *rows);

#endif
