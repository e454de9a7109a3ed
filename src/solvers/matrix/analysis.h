/* What can be said of a game besides its mixed equilibria. Each function fills its part of the answer, which lies in
 * the run's arena: NASH_OK, NASH_STOPPED (what is there so far is right, but not all), NASH_NOMEM, NASH_INTERNAL. */
#ifndef MATRIX_ANALYSIS_H
#define MATRIX_ANALYSIS_H

#include "problem.h"

/* The game as the row and the column player see it; the payoffs of the second are turned, in the arena (NULL when that
 * is spent). */
struct matrix_sides {
    struct matrix_side side[2];
};
bool matrix_sides_of(const struct matrix_game *game, struct nash_arena *arena, struct matrix_sides *sides);

/* Of each player and each strategy of the other: is this a best answer? best[own * other] by his strategies. */
void matrix_best_answers(const struct matrix_side *side, bool *best);

/* best.c: answer->best, answer->pure; limit: profiles listed. */
enum nash_status matrix_find_pure(const struct matrix_problem *p, const struct matrix_sides *sides,
                                  struct nash_run *run, struct matrix_answer *answer, struct nash_error *error);
/* pareto.c: answer->pareto, and answer->better when pure equilibria are known. */
enum nash_status matrix_find_pareto(const struct matrix_problem *p, struct nash_run *run, struct matrix_answer *answer,
                                    struct nash_error *error);
/* security.c: answer->security, and answer->value where the sum is constant. */
enum nash_status matrix_find_security(const struct matrix_problem *p, const struct matrix_sides *sides,
                                      struct nash_run *run, struct matrix_answer *answer, struct nash_error *error);
/* classify.c */
struct matrix_classification matrix_classify(const struct matrix_game *game);
/* dominance.c */
enum nash_status matrix_find_dominance(const struct matrix_problem *p, const struct matrix_sides *sides,
                                       struct nash_run *run, struct matrix_answer *answer, struct nash_error *error);
/* Strategies of one side that are dominated while all are there, in order. *list holds side->own at most. */
enum nash_status matrix_find_dominated(const struct matrix_side *side, struct nash_run *run,
                                       struct matrix_dominator **list, uint32_t *count, struct nash_error *error);
/* decision.c */
enum nash_status matrix_decide(const struct matrix_problem *p, struct nash_run *run, struct matrix_answer *answer,
                               struct nash_error *error);

#endif
