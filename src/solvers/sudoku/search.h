/* Own search: iterative backtracking over the board, resumable between solutions. */
#ifndef SUDOKU_SEARCH_H
#define SUDOKU_SEARCH_H

#include <nash/rng.h>
#include <nash/solver.h>

#include "board.h"
#include "progress.h"

enum sudoku_outcome {
    SUDOKU_FOUND,     /* a solution */
    SUDOKU_EXHAUSTED, /* there is no further one */
    SUDOKU_SPENT,     /* the node allowance of this call is used up */
    SUDOKU_HALTED     /* the run was stopped */
};

struct sudoku_frame {
    uint32_t decision; /* the literal tried */
    uint32_t removed;  /* trail length before it */
};

struct sudoku_search {
    struct sudoku_board *board;
    struct sudoku_frame *frame; /* one a decision */
    unsigned depth;
    bool at_solution; /* the last call found one: go on behind it */
    float *weight;    /* a constraint: how often it failed, recent failures counting more */
    float increment;  /* of the next failure */
    uint64_t nodes, dead_ends;

    /* Set by the caller after sudoku_search_new(), each may stay NULL. */
    struct sudoku_progress *progress; /* whose run can stop the search */
    const uint8_t *hint;              /* a solution: its values are tried first */
    struct nash_rng *shuffle;         /* values in random order, for making boards */
};

/* A search below the present state of board, which it drives from then on. NULL when the arena is spent. */
struct sudoku_search *sudoku_search_new(struct nash_arena *arena, struct sudoku_board *board);

/* Goes on to the next solution, for at most `allowance` further nodes. After SUDOKU_FOUND the board holds the solution
 * until the next call. */
enum sudoku_outcome sudoku_search_next(struct sudoku_search *search, uint64_t allowance);

/* Takes all decisions back. What was refuted before the first one stays refuted. */
void sudoku_search_rewind(struct sudoku_search *search);

#endif
