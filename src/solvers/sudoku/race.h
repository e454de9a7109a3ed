/* Local search for a first solution, in turns that whoever asks takes with another engine. */
#ifndef SUDOKU_RACE_H
#define SUDOKU_RACE_H

#include "board.h"
#include "progress.h"
#include "search.h"

struct sudoku_race;

/* Of the board as it stands, propagated and not failed, without cages, diagonals and groups; it is not needed
 * afterwards. NULL when the arena is spent. */
struct sudoku_race *sudoku_race_new(const struct sudoku_board *board, struct sudoku_progress *progress);

/* The next turn of tabu search and log-linear learning, from new letters, twice as long as the last one: SUDOKU_FOUND
 * with a solution in grid[cells], SUDOKU_SPENT or SUDOKU_HALTED. progress->engine is who played last. */
enum sudoku_outcome sudoku_race_turn(struct sudoku_race *race, uint8_t *grid);

#endif
