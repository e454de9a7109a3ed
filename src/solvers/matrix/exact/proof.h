/* Integer proofs that a face of a best-response polyhedron is empty.
 *
 * For integers w_j with sum 0, every point satisfies sum_j w_j s_j + sum_i (sum_j pay[i][j] w_j) x_i = 0. If w_j >= 0
 * for each s_j that is not fixed at 0, and the inner sum is positive for each x_i that is not fixed, all x_i would have
 * to be 0, but their sum is 1: the face is empty (Farkas). The w_j come from a floating-point row, rounded; since the
 * sums must be positive rather than 0, rounding does no harm, and the check is exact. */
#ifndef MATRIX_EXACT_PROOF_H
#define MATRIX_EXACT_PROOF_H

#include "float_tableau.h"

/* Proves that the face with the fixed variables and `variable` at 0 is empty. The row of `variable` provides the
 * multipliers. Returns false if there is no proof. */
bool proof_empty(const struct float_tableau *approx, const struct polyhedron *polyhedron, uint32_t variable);

#endif
