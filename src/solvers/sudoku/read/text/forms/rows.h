/* The cells of one line, in each of the ways a row is written. */
#ifndef SUDOKU_TEXT_ROWS_H
#define SUDOKU_TEXT_ROWS_H

#include "../../input.h"
#include "../page.h"

enum row_form {
    ROW_TABS,         /* a sheet: fields between tabs */
    ROW_COMMAS,       /* fields between commas */
    ROW_COMMAS_AFTER, /* fields, each with a comma after it, but perhaps the last one */
    ROW_SEMICOLONS,   /* fields between semicolons */
    ROW_BARS,         /* fields between bars */
    ROW_BARS_AROUND,  /* fields between bars, with a bar at both ends of the line */
    ROW_CHARACTERS,   /* one character for each cell; blanks and bars do not count */
    ROW_WORDS,        /* words between blanks and bars */
    ROW_SETS,         /* as characters, and candidates between braces */
    ROW_FORMS
};

extern const char *const row_form_names[ROW_FORMS]; /* "between tabs" */

enum { ROW_TOKENS_MAX = SUDOKU_CELLS_MAX + 1 };

/* Writes at most `max` cells of the line, if token is not NULL. Returns their number, at most max; 0: the line is no
 * row of this form. */
size_t row_tokens(enum row_form form, const struct page_line *line, struct text_span *token, size_t max);

#endif
