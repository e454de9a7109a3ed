/* Problems to be played as games, for the tests of games. */
#ifndef TEST_SUDOKU_PLAYED_H
#define TEST_SUDOKU_PLAYED_H

#include <solvers/sudoku/playing.h>

#include "boards.h"
#include "harness.h"

enum { ARENA_BYTES = 256 << 20 };

static inline struct sudoku_play play_of(enum sudoku_method method)
{
    return (struct sudoku_play){.method = method, .propagate = true, .restarts = UINT32_MAX, .audit = -1};
}

static inline struct sudoku_problem problem_of(unsigned box_rows, unsigned box_cols, const uint8_t *clue,
                                               const struct sudoku_play *play)
{
    struct sudoku_problem p = board_problem(box_rows, box_cols, clue, play ? 1 : 2);
    p.play = play;
    return p;
}

/* 25x25, 14 holes in each row, column and box: which one is fixed by the seed. */
static inline void hard(uint64_t seed, uint8_t *grid)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, seed);
    board_full(&rng, 5, 5, grid);
    board_balanced(&rng, 5, 5, 14, grid);
}

#endif
