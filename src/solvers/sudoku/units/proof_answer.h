/* A proof as a problem and as an answer, shared by the proof in one process and by the farm. */
#ifndef SUDOKU_UNITS_PROOF_ANSWER_H
#define SUDOKU_UNITS_PROOF_ANSWER_H

#include <solvers/sudoku/answer.h>

#include "proof_job.h"

enum { PROOF_CUBES = 40 }; /* cubes of the first cut: five members get eight each */

/* True for the problems that are proved in units: all solutions are to be counted, or shards are to prove. */
bool proof_is_wanted(const struct sudoku_problem *problem);

/* True where the engines of one process may be faster than units on all members: they are not the engines of the units,
 * and the answer is one that they can give. */
bool proof_has_whole(const struct sudoku_problem *problem);

/* Solves the whole problem by the engines that solve it without shards. */
enum nash_status proof_whole(const struct sudoku_problem *problem, struct nash_run *run, struct nash_result *result,
                             struct nash_error *error);

/* Finds conflicts, propagates, and sets up the job. *settled: the answer is complete, since there is no solution. */
enum nash_status proof_begin(struct proof_job *job, const struct sudoku_problem *problem, struct nash_arena *arena,
                             struct sudoku_answer **answer, bool *settled, struct nash_error *error);

/* Fills the answer from the merged job. `ended`: all units are merged; else what is counted so far is a lower bound. */
enum nash_status proof_end(struct proof_job *job, struct sudoku_answer *answer, bool ended, struct nash_result *result,
                           struct nash_error *error);

/* Proves in this process, unit by unit in the order of the tree. */
enum nash_status proof_alone(const struct sudoku_problem *problem, struct nash_run *run, struct nash_result *result,
                             struct nash_error *error);

#endif
