/* The course of a finished game with one trajectory (modes token and exact), played again by one process from the
 * problem and the seed. game/setup.h defines the trajectory.
 *
 *     status = sudoku_course_begin(&course, problem, seed, arena, &error);
 *     sudoku_course_play(&course, ticks, &listener);
 *     sudoku_course_hash(&course, text);
 */
#ifndef SUDOKU_COURSE_COURSE_H
#define SUDOKU_COURSE_COURSE_H

#include <solvers/sudoku/game/setup.h>
#include <solvers/sudoku/loglinear/chain.h>

enum { COURSE_HASH_TEXT = 17 }; /* 16 hex digits and NUL */

struct sudoku_course {
    struct sudoku_game game;
    struct chain *chain; /* of the present run; its tick counts from the begin of that run */
    struct game_hash hash;
    uint32_t run;    /* number of the present run, from 0 */
    uint64_t before; /* ticks of the runs before it */
    uint64_t changes;
};

/* A change of a value, and what it left. */
struct sudoku_course_change {
    uint64_t tick; /* of all runs together, from 0 */
    uint16_t cell; /* row by row, from 0 */
    uint8_t from;  /* values 1..N */
    uint8_t to;
    uint32_t conflicts; /* -Phi after the change */
};

struct sudoku_course_listener {
    void *context;
    /* A run begins, with course->chain->state. Not called for the first run. May be NULL. */
    void (*run)(void *context, const struct sudoku_course *course);
    void (*change)(void *context, const struct sudoku_course_change *change); /* may be NULL */
};

/* Prepares the course in the arena, at its tick 0. NASH_UNPROCESSABLE: the problem is no game with one trajectory, or
 * it needs no game at all. NASH_NOMEM. */
enum nash_status sudoku_course_begin(struct sudoku_course *course, const struct sudoku_problem *problem, uint64_t seed,
                                     struct nash_arena *arena, struct nash_error *error);

/* Plays until `ticks` ticks of all runs together are played. Returns false if the game is over before that. */
bool sudoku_course_play(struct sudoku_course *course, uint64_t ticks, const struct sudoku_course_listener *listener);

/* Returns the ticks played. */
static inline uint64_t sudoku_course_ticks(const struct sudoku_course *course)
{
    return course->before + course->chain->tick;
}

/* Writes the hash of the trajectory so far, as in result.game.trajectory. */
void sudoku_course_hash(const struct sudoku_course *course, char text[COURSE_HASH_TEXT]);

#endif
