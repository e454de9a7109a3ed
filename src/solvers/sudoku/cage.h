/* Killer cages: sets of cells that hold different values which add up to a sum.
 *
 * Beside the cages of the problem stand those that follow from them: where cages lie inside a unit, the rest of the
 * unit adds up to what they leave of its total, N (N + 1) / 2 (the players' "45 rule"). */
#ifndef SUDOKU_CAGE_H
#define SUDOKU_CAGE_H

#include "geometry.h"

struct sudoku_board;

enum {
    SUDOKU_SUM_MAX = SUDOKU_MAX * (SUDOKU_MAX + 1) / 2, /* of a whole unit, so of every cage */
    SUDOKU_CAGES_OF_CELL = 1 + SUDOKU_KINDS,            /* its own, and one that follows for each of its units */
    SUDOKU_NO_CAGE = 0xffff
};

struct sudoku_cages {
    unsigned count;                             /* cages in all */
    unsigned given;                             /* those of the problem, in its order: the first ones */
    const struct sudoku_cage *cage;             /* a sum of 0 can follow: then there is no solution */
    const uint16_t (*of)[SUDOKU_CAGES_OF_CELL]; /* [cell]: its cages, SUDOKU_NO_CAGE where there is none */
};

/* The cages of the problem and those that follow; NULL when the arena is spent. */
const struct sudoku_cages *sudoku_cages_new(struct nash_arena *arena, const struct sudoku_problem *problem,
                                            const struct sudoku_geometry *geometry);

/* Sets of sums 0..SUDOKU_SUM_MAX, as bits. */
struct sudoku_sums {
    uint64_t word[SUDOKU_SUM_MAX / 64 + 1];
};

/* Can `count` different values of the mask `values` (bit v-1 for v) add up to sum? */
bool sudoku_sum_reachable(uint64_t values, unsigned count, unsigned sum);

/* What one cage rules out on the board: candidates no combination of its sum needs, and outside of it values that every
 * combination needs. false on contradiction, with board->failed set. */
bool sudoku_cage_propagate(struct sudoku_board *board, const struct sudoku_cage *cage);

#endif
