/* Pasted text in the characters of the grammar: printable ASCII, tabs and line feeds. */
#ifndef SUDOKU_TEXT_CLEAN_H
#define SUDOKU_TEXT_CLEAN_H

#include <solvers/kit/text_reader.h>

enum { CLEAN_UNKNOWN = '\x7f' /* stands for a character without a meaning in a grid */ };

/* Returns a copy of the text in the arena, in which
 *   blanks of all kinds are ' ', characters without width and byte order marks are left out, line ends are '\n';
 *   full-width characters and digits of other scripts are those of ASCII; tags of forums ([code], [/b]) are left out;
 *   box-drawing characters are '|', '-' and '+'; dashes are '-';
 *   middle dots, bullets and squares are '.', an ellipsis is "..."; quotation marks are '"' and '\'';
 *   any other character is CLEAN_UNKNOWN.
 * The number of lines does not change. Bytes that are no UTF-8 are read as Latin-1. The span is NULL after reporting
 * NASH_NOMEM. */
struct text_span text_clean(const struct reader *r, const char *text, size_t len);

#endif
