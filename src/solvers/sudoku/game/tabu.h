/* Best response with memory on the same potential (TabuCol: Hertz and de Werra 1987, for Sudoku's players).
 *
 * A move: of all changes of a player in conflict to another letter of A_i, one of those that lower the conflicts most
 * (or raise them least), by chance where several do. A letter just left is barred for its player for
 *
 *     tenure = 3/10 of the players in conflict + 0..7 + 1
 *
 * moves more, unless taking it up again would give fewer conflicts than were ever seen. Where every change is barred
 * the move passes and only time goes on. Conflicts of one player beyond 63 count as 63, and no change is made that
 * costs 64 more than what it leaves: both are far from what happens after the first moves. */
#ifndef SUDOKU_GAME_TABU_H
#define SUDOKU_GAME_TABU_H

#include "game.h"

struct tabu; /* see tabu.c */

size_t tabu_bytes(void);
/* In `memory` (aligned to 64). The rules must outlive it. NULL: a letter is not allowed. */
struct tabu *tabu_init(void *memory, const struct game_rules *rules, uint64_t seed, const uint8_t *letters);
/* At most n moves more, or until there is no conflict left. Returns moves made. */
uint64_t tabu_play(struct tabu *tabu, uint64_t n);
const struct game_state *tabu_state(const struct tabu *tabu);
/* Fewest conflicts seen. */
uint32_t tabu_best(const struct tabu *tabu);

#endif
