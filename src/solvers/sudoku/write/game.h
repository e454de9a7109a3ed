/* A game as JSON. */
#ifndef SUDOKU_WRITE_GAME_H
#define SUDOKU_WRITE_GAME_H

#include <nash/jsonw.h>
#include <solvers/sudoku/game/report.h>
#include <solvers/sudoku/problem.h>

/* Writes the members cells_set and best of a progress report: all cells of a game have a value. values: 0-based. */
void sudoku_game_progress_board(const struct sudoku_problem *problem, const uint8_t *values, struct nash_jsonw *out);

/* Writes the members of a progress report into the open object: engine, updates, .. curve; with shards also mode, round
 * and shards. values: the present state of the game, 0-based. */
void sudoku_game_progress(const struct sudoku_problem *problem, const struct sudoku_game_report *report,
                          const uint8_t *values, uint64_t round, struct nash_jsonw *out);

/* Writes the member "game" of a result. */
void sudoku_game_write(const struct sudoku_problem *problem, const struct sudoku_game_report *report,
                       struct nash_jsonw *out);

#endif
