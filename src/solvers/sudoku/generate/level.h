/* How hard the puzzle at hand is, held against the order. */
#ifndef SUDOKU_GENERATE_LEVEL_H
#define SUDOKU_GENERATE_LEVEL_H

#include "../explain/explain.h"
#include "dig.h"

/* Rates the puzzle of dig, which is unique. SUDOKU_FORGE_HALTED leaves *rating as it is. */
enum sudoku_forging sudoku_level_rate(const struct sudoku_dig *dig, struct sudoku_rating *rating);

/* The level of a rating less the one wanted: 0 = as wanted, below = too easy, above = too hard. */
int sudoku_level_off(const struct sudoku_rating *rating, enum sudoku_level wanted);

#endif
