/* A game in normal form with integer payoffs, and the results of the engines in exact/ and equilibria/.
 *
 * An equilibrium does not change if a player's payoffs are multiplied by a positive number or shifted by a constant, so
 * the plug-in scales rationals to integers: payoff = (integer) / scale. */
#ifndef MATRIX_GAME_H
#define MATRIX_GAME_H

#include <nash/solver.h>
#include <solvers/kit/rational.h>

enum { MATRIX_SIDE_MAX = 400 };

struct matrix_game {
    uint32_t rows, cols;
    const int64_t *a, *b; /* [rows * cols], by rows: payoffs of the row and of the column player, |x| < 2^62 */
};

/* A mixed strategy. Its probabilities are text in the arena, because GMP's numbers stay inside exact/ and equilibria/.
 */
struct matrix_mix {
    uint32_t count;
    const char *const *weight; /* [count]: "0", "1/3", in lowest terms */
};

struct matrix_equilibrium {
    struct matrix_mix row, col;
    const char *row_value, *col_value; /* expected payoffs in units of a and b: "8", "-17/3" */
};

struct matrix_equilibria {
    struct matrix_equilibrium *list; /* ordered by row supports, column supports, weights; the same in every run */
    uint32_t count;
    bool complete;   /* all extreme equilibria are present */
    bool degenerate; /* at a vertex that was visited, a strategy with k choices in its support has more than k best
                        responses */
    uint32_t
        *component; /* [count], numbers of components from 0; NULL if all are isolated, or the list is incomplete */
    uint32_t components;
    uint64_t pivots, vertices;
};

/* Finds all extreme equilibria exactly; every equilibrium is a mixture of those of one component. Lists at most `max`;
 * found->complete is false if there are more. After a stop, returns NASH_OK with the equilibria found so far. Returns
 * NASH_NOMEM without any. */
enum nash_status matrix_all_equilibria(const struct matrix_game *game, uint32_t max, struct nash_run *run,
                                       struct matrix_equilibria *found, struct nash_error *error);

/* Returns whether the payoffs of each profile add up to the same number, which it then writes to *sum. */
bool matrix_constant_sum(const struct matrix_game *game, int64_t *sum);

/* Returns whether the column player's payoff is d - c * (the row player's), for some d and c > 0: the sum is constant
 * once both are counted in the same unit. */
bool matrix_opposed(const struct matrix_game *game);

enum { MATRIX_NO_LABEL = UINT32_MAX };

struct matrix_one {
    struct matrix_equilibrium equilibrium;
    uint32_t label; /* the label dropped first: a row from 0, or rows + a column; for a pure equilibrium its row; for a
                       linear program MATRIX_NO_LABEL */
    uint64_t pivots;
    const char *by; /* "pure", "linear_program" or "lemke_howson" */
};

/* Finds one equilibrium: a pure one if there is any, else by linear programming if the sum is constant in some unit,
 * else by a path of Lemke and Howson. Floating point finds the supports, which are solved and checked in exact
 * arithmetic. Falls back to exact pivots for degenerate or ill-conditioned games. */
enum nash_status matrix_one_equilibrium(const struct matrix_game *game, struct nash_run *run, struct matrix_one *one,
                                        struct nash_error *error);

/* The value of a zero-sum game with payoffs a (rows maximise) and an optimal strategy of each player, exactly. Also a
 * player's security level in mixed strategies. */
struct matrix_value {
    const char *value;
    struct matrix_mix row, col;
};
enum nash_status matrix_zero_sum(uint32_t rows, uint32_t cols, const int64_t *a, struct nash_run *run,
                                 struct matrix_value *value, struct nash_error *error);

/* Decides whether row r is dominated by a mixture of the other alive rows. strict: better against every alive column;
 * otherwise never worse and better at least once. Sets *by to the mixture if it is. */
enum nash_status matrix_dominated(uint32_t rows, uint32_t cols, const int64_t *a, const bool *alive_rows,
                                  const bool *alive_cols, uint32_t r, bool strict, struct nash_run *run,
                                  bool *dominated, struct matrix_mix *by, struct nash_error *error);

/* Checks the best-response conditions in exact arithmetic. Returns NASH_INTERNAL if one fails, which *error describes.
 */
enum nash_status matrix_check_equilibrium(const struct matrix_game *game, const struct matrix_equilibrium *equilibrium,
                                          struct nash_error *error);

#endif
