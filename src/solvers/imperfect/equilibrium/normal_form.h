/* The reduced normal form of a small two-player tree, solved exactly by the engine of the kind `matrix`. */
#ifndef IMPERFECT_EQUILIBRIUM_NORMAL_FORM_H
#define IMPERFECT_EQUILIBRIUM_NORMAL_FORM_H

#include <nash/run.h>
#include <solvers/imperfect/games/tree.h>

enum { NORMAL_FORM_MAX = 400 }; /* reduced pure strategies of a player */

/* Returns the number of reduced pure strategies of a player: the plans that differ at an information set that they
 * reach. UINT64_MAX if there are more. Requires perfect recall. */
uint64_t normal_form_strategies(const struct game_tree *tree, uint32_t player, struct nash_arena *arena);

struct normal_form_result {
    double *strategy;     /* [tree->actions] in the arena */
    double value[2];      /* expected payoffs */
    const char *exact[2]; /* the same as fractions: "-1/18" */
    const char *by;       /* "pure", "linear_program" or "lemke_howson" */
    uint32_t strategies[2];
    uint64_t pivots;
};

/* Finds one equilibrium of a two-player tree of any sum. Payoffs and probabilities are taken as fractions over a common
 * denominator. Returns NASH_OK, NASH_STOPPED, NASH_NOMEM, or NASH_UNPROCESSABLE if there are more than NORMAL_FORM_MAX
 * strategies or the common denominator is too large. Unreached information sets play their first action. */
enum nash_status normal_form_solve(const struct game_tree *tree, struct nash_run *run,
                                   struct normal_form_result *result, struct nash_error *error);

#endif
