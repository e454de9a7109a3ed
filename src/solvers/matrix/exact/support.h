/* Equilibria from their supports, exactly. */
#ifndef MATRIX_EXACT_SUPPORT_H
#define MATRIX_EXACT_SUPPORT_H

#include "guess.h"

/* The choices that are played: of side 0 and of side 1, as many of each. */
struct support {
    uint32_t count;
    uint32_t *choice[2]; /* [count] */
};

/* What the table says is played on its side, and the answers that are best: own becomes choice[side]. False: the arena
 * is spent. */
bool support_read(struct support *support, const struct guess *guess, uint32_t side, struct nash_arena *arena);

/* Solves for the strategies that make the choices of the other's support equal, and checks that they are
 * probabilities and that no choice is better: all in exact arithmetic, so that NASH_OK is a proof. NASH_NOT_FOUND: they
 * are no equilibrium (or the system is singular). NASH_STOPPED, NASH_NOMEM. */
enum nash_status support_solve(const struct support *support, const struct answers answers[2],
                               struct matrix_equilibrium *equilibrium, struct nash_run *run);

/* The same of one side alone: the mixture of choice[side] that pays the answers of the other's support alike and no
 * answer more, and what it pays. */
enum nash_status support_mix(const struct support *support, const struct answers *answers, uint32_t side,
                             struct matrix_mix *mix, const char **value, struct nash_run *run);

#endif
