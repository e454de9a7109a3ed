/* The tables of a board. Units carry one number over all three kinds, so that the engines need no case for each. */
#include "geometry.h"

const struct sudoku_geometry *sudoku_geometry_new(struct nash_arena *arena, unsigned box_rows, unsigned box_cols)
{
    unsigned n = box_rows * box_cols;
    struct sudoku_geometry *g = NASH_NEW(arena, struct sudoku_geometry, 1);
    uint16_t(*unit)[SUDOKU_KINDS] = nash_arena_array(arena, n * n, sizeof *unit);
    uint8_t(*place)[SUDOKU_KINDS] = nash_arena_array(arena, n * n, sizeof *place);
    uint16_t *cells = NASH_NEW(arena, uint16_t, 3U * n * n);
    if (!g || !unit || !place || !cells)
        return NULL;
    for (unsigned row = 0; row < n; row++) {
        for (unsigned column = 0; column < n; column++) {
            unsigned cell = row * n + column;
            unsigned box = row / box_rows * (n / box_cols) + column / box_cols;
            unsigned inside = row % box_rows * box_cols + column % box_cols;
            unit[cell][SUDOKU_ROW] = (uint16_t)row;
            unit[cell][SUDOKU_COLUMN] = (uint16_t)(n + column);
            unit[cell][SUDOKU_BOX] = (uint16_t)(2 * n + box);
            place[cell][SUDOKU_ROW] = (uint8_t)column;
            place[cell][SUDOKU_COLUMN] = (uint8_t)row;
            place[cell][SUDOKU_BOX] = (uint8_t)inside;
            for (unsigned kind = 0; kind < SUDOKU_KINDS; kind++)
                cells[unit[cell][kind] * n + place[cell][kind]] = (uint16_t)cell;
        }
    }
    *g = (struct sudoku_geometry){.size = n,
                                  .box_rows = box_rows,
                                  .box_cols = box_cols,
                                  .cells = n * n,
                                  .units = 3 * n,
                                  .unit = (const uint16_t(*)[SUDOKU_KINDS])unit,
                                  .place = (const uint8_t(*)[SUDOKU_KINDS])place,
                                  .cell = cells};
    return g;
}
