/* Clues that contradict each other at sight. */
#ifndef SUDOKU_CLASH_H
#define SUDOKU_CLASH_H

#include "geometry.h"
#include "sudoku.h"

/* Every value standing twice or more in a unit or a cage, and every other cage whose sum cannot be made up with what
 * stands in it, into answer->conflict. NASH_NOMEM when the arena is spent. */
enum nash_status sudoku_find_clashes(const struct sudoku_problem *problem, const struct sudoku_geometry *geometry,
                                     struct nash_arena *arena, struct sudoku_answer *answer);

#endif
