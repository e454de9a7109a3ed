/* Boltzmann weights as integers: exp(-beta k) for k = 0.. equal values in the units of a cell, in 24 bits, the same on
 * every machine. */
#ifndef SUDOKU_LOGLINEAR_WEIGHTS_H
#define SUDOKU_LOGLINEAR_WEIGHTS_H

#include <stdint.h>

enum {
    WEIGHT_ONE = 1 << 24, /* weight of a value of cost 0; 49 weights add up to less than 2^30 */
    WEIGHTS = 3 * 48 + 1, /* costs 0..144: at most 48 equal values in each of three units */
    BETA_ONE = 1 << 16,   /* beta is in units of 1 / BETA_ONE */
    BETA_MAX = 64 * BETA_ONE
};

struct game_weights {
    uint32_t beta;        /* in 1 / BETA_ONE */
    uint32_t of[WEIGHTS]; /* [k] weight of cost k: decreasing from WEIGHT_ONE; 0 where exp(-beta k) < 2^-25 */
};

/* Computes the weights of beta, at most BETA_MAX, by integer arithmetic only. */
void game_weights_init(struct game_weights *weights, uint32_t beta);

#endif
