/* Tabu search over the places of values in boxes: a second potential game of the same board, in which local search
 * makes fewer moves (places.c says why and how many).
 *
 * A player is a value in a box; its strategies are the open cells of the box. Its cost is the number of other players
 * with which it shares a cell, or whose equal value is in its row or its column. The rule of a move is that of tabu.h
 * except for the tenure: 3/10 of the players in conflict + 0..13 + 1. */
#ifndef SUDOKU_GAME_PLACES_H
#define SUDOKU_GAME_PLACES_H

#include <nash/arena.h>

#include "game.h"

struct sudoku_places; /* places.c */

/* Returns a search without a state. rules->allowed must be propagated: the value of a cell with one strategy is allowed
 * nowhere else in its units, and every other value has a place in every box. The rules must outlive it. NULL when the
 * arena is exhausted. */
struct sudoku_places *sudoku_places_new(struct nash_arena *arena, const struct game_rules *rules);

/* Begins with random places. */
void sudoku_places_begin(struct sudoku_places *places, uint64_t seed);

/* Makes at most n moves, until there is no conflict left. Returns the moves made. */
uint64_t sudoku_places_play(struct sudoku_places *places, uint64_t n);

/* Returns the pairs of players in conflict. */
uint32_t sudoku_places_conflicts(const struct sudoku_places *places);

/* Returns the cell of a value (0..N-1) in a box; GAME_CELLS_MAX when the value is no player, but fixed. */
uint32_t sudoku_places_cell(const struct sudoku_places *places, uint32_t box, uint32_t value);

/* Sets grid[cells], 1..N; where players share a cell, to the value of one of them; a cell without a value gets 0. */
void sudoku_places_grid(const struct sudoku_places *places, uint8_t *grid);

#endif
