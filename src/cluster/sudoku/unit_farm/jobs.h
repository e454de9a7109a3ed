/* A Sudoku's work in units as a game of the cluster: jobs.c has the farm's jobs, program.c the course. */
#ifndef CLUSTER_SUDOKU_FARM_JOBS_H
#define CLUSTER_SUDOKU_FARM_JOBS_H

#include <cluster/member.h>
#include <cluster/unit_farm/coordinator.h>
#include <solvers/sudoku/units/generation.h>
#include <solvers/sudoku/units/luck_job.h>
#include <solvers/sudoku/units/proof_answer.h>
#include <solvers/sudoku/units/report.h>

#include "whole.h"

/* The units of the first cut of a proof, until the farm takes them. */
struct sudoku_roots {
    struct proof_cut *cut; /* under way; NULL: there is none, or it has ended */
    uint8_t **bytes;       /* [room] */
    size_t *len;
    unsigned count, room, taken;
    bool failed; /* out of memory */
};

/* The end with the fewest conflicts of all runs that have ended. */
struct luck_best {
    uint8_t value[GAME_CELLS_MAX];
    uint32_t conflicts;
    char member[MEMBER_NAME_MAX]; /* "": no run has ended */
};

struct sudoku_farm {
    struct farm_game farm; /* must be the first field */
    const struct sudoku_problem *problem;
    struct nash_run *run;
    const struct cluster_host *host;
    int64_t begin_ns;
    struct nash_result *result;
    const struct farm_job *job; /* one of those below */
    struct farm_job proof_job;  /* sudoku_proof_job with its limit */
    struct sudoku_unit_report report;
    uint64_t supplied; /* units of luck and generation that the farm has */

    struct proof_job proof;
    struct sudoku_answer *answer;
    struct sudoku_roots roots;
    struct sudoku_whole whole;
    struct luck_job luck;
    struct luck_best best;
    struct sudoku_game game;
    struct generation_job generation;
};

extern const struct farm_job sudoku_proof_job, sudoku_luck_job, sudoku_generation_job;

/* Writes the best board so far and its member into a progress report; self: struct sudoku_farm. */
void sudoku_luck_progress(void *self, const struct farm *farm, struct nash_jsonw *out);

/* Adds a root; context: struct sudoku_farm. */
void sudoku_roots_add(void *context, const uint8_t *bytes, size_t len);
/* Continues the cut for at most some milliseconds. */
void sudoku_roots_step(struct sudoku_farm *own);

#endif
