/* The symbols of a grid: from character to value and back. */
#ifndef SUDOKU_ALPHABET_H
#define SUDOKU_ALPHABET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <solvers/sudoku/problem.h>

enum { SUDOKU_NO_SYMBOL = 255 };

/* True for white space, which never counts inside a grid. */
static inline bool sudoku_is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Writes the default symbols of a size into out: 1-9, then A.., then a..; for 25 A-Y unless `digits`. */
void sudoku_default_symbols(char out[SUDOKU_MAX + 1], unsigned size, bool digits);

/* Writes the symbols of a grid whose text has the characters used[] into out: those of sudoku_default_symbols(), or
 *   A.. up to 26 symbols, when it has no digit 1 to 9, half of these letters, and one that is no default symbol;
 *   0-9A.. from 10 symbols on, when 0, another empty cell and a digit occur, and the last default symbol does not.
 * Lower case stands for upper case up to 35 symbols. */
void sudoku_find_symbols(char out[SUDOKU_MAX + 1], unsigned size, const bool used[256]);

/* Sets value[c] for every byte c: 0 = empty ('.', '_' and, when it is no symbol, '0'), 1..size, or SUDOKU_NO_SYMBOL.
 * fold: lower case stands for upper case where it is no symbol itself. */
void sudoku_symbol_values(uint8_t value[256], const char *symbols, bool fold);

#endif
