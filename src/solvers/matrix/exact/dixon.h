/* Solves square systems of integer equations exactly by p-adic lifting (Dixon 1982): the inverse modulo one prime gives
 * the solution modulo its powers, digit by digit, and enough digits determine the rationals. */
#ifndef MATRIX_EXACT_DIXON_H
#define MATRIX_EXACT_DIXON_H

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

#include <nash/solver.h>

/* Solves m x = unit vector `unit`; x = num / den. m has n * n elements by rows, |m| < 2^63. The caller initialises
 * num[n] and den. Returns false if m is singular modulo the prime, the run is stopped, or its arena is full. The result
 * is not verified here. */
bool dixon_solve(uint32_t n, const int64_t *m, uint32_t unit, mpz_t *num, mpz_t den, struct nash_run *run);

#endif
