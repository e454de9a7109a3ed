/* The engine for 9x9 grids: counts solutions by propagation in SIMD registers and search.
 *
 * It uses no arena and no heap (30 KB of stack) and keeps nothing between calls, so that a call costs what the puzzle
 * costs: about a microsecond for an easy one. */
#ifndef SUDOKU_NINE_H
#define SUDOKU_NINE_H

#include <stdbool.h>
#include <stdint.h>

struct nash_run;

enum { NINE_CELLS = 81, NINE_ALL = 0x1ff };

struct sudoku_nine {
    uint32_t count;                                /* solutions found, at most the limit */
    bool complete;                                 /* there are no further solutions */
    bool halted;                                   /* the run was stopped: neither complete nor at the limit */
    uint64_t nodes;                                /* guesses */
    uint64_t dead_ends;                            /* guesses that led to a contradiction */
    uint8_t first[NINE_CELLS], second[NINE_CELLS]; /* the first two solutions, values 1..9; set if count >= 1, 2 */
    uint8_t forced[NINE_CELLS];                    /* when halted without a solution: values proved, 0 = open */
};

/* Counts the solutions of a grid up to limit (at least 1). Cells are numbered row by row.
 * clue[cell]: 1..9, or 0 for an open cell. marks[cell]: the candidates of a cell, bit v - 1 for value v, in addition to
 * the clues; NULL: every open cell may take every value.
 * run may be NULL. Otherwise its nodes are counted, and nash_stop() is polled at each node with SUDOKU_CHECK_SEARCH and
 * between two solutions with SUDOKU_CHECK_MODEL. */
void sudoku_nine(const uint8_t clue[NINE_CELLS], const uint16_t *marks, uint32_t limit, struct nash_run *run,
                 struct sudoku_nine *out);

/* ---- the same engine, compiled for several instruction sets ---- */

typedef void sudoku_nine_fn(const uint8_t clue[NINE_CELLS], const uint16_t *marks, uint32_t limit, struct nash_run *run,
                            struct sudoku_nine *out);

extern sudoku_nine_fn sudoku_nine_plain, sudoku_nine_avx2, sudoku_nine_avx512;

struct sudoku_nine_path {
    const char *name;
    sudoku_nine_fn *count;
};

/* Returns the k-th path that this machine can run, the best one first; NULL after the last. "plain" runs everywhere. */
const struct sudoku_nine_path *sudoku_nine_path(unsigned k);

#endif
