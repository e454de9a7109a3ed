/* The state that the steps of generating a puzzle share. */
#ifndef SUDOKU_GENERATE_GENERATOR_H
#define SUDOKU_GENERATE_GENERATOR_H

#include <nash/rng.h>
#include <solvers/sudoku/exact/search.h>
#include <solvers/sudoku/progress.h>
#include <solvers/sudoku/sat/sat.h>

#include "spec.h"

/* How a step of the generation ended. */
enum sudoku_generate_status {
    SUDOKU_GENERATE_OK,
    SUDOKU_GENERATE_HALTED,     /* the run was stopped; the puzzle so far is consistent */
    SUDOKU_GENERATE_IMPOSSIBLE, /* no grid satisfies all rules */
    SUDOKU_GENERATE_FAILED      /* with generator->error */
};

struct sudoku_generator {
    const struct sudoku_problem *problem; /* the request */
    const struct sudoku_spec *spec;
    struct nash_run *run;
    struct nash_error *error;
    struct sudoku_answer *answer; /* its statistics are updated */
    const struct sudoku_geometry *geometry;
    struct sudoku_board *board;   /* all candidates open between two steps */
    struct sudoku_search *search; /* on board; its weights stay, because similar grids follow each other */
    struct sudoku_progress progress;
    struct nash_rng rng;
    unsigned target; /* clues wanted; 0 = as few as possible */
    bool easy_going; /* the request names no number of clues: stop where further progress is expensive */
};

/* Counts a step and polls the run. True: stop now. */
bool sudoku_generator_halted(struct sudoku_generator *generator);

/* Searches over the board for at most `allowance` nodes. Results as of sudoku_search_next(). */
enum sudoku_outcome sudoku_generator_search(struct sudoku_generator *generator, uint64_t allowance);

/* Undoes all decisions and opens all candidates of the board. */
void sudoku_generator_clear(struct sudoku_generator *generator);

/* Returns a SAT solver on the board's present state; NULL after SUDOKU_GENERATE_FAILED. The caller frees it by
 * sudoku_sat_free(). */
struct sudoku_sat *sudoku_generator_sat(struct sudoku_generator *generator);

enum sudoku_generate_status sudoku_generator_no_memory(struct sudoku_generator *generator);

/* Shuffles item[0..count-1]. */
void sudoku_generator_shuffle(struct sudoku_generator *generator, uint16_t *item, unsigned count);

/* Writes a random full grid (values 1..N) that satisfies all rules of the problem into grid: full.c. */
enum sudoku_generate_status sudoku_generate_full(struct sudoku_generator *generator, uint8_t *grid);

#endif
