/* Boltzmann weights as integers: exp(-beta k) for k = 0.. equal values met, in 24 bits, the same on every machine. */
#ifndef SUDOKU_LOGLINEAR_WEIGHTS_H
#define SUDOKU_LOGLINEAR_WEIGHTS_H

#include <stdint.h>

enum {
    WEIGHT_ONE = 1 << 24, /* of a value that meets none: 49 of them stay below 2^30 */
    WEIGHTS = 3 * 48 + 1, /* a cell meets at most 48 in each of three units */
    BETA_ONE = 1 << 16,   /* beta is in units of 1 / BETA_ONE */
    BETA_MAX = 64 * BETA_ONE
};

struct game_weights {
    uint32_t beta;        /* in 1 / BETA_ONE */
    uint32_t of[WEIGHTS]; /* decreasing; the first is WEIGHT_ONE; 0 where exp(-beta k) < 2^-25 */
};

/* Computes the weights of beta, at most BETA_MAX, by integer arithmetic only. */
void game_weights_init(struct game_weights *weights, uint32_t beta);

#endif
