/* Exact rationals as text in the arena. */
#ifndef MATRIX_EXACT_RATIO_H
#define MATRIX_EXACT_RATIO_H

#include <gmp.h>

#include <solvers/matrix/game.h>

/* Writes num / den in lowest terms, "-17/3" or "8"; den > 0. Returns NULL if the arena is full. */
const char *ratio_text(const mpz_t num, const mpz_t den, struct nash_arena *arena);

/* Reads such a text. Returns false if it is not a rational. */
bool ratio_read(mpq_t value, const char *text);

#endif
