/* The search on the board: iterative backtracking that can be resumed after each solution. */
#ifndef SUDOKU_SEARCH_H
#define SUDOKU_SEARCH_H

#include <nash/rng.h>
#include <nash/solver.h>
#include <solvers/sudoku/progress.h>

#include "board.h"

enum sudoku_outcome {
    SUDOKU_FOUND,     /* a solution */
    SUDOKU_EXHAUSTED, /* no further solution exists */
    SUDOKU_SPENT,     /* the node allowance of this call is used up */
    SUDOKU_HALTED     /* the run was stopped */
};

struct sudoku_frame {
    uint32_t decision; /* the literal tried */
    uint32_t removed;  /* trail length before it */
};

struct sudoku_search {
    struct sudoku_board *board;
    struct sudoku_frame *frame; /* one for each decision */
    unsigned depth;
    bool at_solution; /* the last call found a solution; the next one continues after it */
    float *weight;    /* [constraint] how often it failed, recent failures counting more */
    float increment;  /* added to a constraint's weight at its next failure */
    uint64_t nodes, dead_ends;

    /* Set by the caller after sudoku_search_new(); each may stay NULL. */
    struct sudoku_progress *progress; /* receives the fullest grid; its run can stop the search */
    const uint8_t *hint;              /* a solution whose values are tried first */
    struct nash_rng *shuffle;         /* values are tried in random order, to generate grids */
};

/* Returns a search below the present state of board, which belongs to the search from then on. NULL when the arena is
 * exhausted. */
struct sudoku_search *sudoku_search_new(struct nash_arena *arena, struct sudoku_board *board);

/* Finds the next solution within `allowance` further nodes. After SUDOKU_FOUND the board holds the solution until the
 * next call. */
enum sudoku_outcome sudoku_search_next(struct sudoku_search *search, uint64_t allowance);

/* Undoes all decisions. Candidates that the search refuted without a decision stay removed. */
void sudoku_search_rewind(struct sudoku_search *search);

#endif
