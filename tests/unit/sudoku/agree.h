/* All ways to count the solutions of a problem, held against each other. */
#ifndef TEST_SUDOKU_AGREE_H
#define TEST_SUDOKU_AGREE_H

#include <solvers/sudoku/sudoku.h>

/* The whole solver finds `expected` solutions (or that many and the limit), in a verified answer. */
void check_whole(const struct sudoku_problem *problem, uint32_t expected, struct nash_arena *arena);

/* Own search, CaDiCaL on the propagated board, and the whole solver count as brute force does. Returns the count. */
uint32_t check_all(const struct sudoku_problem *problem);

#endif
