/* A game in normal form with integer payoffs, and what the engines find of it.
 *
 * Each player's payoffs may be multiplied by a positive number and have a constant added without changing an
 * equilibrium, so the plug-in brings rationals to integers: payoff = (integer) / scale. */
#ifndef MATRIX_GAME_H
#define MATRIX_GAME_H

#include <nash/solver.h>
#include <solvers/matrix/rational.h>

enum { MATRIX_SIDE_MAX = 400 };

struct matrix_game {
    uint32_t rows, cols;
    const int64_t *a, *b; /* [rows * cols], by rows: what the row and the column player get, |x| < 2^62 */
};

/* A mixed strategy. Numbers of GMP stay inside exact/, so probabilities travel as text in the arena. */
struct matrix_mix {
    uint32_t count;
    const char *const *weight; /* [count]: "0", "1/3", in lowest terms */
};

struct matrix_equilibrium {
    struct matrix_mix row, col;
    const char *row_value, *col_value; /* what each is paid, in units of a and b: "8", "-17/3" */
};

struct matrix_equilibria {
    struct matrix_equilibrium
        *list; /* ordered by row supports, then column supports, then weights: the same in any run */
    uint32_t count;
    bool complete;       /* all extreme equilibria are here */
    bool degenerate;     /* a strategy of k choices has more than k best answers, here or at a vertex met */
    uint32_t *component; /* [count], from 0: which spans of the equilibrium set belong together; NULL where all are
                            isolated, and when not complete */
    uint32_t components;
    uint64_t pivots, vertices;
};

/* All extreme equilibria, exactly (each equilibrium is a mixture within one component of them). most: at most so many
 * are listed (complete = false beyond). A stop ends it with those found. NASH_NOMEM with none. */
enum nash_status matrix_all_equilibria(const struct matrix_game *game, uint32_t most, struct nash_run *run,
                                       struct matrix_equilibria *found, struct nash_error *error);

struct matrix_one {
    struct matrix_equilibrium equilibrium;
    uint32_t label; /* dropped first: 0..rows-1 of the row player, then the column player's */
    uint64_t pivots;
    const char *by; /* "pure", "lemke_howson", ... */
};

/* One equilibrium, quickly: found in floating point, its supports solved and checked in exact arithmetic; where that
 * fails (degenerate, ill-conditioned), pivoted exactly. */
enum nash_status matrix_one_equilibrium(const struct matrix_game *game, struct nash_run *run, struct matrix_one *one,
                                        struct nash_error *error);

/* The value of payoffs a (rows maximise) and an optimal strategy of each, exactly. Also a player's security level in
 * mixed strategies. */
struct matrix_value {
    const char *value;
    struct matrix_mix row, col;
};
enum nash_status matrix_zero_sum(uint32_t rows, uint32_t cols, const int64_t *a, struct nash_run *run,
                                 struct matrix_value *value, struct nash_error *error);

/* Is row r of `rows` x `cols` payoffs dominated by a mixture of the rows that are alive (alive[r] too, but not itself)?
 * strict: better against every column that is alive; else never worse and once better. The mixture is given when so. */
enum nash_status matrix_dominated(uint32_t rows, uint32_t cols, const int64_t *a, const bool *alive_rows,
                                  const bool *alive_cols, uint32_t r, bool strict, struct nash_run *run,
                                  bool *dominated, struct matrix_mix *by, struct nash_error *error);

/* Checks best answers in exact arithmetic: NASH_INTERNAL names what fails. */
enum nash_status matrix_check_equilibrium(const struct matrix_game *game, const struct matrix_equilibrium *equilibrium,
                                          struct nash_error *error);

#endif
