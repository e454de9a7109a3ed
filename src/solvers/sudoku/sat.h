/* The SAT engine: what own propagation left open, as clauses for CaDiCaL. */
#ifndef SUDOKU_SAT_H
#define SUDOKU_SAT_H

#include <nash/solver.h>

#include "board.h"
#include "progress.h"
#include "search.h"

struct sudoku_sat;

/* What an encoding of board's present state will need; computed without building it. */
struct sudoku_sat_size {
    uint64_t variables, clauses, literals;
    uint64_t bytes; /* CaDiCaL's memory, a cautious estimate */
};
struct sudoku_sat_size sudoku_sat_estimate(const struct sudoku_board *board);

/* Encodes board, which must be propagated and not failed, and is not needed afterwards. NULL when the arena is spent or
 * CaDiCaL could not be set up. The caller must sudoku_sat_free(): CaDiCaL's memory is on the heap. */
struct sudoku_sat *sudoku_sat_new(const struct sudoku_board *board, struct sudoku_progress *progress);
void sudoku_sat_free(struct sudoku_sat *sat);

/* For the next solve only: cell holds value (1..N), or does not. false: the encoded board says the opposite already, so
 * that there is no such solution; then do not solve. */
bool sudoku_sat_assume(struct sudoku_sat *sat, unsigned cell, unsigned value, bool holds);

/* For the next solve only: give up after so many conflicts. */
void sudoku_sat_allow(struct sudoku_sat *sat, unsigned conflicts);

/* The next solution into grid[cells], not one that is blocked, under what was assumed since the last one:
 * SUDOKU_FOUND, SUDOKU_EXHAUSTED (for good only when nothing was assumed), SUDOKU_SPENT when the conflicts allowed are,
 * or SUDOKU_HALTED. */
enum sudoku_outcome sudoku_sat_next(struct sudoku_sat *sat, uint8_t *grid);

/* Rules grid, a solution, out from now on. */
void sudoku_sat_block(struct sudoku_sat *sat, const uint8_t *grid);

/* Adds to grid the values CaDiCaL has proved to hold in every solution. Only while nothing is blocked. */
void sudoku_sat_fixed(const struct sudoku_sat *sat, uint8_t *grid);

/* Heap bytes held by blocking clauses, an estimate. */
uint64_t sudoku_sat_blocked_bytes(const struct sudoku_sat *sat);

#endif
