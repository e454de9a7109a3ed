/* A Sudoku turned into a game and back: what everybody who leads one has in common, in one process (solve_play.c) or
 * over shards.
 *
 * The game that a seed names, the reference that `token` and `exact` must come to whoever plays it:
 *
 *   run r = 0, 1, .. of it has the seed sudoku_run_seed(seed, r), starts at tick 0 from chain_start_letters() of that
 *   seed, and is chain_play() of play.updates ticks under playing.weights; it ends behind the tick at which conflicts
 *   are 0, and with it the game; else behind its last tick, and the next run begins, play.restarts of them at most.
 *   Its trajectory is one game_hash over the changes of all runs in order, ticks counted within each run; its `ticks`
 *   are those of all runs together. */
#ifndef SUDOKU_PLAYING_H
#define SUDOKU_PLAYING_H

#include <nash/jsonw.h>
#include <nash/solver.h>

#include "game/game.h"
#include "game/weights.h"
#include "play.h"
#include "sudoku.h"

struct sudoku_playing {
    const struct sudoku_problem *problem;
    struct sudoku_play play; /* as asked, every default filled in: beta, updates, restarts, mode, a method to play */
    uint64_t seed;           /* job.seed */
    struct nash_arena *arena;
    struct nash_error *error;
    struct game_rules *rules; /* in the arena */
    struct game_weights weights;
    struct sudoku_answer *answer;
    struct sudoku_course *course; /* = answer->course; whoever plays keeps updates, changes, runs and potential in it */
    uint64_t curve_step;          /* updates between two points of the curve */
};

/* The rules of the problem as a game, its boxes or regions; the strategies of each cell are allowed[cells]. False: a
 * cell has none. */
bool sudoku_game_rules(struct game_rules *rules, const struct sudoku_problem *problem, const uint64_t *allowed);

/* Finds clashes, propagates (when play.propagate), lays out the rules. *settled: there is nothing to play, the answer
 * is whole: a contradiction, no solution, or the only one. NASH_NOMEM. Everything is in the arena. */
enum nash_status sudoku_playing_open(struct sudoku_playing *playing, const struct sudoku_problem *problem,
                                     uint64_t seed, struct nash_arena *arena, bool *settled, struct nash_error *error);

/* Run 0 has the seed of the job itself. */
uint64_t sudoku_run_seed(uint64_t seed, uint32_t run);

/* A point of the curve, when one is due; the last one always (`last`). When the curve is full every other point goes
 * and the step doubles. */
void sudoku_playing_point(struct sudoku_playing *playing, uint64_t updates, int64_t potential, bool last);

/* How a game ended that has no solution. */
enum sudoku_ending {
    SUDOKU_ENDED,  /* by its own limits: "unsolved" */
    SUDOKU_CUT_OFF /* by the job's: "timeout" */
};

/* The end. letters[cells], 0-based, where it stands; a full check decides whether that is a solution, and `ending` is
 * only looked at when it is none. Fills answer, course (potential, nash, letters, the curve's end) and
 * result->final. NASH_INTERNAL: the letters break the rules of the game. */
enum nash_status sudoku_playing_close(struct sudoku_playing *playing, const uint8_t *letters, enum sudoku_ending ending,
                                      struct nash_result *result);

/* verify_game.c: what is wrong with what the course claims, or NULL. Counts for itself, by no table of the game. */
const char *sudoku_game_fault(const struct sudoku_problem *problem, const struct sudoku_answer *answer);

/* ---- write_game.c ---- */

/* What a progress report says of a game, as members of the object that is open: engine, updates, .. curve; with shards
 * mode, round and shards. letters: as it stands, 0-based. */
void sudoku_game_progress(const struct sudoku_problem *problem, const struct sudoku_course *course,
                          const uint8_t *letters, uint64_t round, struct nash_jsonw *out);

/* The member "game" of a result. */
void sudoku_game_write(const struct sudoku_problem *problem, const struct sudoku_course *course,
                       struct nash_jsonw *out);

const char *sudoku_method_name(enum sudoku_method method);
const char *sudoku_schedule_name(enum sudoku_schedule schedule);
const char *sudoku_mode_name(enum sudoku_mode mode);

#endif
