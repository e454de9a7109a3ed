/* Computes equilibria exactly from their supports. */
#ifndef MATRIX_EXACT_SUPPORT_H
#define MATRIX_EXACT_SUPPORT_H

#include "float_tableau.h"

/* The choices that are played by side 0 and by side 1, equally many. */
struct support {
    uint32_t count;
    uint32_t *choice[2]; /* [count] */
};

/* Reads the played choices of the tableau's side and the best responses; own choices become choice[side]. Returns false
 * if the arena is full. */
bool support_read(struct support *support, const struct float_tableau *approx, uint32_t side, struct nash_arena *arena);

/* Solves for the strategies that make the opponent's supported choices equally good, and checks that they are
 * probabilities and that no choice is better. All arithmetic is exact, so NASH_OK is a proof. NASH_NOT_FOUND: no
 * equilibrium, or the system is singular. Also NASH_STOPPED, NASH_NOMEM. */
enum nash_status support_solve(const struct support *support, const struct polyhedron polyhedra[2],
                               struct matrix_equilibrium *equilibrium, struct nash_run *run);

/* The same for one side: the mixture of choice[side] under which the responses in the opponent's support pay the same
 * and no response pays more, and that payoff. */
enum nash_status support_mix(const struct support *support, const struct polyhedron *polyhedron, uint32_t side,
                             struct matrix_mix *mix, const char **value, struct nash_run *run);

#endif
