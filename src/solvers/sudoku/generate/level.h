/* The difficulty of the present puzzle, compared with the request. */
#ifndef SUDOKU_GENERATE_LEVEL_H
#define SUDOKU_GENERATE_LEVEL_H

#include "../explain/explain.h"
#include "dig.h"

/* Rates the puzzle of dig, which is unique. SUDOKU_GENERATE_HALTED leaves *rating unchanged. */
enum sudoku_generate_status sudoku_level_rate(const struct sudoku_dig *dig, struct sudoku_rating *rating);

/* Returns the level of a rating minus the wanted level: 0 = as wanted, below = too easy, above = too hard. */
int sudoku_level_difference(const struct sudoku_rating *rating, enum sudoku_level wanted);

#endif
