/* The units of each cell, as tables. A unit is a set of N cells that holds every value once: a row, a column, a box,
 * and in a variant a diagonal or a disjoint group. This header, geometry.c, and board, cage and search of exact/ are
 * freestanding, because they are compiled to WebAssembly too. */
#ifndef SUDOKU_GEOMETRY_H
#define SUDOKU_GEOMETRY_H

#include <stdint.h>

#include <nash/arena.h>

#include "problem.h"

enum sudoku_kind {
    SUDOKU_ROW,
    SUDOKU_COLUMN,
    SUDOKU_BOX, /* a rectangle, or an irregular region */
    SUDOKU_DIAGONAL,
    SUDOKU_ANTIDIAGONAL,
    SUDOKU_GROUP, /* the cells at the same place of their boxes */
    SUDOKU_KINDS
};

enum { SUDOKU_NO_UNIT = 0xffff };

struct sudoku_geometry {
    unsigned size;                        /* N */
    unsigned cells;                       /* N squared */
    unsigned units;                       /* number of units: rows, columns, boxes (3 N), then those of the variant */
    unsigned kinds;                       /* every kind in use is below it: 3 in a plain grid */
    const uint8_t *kind;                  /* [unit]: its enum sudoku_kind */
    const uint16_t (*unit)[SUDOKU_KINDS]; /* [cell][kind]: the units of a cell; SUDOKU_NO_UNIT where it has none */
    const uint8_t (*place)[SUDOKU_KINDS]; /* [cell][kind]: the cell's place 0..N-1 inside that unit */
    const uint16_t *cell;                 /* [unit * N + place]: the cell at that place */
    const struct sudoku_cages *cages;     /* exact/cage.h; NULL without cages */
};

/* Returns the tables of the problem's size, box, region and variant, in the arena; NULL when it is exhausted. */
const struct sudoku_geometry *sudoku_geometry_new(struct nash_arena *arena, const struct sudoku_problem *problem);

/* Returns the number of units of the problem. */
unsigned sudoku_unit_count(const struct sudoku_problem *problem);

/* Writes the name of a unit in answers, counted from 1 within its kind, into out[size]: "row 3", "box 9", "diagonal 2",
 * "group 4". Numbers from sudoku_unit_count() on are the problem's cages: "cage 1". Returns out. */
char *sudoku_unit_name(char *out, size_t size, const struct sudoku_problem *problem, unsigned unit);

#endif
