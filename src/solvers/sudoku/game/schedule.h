/* Defaults of beta and of the length of a run, and the schedules of beta. */
#ifndef SUDOKU_GAME_SCHEDULE_H
#define SUDOKU_GAME_SCHEDULE_H

#include "options.h"

/* Returns the beta that solves fastest, in 1 / BETA_ONE, by side and share of clues. */
uint32_t sudoku_default_beta(unsigned size, unsigned clues, bool propagate);

/* Returns the default limit of one run, in updates (tabu: moves). */
uint64_t sudoku_default_updates(enum sudoku_method method, unsigned players, bool propagate);

/* Beta during one run. */
struct sudoku_beta_schedule {
    enum sudoku_schedule schedule;
    uint32_t middle;           /* the requested beta */
    uint32_t beta;             /* the present beta */
    uint64_t updates_max;      /* limit of the run */
    uint64_t updates, changes; /* adaptive schedule: counted since beta was last adjusted */
};

void sudoku_beta_schedule_init(struct sudoku_beta_schedule *beta_schedule, enum sudoku_schedule schedule, uint32_t beta,
                               uint64_t updates_max);

/* Sets beta after `updates` updates of the run, of which the last `more` made `changes` changes. True when beta has
 * changed. */
bool sudoku_beta_schedule_step(struct sudoku_beta_schedule *beta_schedule, uint64_t updates, uint64_t more,
                               uint64_t changes);

#endif
