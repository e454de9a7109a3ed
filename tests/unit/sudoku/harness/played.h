/* Problems for the tests of games. */
#ifndef TEST_SUDOKU_PLAYED_H
#define TEST_SUDOKU_PLAYED_H

#include <solvers/sudoku/game/setup.h>

#include "boards.h"
#include "harness.h"

enum { ARENA_BYTES = 256 << 20 };

static inline struct sudoku_options play_of(enum sudoku_method method)
{
    return (struct sudoku_options){.method = method, .propagate = true, .restarts = UINT32_MAX, .audit = -1};
}

static inline struct sudoku_problem problem_of(unsigned box_rows, unsigned box_cols, const uint8_t *clue,
                                               const struct sudoku_options *options)
{
    struct sudoku_problem p = board_problem(box_rows, box_cols, clue, options ? 1 : 2);
    p.options = options;
    return p;
}

/* Returns a 25x25 board with 14 holes in each row, column and box, determined by the seed. */
static inline void hard(uint64_t seed, uint8_t *grid)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, seed);
    board_full(&rng, 5, 5, grid);
    board_balanced(&rng, 5, 5, 14, grid);
}

#endif
