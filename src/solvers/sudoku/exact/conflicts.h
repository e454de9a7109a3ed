/* Clues that contradict each other without any inference. */
#ifndef SUDOKU_EXACT_CONFLICTS_H
#define SUDOKU_EXACT_CONFLICTS_H

#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/geometry.h>
#include <solvers/sudoku/problem.h>

/* Writes every value that stands twice or more in a unit or a cage, and every cage without such a value whose sum its
 * clues exclude, into answer->conflict. NASH_NOMEM when the arena is exhausted. */
enum nash_status sudoku_find_conflicts(const struct sudoku_problem *problem, const struct sudoku_geometry *geometry,
                                       struct nash_arena *arena, struct sudoku_answer *answer);

#endif
