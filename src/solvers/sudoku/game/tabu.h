/* Best response with memory on the same potential (TabuCol: Hertz and de Werra 1987, for Sudoku's players): each step
 * the best change of a player in conflict whose letter it has not left lately; tenure = 0.6 conflicting players + 0..9
 * + 1. */
#ifndef SUDOKU_GAME_TABU_H
#define SUDOKU_GAME_TABU_H

#include "game.h"

struct tabu; /* see tabu.c */

size_t tabu_bytes(void);
/* In `memory` (aligned to 64). False (NULL): a letter is not allowed. */
struct tabu *tabu_init(void *memory, const struct game_rules *rules, uint64_t seed, const uint8_t *letters);
/* At most n moves more, or until there is no conflict left. Returns moves made. */
uint64_t tabu_play(struct tabu *tabu, uint64_t n);
const struct game_state *tabu_state(const struct tabu *tabu);
/* Fewest conflicts seen. */
uint32_t tabu_best(const struct tabu *tabu);

#endif
