/* The analysis of a game without its mixed equilibria. Each function fills its part of the answer in the run's arena
 * and returns NASH_OK, NASH_STOPPED (the part is correct but incomplete), NASH_NOMEM or NASH_INTERNAL. */
#ifndef MATRIX_ANALYSIS_ANALYSIS_H
#define MATRIX_ANALYSIS_ANALYSIS_H

#include <solvers/matrix/answer.h>

/* The game from the point of view of one player. */
struct matrix_side {
    uint32_t own, other; /* numbers of strategies of the player and of the opponent */
    const int64_t *pay;  /* [own * other]: the player's payoffs, one row for each own strategy */
};

/* side[0] is the point of view of the row player, side[1] that of the column player. */
struct matrix_sides {
    struct matrix_side side[2];
};
/* Transposes the column player's payoffs in the arena. Returns false without memory. */
bool matrix_sides_of(const struct matrix_game *game, struct nash_arena *arena, struct matrix_sides *sides);

/* best.c: sets answer->best and answer->pure. */
enum nash_status matrix_find_pure(const struct matrix_problem *p, const struct matrix_sides *sides,
                                  struct nash_run *run, struct matrix_answer *answer, struct nash_error *error);
/* pareto.c: sets answer->pareto, and answer->better from the pure equilibria that are listed. */
enum nash_status matrix_find_pareto(const struct matrix_problem *p, struct nash_run *run, struct matrix_answer *answer,
                                    struct nash_error *error);
/* security.c: sets answer->security, and answer->value if the sum of the payoffs is constant. */
enum nash_status matrix_find_security(const struct matrix_sides *sides, struct nash_run *run,
                                      struct matrix_answer *answer, struct nash_error *error);
/* classify.c: returns the classification by payoffs. */
struct matrix_classification matrix_classify(const struct matrix_game *game);
/* dominance.c: sets answer->dominance. */
enum nash_status matrix_find_dominance(const struct matrix_sides *sides, struct nash_run *run,
                                       struct matrix_answer *answer, struct nash_error *error);
/* Lists the strategies of one side that are dominated in the whole game, in order. The array has side->own elements. */
enum nash_status matrix_find_dominated(const struct matrix_side *side, struct nash_run *run,
                                       struct matrix_dominator **list, uint32_t *count, struct nash_error *error);
/* decision.c: sets answer->decision. */
enum nash_status matrix_decide(const struct matrix_problem *p, struct nash_run *run, struct matrix_answer *answer,
                               struct nash_error *error);

#endif
