/* A problem as a game, and the answer of a game; shared by the game in one process (solve.c) and the game of shards.
 *
 * The seed defines one game, the reference for the modes `token` and `exact`, whatever members play it:
 *
 *   run r = 0, 1, .. has the seed sudoku_run_seed(seed, r), starts at tick 0 from chain_start_values() of that seed,
 *   and is chain_play() of options.updates ticks under the weights. It ends after the tick at which conflicts are 0,
 *   which ends the game; else after its last tick, and the next run begins, at most options.restarts of them. The
 *   trajectory is one game_hash over the changes of all runs in order, ticks counted within each run; its `ticks` are
 *   those of all runs together. */
#ifndef SUDOKU_GAME_SETUP_H
#define SUDOKU_GAME_SETUP_H

#include <nash/solver.h>
#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/loglinear/weights.h>
#include <solvers/sudoku/problem.h>

#include "game.h"
#include "options.h"
#include "report.h"

struct sudoku_game {
    const struct sudoku_problem *problem;
    struct sudoku_options options; /* as requested, with all defaults filled in; the method is sap or tabu */
    uint64_t seed;                 /* of the job */
    struct nash_arena *arena;
    struct nash_error *error;
    struct game_rules *rules;
    struct game_weights weights;
    struct sudoku_answer *answer;
    struct sudoku_game_report *report; /* answer->game_report; the engine updates its counts and its potential */
    uint64_t curve_step;               /* updates between two points of the curve */
};

/* Sets the rules to those of the problem, its boxes or regions; allowed[cells] are the strategies. False: a cell has
 * none. */
bool sudoku_game_rules(struct game_rules *rules, const struct sudoku_problem *problem, const uint64_t *allowed);

/* Finds conflicts, propagates (with options.propagate) and sets up the rules. *settled: no game is needed, since the
 * answer is complete: a contradiction, no solution, or the only one. NASH_NOMEM when the arena is exhausted. */
enum nash_status sudoku_game_setup(struct sudoku_game *playing, const struct sudoku_problem *problem, uint64_t seed,
                                   struct nash_arena *arena, bool *settled, struct nash_error *error);

/* Returns the seed of a run; run 0 has that of the job. */
uint64_t sudoku_run_seed(uint64_t seed, uint32_t run);

/* Adds a point to the curve if one is due; the last one always (`last`). When the curve is full, every other point is
 * removed and the step doubles. */
void sudoku_game_add_point(struct sudoku_game *playing, uint64_t updates, int64_t potential, bool last);

/* How a game without a solution ended. */
enum sudoku_ending {
    SUDOKU_ENDED,  /* by the limits of the game: "unsolved" */
    SUDOKU_CUT_OFF /* by the limits of the job: "timeout" */
};

/* Ends the game. values[cells], 0-based, is its last state. A full check decides whether the state is a solution;
 * `ending` is used only when it is not. Fills answer, report (potential, nash, grid, the curve's end) and
 * result->final. NASH_INTERNAL: the values break the rules of the game. */
enum nash_status sudoku_game_end(struct sudoku_game *playing, const uint8_t *values, enum sudoku_ending ending,
                                 struct nash_result *result);

#endif
