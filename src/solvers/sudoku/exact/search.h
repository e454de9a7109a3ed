/* The search on the board: iterative backtracking that can be resumed after each solution. */
#ifndef SUDOKU_SEARCH_H
#define SUDOKU_SEARCH_H

#include "board.h"

struct nash_rng;
struct sudoku_progress;

enum sudoku_outcome {
    SUDOKU_FOUND,     /* a solution */
    SUDOKU_EXHAUSTED, /* no further solution exists */
    SUDOKU_SPENT,     /* the node allowance of this call is used up */
    SUDOKU_HALTED     /* the run was stopped */
};

struct sudoku_frame {
    uint32_t decision; /* the literal tried */
    uint32_t removed;  /* trail length before it */
    uint32_t steps;    /* path length before it */
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
    const uint8_t *hint; /* a solution whose values are tried first */
    /* Returns a random number below n: values are tried in random order, to generate grids. */
    uint64_t (*below)(struct nash_rng *rng, uint64_t n);
    struct nash_rng *rng;
    /* Called before each decision; true: stop. See sudoku_search_report(). */
    bool (*halted)(struct sudoku_search *search);
    struct sudoku_progress *progress;
    void *context; /* of halted() */
    /* The path to the present node: every decision as its literal, every refuted one as its literal with
     * SUDOKU_STEP_NOT. Room for as many literals as the board has. */
    uint32_t *path;
    unsigned steps; /* length of path */
};

enum { SUDOKU_STEP_NOT = 1 << 22 };

/* Returns a search below the present state of board, which belongs to the search from then on. NULL when the arena is
 * exhausted. */
struct sudoku_search *sudoku_search_new(struct nash_arena *arena, struct sudoku_board *board);

/* Makes the search report to progress, which receives the fullest grid and whose run counts the nodes and can stop the
 * search: report.c. */
void sudoku_search_report(struct sudoku_search *search, struct sudoku_progress *progress);

/* Finds the next solution within `allowance` further nodes. After SUDOKU_FOUND the board holds the solution until the
 * next call. */
enum sudoku_outcome sudoku_search_next(struct sudoku_search *search, uint64_t allowance);

/* Makes a decision that sudoku_search_next() would not make; the board must be propagated. It is no node. */
void sudoku_search_push(struct sudoku_search *search, uint32_t literal);

/* Forgets decisions, weights and counts, as if the search were new; the board is the caller's to undo. */
void sudoku_search_reset(struct sudoku_search *search);

/* Undoes all decisions. Candidates that the search refuted without a decision stay removed. */
void sudoku_search_rewind(struct sudoku_search *search);

#endif
