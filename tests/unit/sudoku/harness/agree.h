/* Compares all ways to count the solutions of a problem with each other. */
#ifndef TEST_SUDOKU_AGREE_H
#define TEST_SUDOKU_AGREE_H

#include <nash/arena.h>
#include <solvers/sudoku/problem.h>

/* Checks that the whole solver finds `expected` solutions (or the limit), in a verified answer. */
void check_whole(const struct sudoku_problem *problem, uint32_t expected, struct nash_arena *arena);

/* Checks that search, patterns, CaDiCaL on the propagated board and the whole solver count as brute force does. Returns
 * the count. */
uint32_t check_all(const struct sudoku_problem *problem);

#endif
