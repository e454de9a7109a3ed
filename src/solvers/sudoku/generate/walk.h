/* The present puzzle with its rating; shared by generate.c and walk.c. */
#ifndef SUDOKU_GENERATE_WALK_H
#define SUDOKU_GENERATE_WALK_H

#include <solvers/sudoku/explain/explain.h>

#include "dig.h"

/* A puzzle that a walk can return to, without its solution. */
struct sudoku_walk_state {
    uint8_t *clue;  /* [cell] 0 = empty */
    unsigned clues; /* number of clues */
    bool rated;
    struct sudoku_rating rating; /* if rated */
    int off;                     /* level minus the wanted level, if rated */
};

struct sudoku_walk {
    struct sudoku_generator generator;
    struct sudoku_dig dig;
    struct sudoku_walk_state now;  /* rating of the puzzle in dig; its clue and clues are those of dig */
    struct sudoku_walk_state kept; /* the puzzle to return to */
    unsigned passes;               /* passes of digging */
};

/* True when the number of clues meets the request; when both clues and level do. */
bool sudoku_walk_on_target(const struct sudoku_walk *walk);
bool sudoku_walk_fits(const struct sudoku_walk *walk);

/* Removes clues from the full grid in dig->solution, and walks until the request is met or many steps bring no gain.
 * The puzzle in dig is consistent afterwards, also when halted. */
enum sudoku_generate_status sudoku_walk_run(struct sudoku_walk *walk);

/* Rates the present puzzle. */
enum sudoku_generate_status sudoku_walk_rate(struct sudoku_walk *walk);

#endif
