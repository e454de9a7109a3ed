/* A proof as its owner sees it: how it is cut into units, how answers are checked, divided and merged. The functions
 * have the meaning of those of struct farm_job (cluster/unit_farm/job.h); proof_alone.c calls them without a farm. */
#ifndef SUDOKU_UNITS_PROOF_JOB_H
#define SUDOKU_UNITS_PROOF_JOB_H

#include <nash/status.h>

#include "proof_wire.h"

struct sudoku_board;

/* Adds a unit of the job. */
typedef void proof_add(void *context, const uint8_t *bytes, size_t len);

struct proof_job {
    const struct sudoku_problem *problem;
    struct nash_arena *arena;
    struct proof_task task;
    const uint8_t *bytes; /* [len] the task */
    size_t len;
    struct sudoku_board *board; /* propagated; NULL: the problem is contradictory, and there is nothing to do */
    uint64_t budget;            /* nodes of the first units */
    uint8_t *scratch;           /* [PROOF_UNIT_MAX] */
    uint8_t *grid;              /* [cells] */

    /* The result of the merged answers */
    unsigned __int128 count;
    bool complete; /* set by proof_job_begin(); no answer has left out anything */
    bool enough;   /* the limit is reached */
    uint64_t nodes, units;
    unsigned kept;
    uint8_t *solution; /* [keep][cells] values 1..N */
};

/* Propagates the problem and writes its task. keep, least, limit: as in proof_wire.h. NASH_NOMEM, NASH_TOO_LARGE. */
enum nash_status proof_job_begin(struct proof_job *job, const struct sudoku_problem *problem, struct nash_arena *arena,
                                 unsigned keep, bool least, uint64_t limit, struct nash_error *error);

/* Adds the whole problem as one unit, with a small part of the budget: most problems end there. */
void proof_job_try(struct proof_job *job, proof_add *add, void *context);

/* Cuts the problem into about `wanted` cubes of similar size and adds them as units, in the order of their tree: cut.c.
 * False: out of memory. */
bool proof_job_cut(struct proof_job *job, unsigned wanted, proof_add *add, void *context);

/* The same in steps, for callers that must not compute for long. */
struct proof_cut *proof_cut_begin(struct proof_job *job, unsigned wanted); /* NULL: out of memory */
/* Splits the largest cube, in at most a few milliseconds, and leaves the board as it was. False: there is no more to
 * do. */
bool proof_cut_step(struct proof_cut *cut);
void proof_cut_add(const struct proof_cut *cut, proof_add *add, void *context);

enum proof_verdict { PROOF_WRONG, PROOF_VALID, PROOF_LAST };

/* Checks an answer at a small part of the cost of its unit: its form, the order of its path behind that of the unit,
 * and every solution shown. PROOF_WRONG: with *why. PROOF_LAST: it has as many solutions as are wanted. */
enum proof_verdict proof_job_check(struct proof_job *job, const uint8_t *unit, size_t unit_len, const uint8_t *answer,
                                   size_t len, const char **why);

/* Adds what a valid answer has left, as a few units in the order of the search. */
void proof_job_divide(struct proof_job *job, const uint8_t *unit, size_t unit_len, const uint8_t *answer, size_t len,
                      proof_add *add, void *context);

/* Returns the nodes of an answer. */
uint64_t proof_job_steps(const struct proof_job *job, const uint8_t *answer, size_t len);

/* Returns the solutions that an answer has found, at most UINT64_MAX. */
uint64_t proof_job_yield(const struct proof_job *job, const uint8_t *answer, size_t len);

/* Adds a valid answer to the result; in the order of the tree. False: no further answer is needed; of one that is given
 * all the same only the nodes are added. */
bool proof_job_merge(struct proof_job *job, const uint8_t *answer, size_t len);

#endif
