/* Killer cages: sets of cells that hold different values which add up to a sum.
 *
 * Besides the cages of the problem there are derived ones: where cages lie inside a unit, the rest of the unit adds up
 * to the remainder of its total, N (N + 1) / 2 (the "45 rule" of players). */
#ifndef SUDOKU_CAGE_H
#define SUDOKU_CAGE_H

#include <solvers/sudoku/geometry.h>

struct sudoku_board;

enum {
    SUDOKU_SUM_MAX = SUDOKU_MAX * (SUDOKU_MAX + 1) / 2, /* sum of a whole unit, which no cage exceeds */
    SUDOKU_CAGES_OF_CELL = 1 + SUDOKU_KINDS,            /* the given cage, and a derived one for each kind of unit */
    SUDOKU_NO_CAGE = 0xffff
};

struct sudoku_cages {
    unsigned count;                             /* number of cages, given and derived */
    unsigned given;                             /* number of cages of the problem; they come first, in its order */
    const struct sudoku_cage *cage;             /* [count]; a derived sum can be 0: then there is no solution */
    const uint16_t (*of)[SUDOKU_CAGES_OF_CELL]; /* [cell]: its cages, SUDOKU_NO_CAGE where there is none */
};

/* Returns the cages of the problem and the derived ones; NULL when the arena is exhausted. */
const struct sudoku_cages *sudoku_cages_new(struct nash_arena *arena, const struct sudoku_problem *problem,
                                            const struct sudoku_geometry *geometry);

/* A set of sums 0..SUDOKU_SUM_MAX, as bits. */
struct sudoku_sums {
    uint64_t word[SUDOKU_SUM_MAX / 64 + 1];
};

/* True when `count` different values of the mask `values` (bit v-1 for v) can add up to sum. */
bool sudoku_sum_reachable(uint64_t values, unsigned count, unsigned sum);

/* Propagates one cage: removes the candidates that no combination of its sum uses, and outside of the cage the values
 * that every combination uses. False on contradiction, with board->failed set. */
bool sudoku_cage_propagate(struct sudoku_board *board, const struct sudoku_cage *cage);

#endif
