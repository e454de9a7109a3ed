/* The two inner loops of the chain, compiled once for each instruction set: the search for the next tick at which a
 * player might change its value, and the heat bath of one player. Every path gives the same numbers. */
#ifndef SUDOKU_LOGLINEAR_HEAT_H
#define SUDOKU_LOGLINEAR_HEAT_H

#include <solvers/sudoku/game/game.h>

#include "chance.h"
#include "weights.h"

enum {
    HEAT_BLOCK = 16,     /* ticks whose random numbers are computed at once; a block begins at a multiple of it */
    HEAT_SCALE = 1 << 8, /* draws for one unit of weight; WEIGHT_ONE * HEAT_SCALE is 2^32, all draws */
    HEAT_SLACK = 1 << 15 /* more than rounding can move a bound (leave.h) */
};

/* The random numbers of one block of ticks: [i] player and draw of its i-th tick. */
struct heat_block {
    uint64_t tick; /* its first tick; HEAT_NOWHERE: no block yet */
    uint32_t player[HEAT_BLOCK], draw[HEAT_BLOCK];
};
#define HEAT_NOWHERE UINT64_MAX

struct heat_path {
    const char *name;

    /* Computes the random numbers of the block that begins at `tick`. */
    void (*fill)(struct heat_block *block, uint64_t seed, uint64_t tick, uint32_t players);

    /* Returns the first tick of [tick, end) whose player's number is in [first, last) and whose draw is at most that
     * player's bound, or end. The block of that tick stays in `block`, for the caller and for the next call. */
    uint64_t (*scan)(struct heat_block *block, uint64_t seed, uint64_t tick, uint64_t end, uint32_t players,
                     uint32_t first, uint32_t last, const uint32_t *bound);

    /* Returns the value that `cell` plays on this draw. *bound: an upper bound of the draws on which it would leave
     * that value. */
    uint32_t (*play)(const struct game_state *state, const struct game_rules *rules, const struct game_weights *weights,
                     uint32_t cell, uint32_t draw, uint32_t *bound);
};

/* Returns the k-th path that this machine can run, the fastest first; NULL after the last one. */
const struct heat_path *heat_path(unsigned k);

#endif
