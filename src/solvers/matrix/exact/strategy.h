/* Reads strategies from exact tableaus. The functions return false or NULL if the arena is full. */
#ifndef MATRIX_EXACT_STRATEGY_H
#define MATRIX_EXACT_STRATEGY_H

#include "tableau.h"

/* Read the strategy at the tableau's vertex, and the payoff of its best responses. */
bool strategy_read(struct matrix_mix *mix, const struct tableau *tableau, struct nash_arena *arena);
const char *strategy_read_value(const struct tableau *tableau, struct nash_arena *arena);

/* Reads the opponent's mixture of responses that keeps v at its minimum: the coefficients of v. The tableau must be at
 * that minimum. */
bool strategy_read_dual(struct matrix_mix *mix, const struct tableau *tableau, struct nash_arena *arena);

#endif
