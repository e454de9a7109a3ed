/* Strategies read off exact tables. */
#ifndef MATRIX_EXACT_READ_H
#define MATRIX_EXACT_READ_H

#include "table.h"

/* The strategy at the table's vertex, and what its best answers get. False: the arena is spent. */
bool read_mix(struct matrix_mix *mix, const struct table *table, struct nash_arena *arena);
const char *read_value(const struct table *table, struct nash_arena *arena);

/* Where v is least: the mixture of answers that holds it there, which are the coefficients of v. */
bool read_dual(struct matrix_mix *mix, const struct table *table, struct nash_arena *arena);

#endif
