/* How warm a game is played, and for how long: the defaults, and schedules of beta. */
#ifndef SUDOKU_TEMPER_H
#define SUDOKU_TEMPER_H

#include "play.h"

/* The beta that solves quickest, in 1 / BETA_ONE, by side and share of clues. */
uint32_t sudoku_default_beta(unsigned size, unsigned clues, bool propagate);

/* Updates (moves, of tabu) of one run. */
uint64_t sudoku_default_updates(enum sudoku_method method, unsigned players, bool propagate);

/* A schedule at work: beta of one run. */
struct sudoku_temper {
    enum sudoku_schedule schedule;
    uint32_t middle; /* beta as asked for */
    uint32_t beta;   /* now */
    uint64_t updates_max;
    uint64_t updates, changes; /* of the adaptive schedule: since beta was last set */
};

void sudoku_temper_init(struct sudoku_temper *temper, enum sudoku_schedule schedule, uint32_t beta,
                        uint64_t updates_max);

/* After `updates` in all, of which the last `more` changed `changes` letters. true: beta is another now. */
bool sudoku_temper_step(struct sudoku_temper *temper, uint64_t updates, uint64_t more, uint64_t changes);

#endif
