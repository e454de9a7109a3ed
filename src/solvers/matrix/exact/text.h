/* Exact numbers as text in the arena. */
#ifndef MATRIX_EXACT_TEXT_H
#define MATRIX_EXACT_TEXT_H

#include <gmp.h>

#include <solvers/matrix/game.h>

/* num / den in lowest terms, "-17/3" or "8"; den > 0. NULL: the arena is spent. */
const char *text_ratio(const mpz_t num, const mpz_t den, struct nash_arena *arena);

/* The rational of such a text; false when it is none. */
bool text_read(mpq_t value, const char *text);

#endif
