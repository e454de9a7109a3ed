/* Which cell lies in which row, column and box, as tables. */
#ifndef SUDOKU_GEOMETRY_H
#define SUDOKU_GEOMETRY_H

#include <stdint.h>

#include <nash/arena.h>

enum sudoku_kind { SUDOKU_ROW, SUDOKU_COLUMN, SUDOKU_BOX, SUDOKU_KINDS };

struct sudoku_geometry {
    unsigned size, box_rows, box_cols;
    unsigned cells;                       /* size squared */
    unsigned units;                       /* 3 * size: rows, then columns, then boxes */
    const uint16_t (*unit)[SUDOKU_KINDS]; /* [cell][kind]: the three units of a cell */
    const uint8_t (*place)[SUDOKU_KINDS]; /* [cell][kind]: the cell's place 0..size-1 inside that unit */
    const uint16_t *cell;                 /* [unit * size + place] */
};

/* The tables in the arena; NULL when it is spent. size must be box_rows * box_cols. */
const struct sudoku_geometry *sudoku_geometry_new(struct nash_arena *arena, unsigned box_rows, unsigned box_cols);

#endif
