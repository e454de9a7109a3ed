/* Proofs in integers that a face of a polyhedron of answers.h is empty.
 *
 * For whole numbers w_j whose sum is 0, every point satisfies  sum_j w_j s_j + sum_i (sum_j pay[i][j] w_j) x_i = 0.
 * Where w_j >= 0 for each s_j that is not fixed at 0, and the sum for each x_i that is not fixed is positive, the x_i
 * would all have to be 0, but they add up to 1: the face is empty (Farkas). Such w are read off a floating-point row
 * and rounded; since the sums are to be positive, not 0, rounding does no harm, and what is checked is exact. */
#ifndef MATRIX_EXACT_PROOF_H
#define MATRIX_EXACT_PROOF_H

#include "guess.h"

/* Is the face with these variables fixed at 0, and `variable` besides, empty? The row of `variable` in the guess hints
 * at the proof. False: not proved. */
bool proof_empty(const struct guess *guess, const struct answers *answers, uint32_t variable);

#endif
