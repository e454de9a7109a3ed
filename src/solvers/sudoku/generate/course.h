/* The puzzle in the making and what is known of it: shared by generate.c and walk.c. */
#ifndef SUDOKU_GENERATE_COURSE_H
#define SUDOKU_GENERATE_COURSE_H

#include "../explain/explain.h"
#include "dig.h"

/* What a walk may have to go back to, besides the solution. */
struct sudoku_stand {
    uint8_t *clue;
    unsigned clues;
    bool rated;
    struct sudoku_rating rating; /* if rated */
    int off;                     /* levels above the one wanted, if rated */
};

struct sudoku_course {
    struct sudoku_forge forge;
    struct sudoku_dig dig;
    struct sudoku_stand now; /* of the puzzle in dig: clue and clues are dig's */
    struct sudoku_stand kept;
    unsigned passes; /* times clues were taken away */
};

/* Is it what was ordered, as far as clues and level go? */
bool sudoku_course_on_target(const struct sudoku_course *course);
bool sudoku_course_fits(const struct sudoku_course *course);

/* Takes clues away from the full grid in dig->solution, and walks until the order is met or patience is at its end.
 * What stands in dig afterwards is whole, also when halted. */
enum sudoku_forging sudoku_course_run(struct sudoku_course *course);

/* Rates the puzzle at hand. */
enum sudoku_forging sudoku_course_rate(struct sudoku_course *course);

#endif
