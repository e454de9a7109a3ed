/* The grid as an exact cover by patterns: the engine for small boards of irregular units.
 *
 * A pattern is a set of N cells, one of each unit, all of which may hold the same value. A solution is N patterns that
 * share no cell, one for each value. */
#ifndef SUDOKU_PATTERNS_H
#define SUDOKU_PATTERNS_H

#include <solvers/sudoku/progress.h>

#include "board.h"
#include "search.h"

enum { SUDOKU_PATTERNS_SIZE_MAX = 11 /* the cells of a grid fit into 128 bits */ };

struct sudoku_patterns;

/* Collects the patterns of a board without cages, at most SUDOKU_PATTERNS_SIZE_MAX wide, propagated and not failed. It
 * is not needed afterwards. equal: sudoku_equal_values() of the problem, which the board must not order. NULL when the
 * arena is exhausted. */
struct sudoku_patterns *sudoku_patterns_new(const struct sudoku_board *board, uint64_t equal,
                                            struct sudoku_progress *progress);

/* Writes the next solution into grid[cells]; solutions that differ only in the names of k equal values count as one, so
 * each stands for k!. SUDOKU_SPENT when there are too many patterns, or `allowance` patterns were looked at without
 * another solution. */
enum sudoku_outcome sudoku_patterns_next(struct sudoku_patterns *patterns, uint64_t allowance, uint8_t *grid);

#endif
