/* The engine for 9x9 grids on a part of a search: it begins at any node, stops after a number of guesses, and can go on
 * from there elsewhere. All paths of nine.h make the same guesses. Freestanding. */
#ifndef SUDOKU_NINE_PART_H
#define SUDOKU_NINE_PART_H

#include <stdbool.h>
#include <stdint.h>

#include "nine.h"

/* A step of a path: digit * 54 + box * 6 + triad (0..2 the rows of the box, 3..5 its columns): the digit of the box is
 * in this triad; with NINE_NOT: it is not. NINE_OPEN, with a step that is not NINE_NOT: the other side is open, that
 * is, not searched yet. */
enum {
    NINE_TRIADS = 9 * 9 * 6,
    NINE_NOT = 1 << 15,
    NINE_OPEN = 1 << 14,
    NINE_OPEN_MAX = 108,                         /* open steps: two guesses fix a digit in a band or stack */
    NINE_STEPS_MAX = NINE_TRIADS + NINE_OPEN_MAX /* each triad is excluded at most once */
};

enum sudoku_nine_ending {
    NINE_EXHAUSTED, /* the node of the path and all open sides are searched */
    NINE_SPENT,     /* the budget is used up */
    NINE_ENOUGH     /* each() returned false */
};

struct sudoku_nine_part {
    uint64_t budget; /* guesses */
    /* Called with each solution; false: stop after it. NULL: solutions are only counted. */
    bool (*each)(struct sudoku_nine_part *part, const uint8_t value[NINE_CELLS]);
    void *context;
    uint64_t count, nodes; /* solutions found, guesses made; added to */
    /* The node to begin at, at most NINE_STEPS_MAX steps, NINE_OPEN_MAX of them open; afterwards, unless exhausted, the
     * node to go on at. */
    uint16_t path[2 * NINE_STEPS_MAX];
    unsigned steps;
};

/* Counts the solutions with these marks (nine.h) below the node of the path and in the open sides of its steps. */
typedef enum sudoku_nine_ending sudoku_nine_part_fn(const uint16_t marks[NINE_CELLS], struct sudoku_nine_part *part);

extern sudoku_nine_part_fn sudoku_nine_part_plain, sudoku_nine_part_avx2, sudoku_nine_part_avx512;

/* As sudoku_nine_path(). */
sudoku_nine_part_fn *sudoku_nine_part_path(unsigned k);

#endif
