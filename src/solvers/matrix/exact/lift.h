/* Square systems of integer equations solved exactly by lifting (Dixon 1982): the inverse modulo one prime gives the
 * solution modulo its powers, digit by digit, and enough digits give the rationals. */
#ifndef MATRIX_EXACT_LIFT_H
#define MATRIX_EXACT_LIFT_H

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

#include <nash/solver.h>

/* m [n * n] by rows, |m| < 2^63, times (num / den) = unit vector `unit`. num [n] are set up by the caller. False: m is
 * singular modulo the prime, the run is stopped, or its arena is spent. What is true is not checked here. */
bool lift_solve(uint32_t n, const int64_t *m, uint32_t unit, mpz_t *num, mpz_t den, struct nash_run *run);

#endif
