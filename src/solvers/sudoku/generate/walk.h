/* The present puzzle and what is known of it; shared by generate.c and walk.c. */
#ifndef SUDOKU_GENERATE_WALK_H
#define SUDOKU_GENERATE_WALK_H

#include <solvers/sudoku/explain/explain.h>

#include "dig.h"

/* A state that a walk can return to, besides the solution. */
struct sudoku_walk_state {
    uint8_t *clue;
    unsigned clues;
    bool rated;
    struct sudoku_rating rating; /* if rated */
    int off;                     /* levels above the one wanted, if rated */
};

struct sudoku_walk {
    struct sudoku_generator generator;
    struct sudoku_dig dig;
    struct sudoku_walk_state now; /* of the puzzle in dig, which has its clue and clues */
    struct sudoku_walk_state kept;
    unsigned passes; /* passes of digging */
};

/* True when the puzzle meets the request in its clues; in clues and level. */
bool sudoku_walk_on_target(const struct sudoku_walk *walk);
bool sudoku_walk_fits(const struct sudoku_walk *walk);

/* Removes clues from the full grid in dig->solution, and walks until the request is met or PATIENCE is spent. The
 * puzzle in dig is consistent afterwards, also when halted. */
enum sudoku_generate_status sudoku_walk_run(struct sudoku_walk *walk);

/* Rates the present puzzle. */
enum sudoku_generate_status sudoku_walk_rate(struct sudoku_walk *walk);

#endif
