/* A Sudoku problem. It lives in the arena of the request.
 *
 * Cells are numbered row by row from 0; values are 1..size, 0 = empty. */
#ifndef SUDOKU_PROBLEM_H
#define SUDOKU_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sudoku_options; /* game/options.h */
struct sudoku_spec;    /* generate/spec.h */

enum {
    SUDOKU_MIN = 4,  /* smallest side of a grid, in cells */
    SUDOKU_MAX = 49, /* largest side: all values of a cell fit in a 64-bit mask */
    SUDOKU_CELLS_MAX = SUDOKU_MAX * SUDOKU_MAX,
    SUDOKU_SOLUTIONS_DEFAULT = 2, /* default of `limit`: enough to tell whether a solution is unique */
    SUDOKU_SOLUTIONS_MAX = 1000000,
    SUDOKU_LIST_MAX = 3000 /* largest value of `list`; a grid of 16 cells fits so often into an answer of a unit */
};

enum sudoku_task {
    SUDOKU_SOLVE,
    SUDOKU_EXPLAIN, /* "explain": true: the steps of a human solver, each named, and the rating */
    SUDOKU_HINT,    /* "hint": true: the next such step only, without the solution */
    SUDOKU_CHECK,   /* "check": true: conflicts, and whether the grid can still be completed, without the solution */
    SUDOKU_GENERATE /* "generate": {...}: makes a puzzle by problem->spec */
};

/* Cells that hold different values which add up to sum. */
struct sudoku_cage {
    unsigned sum;         /* 1..N (N + 1) / 2 */
    unsigned count;       /* number of cells, 1..N */
    const uint16_t *cell; /* [count] the cells, ascending */
};

struct sudoku_problem {
    enum sudoku_task task;
    const struct sudoku_spec *spec;       /* what to make (SUDOKU_GENERATE), else NULL */
    const struct sudoku_options *options; /* the method; NULL when the request names none */
    unsigned size;                        /* N: 4..49 */
    unsigned box_rows, box_cols;  /* height and width of a box; their product is size; 0 with irregular regions */
    unsigned clues;               /* number of cells with a clue */
    uint32_t limit;               /* count solutions up to this many; UINT32_MAX with `all` */
    bool all;                     /* "solutions": "all": count every solution, exactly */
    unsigned list;                /* "list": how many of all solutions to answer, the lexicographically least ones */
    bool diagonal;                /* both diagonals hold every value once */
    bool disjoint;                /* the N cells at the same place of their boxes hold every value once */
    const uint8_t *region;        /* irregular boxes: the region 0..N-1 of each cell, N cells each; NULL = rectangles */
    char symbols[SUDOKU_MAX + 1]; /* symbols[v - 1] stands for value v; NUL-terminated */
    const uint8_t *clue;          /* size * size values, 0 = empty */
    const uint64_t *allowed;      /* pencilmarks: [cell] values still allowed, bit v-1 for value v; NULL = all */
    const struct sudoku_cage *cage; /* killer cages, disjoint sets of cells */
    size_t cages;                   /* length of cage[] */
};

#endif
