/* Lists of programming languages: [[5, 3, 0], ...], {{5, 3, 0}, ...}, ["53.", ...], and what numpy prints. */
#ifndef SUDOKU_TEXT_LIST_H
#define SUDOKU_TEXT_LIST_H

#include "../page.h"

/* Writes the rows of a list as the lines of a page: what stands in each innermost pair of brackets; if there is one
 * pair only, its strings, or what stands between its semicolons. What stands before the first '=' is a declaration.
 * *rows has no lines when the text is not a list: something but names and punctuation stands outside of the brackets.
 * False after reporting NASH_NOMEM. */
bool list_read(const struct reader *r, struct text_span text, struct page *rows);

#endif
