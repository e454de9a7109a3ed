/* Luck as its owner sees it: which runs there are, how their answers are checked and merged. */
#ifndef SUDOKU_UNITS_LUCK_JOB_H
#define SUDOKU_UNITS_LUCK_JOB_H

#include <solvers/sudoku/game/setup.h>

#include "luck.h"

struct luck_job {
    struct sudoku_game *game;
    const uint8_t *bytes; /* [len] the task */
    size_t len;
    uint64_t length;          /* moves of the shortest run */
    uint64_t units;           /* number of runs; UINT64_MAX: until the time ends */
    struct game_state *state; /* scratch of the check */
    uint8_t *value;           /* [cells] values of the best end so far */
    uint32_t conflicts;       /* of these values; UINT32_MAX: there are none yet */
};

/* Writes the task of a game that is set up. False: out of memory. */
bool luck_job_begin(struct luck_job *job, struct sudoku_game *game);

/* Writes unit i into unit[LUCK_UNIT]. False: there is none. Run i has the seed of run i of the game (game/setup.h).
 * Runs have the lengths of Luby's sequence times job->length; with "updates" in the request all have that length. Runs
 * of sap play at temperatures around that of the game, unless the request names one. */
bool luck_job_unit(const struct luck_job *job, uint64_t i, uint8_t *unit);

enum luck_verdict { LUCK_WRONG, LUCK_VALID, LUCK_SOLVED };

/* Checks an answer: its numbers, and the conflicts of its values, counted anew. LUCK_SOLVED: they are a solution. */
enum luck_verdict luck_job_check(struct luck_job *job, const uint8_t *unit, size_t unit_len, const uint8_t *answer,
                                 size_t len, const char **why);

/* Returns the moves of a valid answer. */
uint64_t luck_job_steps(const uint8_t *answer);

/* Returns the conflicts of the values of a valid answer. */
uint32_t luck_job_conflicts(const uint8_t *answer);

/* Adds a valid answer to the report of the game. False: it is a solution. */
bool luck_job_merge(struct luck_job *job, const uint8_t *answer);

/* Returns the i-th number (from 0) of Luby's sequence 1 1 2 1 1 2 4 1 .. (Luby, Sinclair, Zuckerman, 1993). */
uint64_t luck_luby(uint64_t i);

/* Sets job->value to the values at which the first run begins. */
void luck_job_start_values(struct luck_job *job);

/* Plays the runs in this process, one after the other. */
enum nash_status luck_alone(const struct sudoku_problem *problem, struct nash_run *run, struct nash_result *result,
                            struct nash_error *error);

#endif
