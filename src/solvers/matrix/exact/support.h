/* Computes equilibria exactly from their supports. */
#ifndef MATRIX_EXACT_SUPPORT_H
#define MATRIX_EXACT_SUPPORT_H

#include "float_tableau.h"

/* The choices that are played by side 0 and by side 1, equally many. */
struct support {
    uint32_t count;
    uint32_t *choice[2]; /* [count] */
};

/* Reads the played choices at the tableau's vertex into choice[side], and the best responses of the opponent into
 * choice[1 - side]. Returns false if the arena is full. */
bool support_read(struct support *support, const struct float_tableau *approx, uint32_t side, struct nash_arena *arena);

/* Solves for the strategies that make the opponent's choices in the support equally good, and checks that the weights
 * are probabilities and that no choice is better. All arithmetic is exact, so NASH_OK is a proof. Returns
 * NASH_NOT_FOUND if there is no equilibrium of this support or the system is singular; also NASH_STOPPED or NASH_NOMEM.
 */
enum nash_status support_solve(const struct support *support, const struct polyhedron polyhedra[2],
                               struct matrix_equilibrium *equilibrium, struct nash_run *run);

/* Does the same for one side: computes the mixture of choice[side] under which the responses in the opponent's support
 * pay the same and no response pays more, and that payoff, *value. */
enum nash_status support_mix(const struct support *support, const struct polyhedron *polyhedron, uint32_t side,
                             struct matrix_mix *mix, const char **value, struct nash_run *run);

#endif
