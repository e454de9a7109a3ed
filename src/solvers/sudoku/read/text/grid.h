/* A grid as tokens, one for each cell, and what they mean. */
#ifndef SUDOKU_TEXT_GRID_H
#define SUDOKU_TEXT_GRID_H

#include "../input.h"
#include "page.h"

/* What one token can be in a grid of size n. */
enum token_kind {
    TOKEN_BAD,
    TOKEN_EMPTY,  /* nothing, '.', '_', '?', '*', '-', -1, a word for nothing (None, null, nan, nil) */
    TOKEN_SYMBOL, /* one digit or letter */
    TOKEN_NUMBER, /* two digits up to n, or with a fraction of zero (5. or 5.0) */
    TOKEN_MARKS,  /* two or more rising digits up to n, n <= 9 */
    TOKEN_SET     /* candidates between braces */
};

struct text_grid {
    unsigned size;
    struct text_span *token; /* [size * size] */
};

/* token.at[-1] must exist: it is '{' or '(' before the candidates of a set. */
enum token_kind token_kind(struct text_span token, unsigned n);

/* True when x is a value in a grid of size n, not an empty cell: the alphabet of digits and letters reaches it, or that
 * of letters alone, which is possible where `letters` is set. */
bool grid_has_x(unsigned n, bool letters);

/* Writes the cells to *row: as characters with '.' or '0' for empty ones, as values, or as candidates. False after
 * reporting what is unclear at the JSON pointer `at`. */
bool grid_row(const struct reader *r, const char *at, const struct text_grid *grid, struct sudoku_row *row);

#endif
