/* Independent checks of an answer: none of them uses a table or a count of the engines. */
#ifndef SUDOKU_VERIFY_H
#define SUDOKU_VERIFY_H

#include <solvers/sudoku/answer.h>

/* True when grid is complete and keeps every clue and rule of the problem. */
bool sudoku_is_solution(const struct sudoku_problem *problem, const uint8_t *grid);

/* Returns what is wrong with the game report of the answer, or NULL: verify_game.c. */
const char *sudoku_game_fault(const struct sudoku_problem *problem, const struct sudoku_answer *answer);

#endif
