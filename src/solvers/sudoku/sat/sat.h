/* The SAT engine: the board as clauses for CaDiCaL. */
#ifndef SUDOKU_SAT_H
#define SUDOKU_SAT_H

#include <nash/solver.h>
#include <solvers/sudoku/exact/board.h>
#include <solvers/sudoku/exact/search.h>
#include <solvers/sudoku/progress.h>

struct sudoku_sat;

/* Limit of CaDiCaL's heap, in bytes; the rest of the kind's memory is arena and reserve. */
enum { SUDOKU_SAT_MEMORY_MAX = 384 << 20 };

/* The size of an encoding of the board's present state, computed without building it. */
struct sudoku_sat_size {
    uint64_t variables, clauses, literals;
    uint64_t bytes; /* CaDiCaL's memory, an upper estimate */
};
struct sudoku_sat_size sudoku_sat_estimate(const struct sudoku_board *board);

/* Encodes board, which must be propagated and not failed, and is not needed afterwards. NULL when the arena is
 * exhausted or CaDiCaL cannot be set up. The caller must call sudoku_sat_free(): CaDiCaL's memory is on the heap. */
struct sudoku_sat *sudoku_sat_new(const struct sudoku_board *board, struct sudoku_progress *progress);
void sudoku_sat_free(struct sudoku_sat *sat);

/* Assumes, for the next solve only, that cell holds value (1..N) or does not. False: the encoded board implies the
 * opposite, so there is no such solution; then do not solve. */
bool sudoku_sat_assume(struct sudoku_sat *sat, unsigned cell, unsigned value, bool holds);

/* Limits the next solve to this number of conflicts. */
void sudoku_sat_allow(struct sudoku_sat *sat, unsigned conflicts);

/* Writes the next solution that is not blocked, under the assumptions made since the last one, into grid[cells]:
 * SUDOKU_FOUND, SUDOKU_EXHAUSTED when there is none (under the assumptions, if any), SUDOKU_SPENT when the conflicts
 * are used up, or SUDOKU_HALTED. */
enum sudoku_outcome sudoku_sat_next(struct sudoku_sat *sat, uint8_t *grid);

/* Excludes grid, a solution, from now on. */
void sudoku_sat_block(struct sudoku_sat *sat, const uint8_t *grid);

/* Adds to grid the values CaDiCaL has proved to hold in every solution. Call it only while nothing is blocked. */
void sudoku_sat_fixed(const struct sudoku_sat *sat, uint8_t *grid);

/* Returns an estimate of the heap bytes of all blocking clauses. */
uint64_t sudoku_sat_blocked_bytes(const struct sudoku_sat *sat);

#endif
