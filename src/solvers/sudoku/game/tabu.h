/* Best response with memory on the same potential (TabuCol: Hertz and de Werra 1987, for Sudoku's players).
 *
 * A move is, of all changes of a player in conflict to another allowed value, one of those that lower the conflicts
 * most (or raise them least), at random among equals. A value just left is barred for its player for
 *
 *     tenure = 3/10 of the players in conflict + 0..7 + 1
 *
 * further moves, unless taking it again would give fewer conflicts than ever before. Where every change is barred, the
 * move counts but changes nothing. Conflicts of one player beyond 63 count as 63, and no change is made that raises a
 * player's cost by 64 or more: after the first moves, costs are far below both limits. */
#ifndef SUDOKU_GAME_TABU_H
#define SUDOKU_GAME_TABU_H

#include "game.h"

struct tabu; /* tabu.c */

size_t tabu_bytes(void);
/* Begins in `memory` of tabu_bytes(), aligned to 64. The rules must outlive it. NULL: a value is not allowed. */
struct tabu *tabu_init(void *memory, const struct game_rules *rules, uint64_t seed, const uint8_t *values);
/* Makes at most n moves, until there is no conflict left. Returns the moves made. */
uint64_t tabu_play(struct tabu *tabu, uint64_t n);
const struct game_state *tabu_state(const struct tabu *tabu);
/* Returns the fewest conflicts seen. */
uint32_t tabu_best(const struct tabu *tabu);

#endif
