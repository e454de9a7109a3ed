/* The tables of a board. Units are numbered over all kinds, so that the engines need no case for each kind. */
#include "geometry.h"

#include <solvers/sudoku/exact/cage.h>

/* The tables of a geometry while they are filled. */
struct tables {
    unsigned size;
    uint8_t *kind;
    uint16_t (*unit)[SUDOKU_KINDS];
    uint8_t (*place)[SUDOKU_KINDS];
    uint16_t *cell;
    uint8_t *held; /* [unit] number of cells added so far */
};

/* Adds the cell to the unit, at the next free place. */
static void unit_add_cell(struct tables *t, unsigned cell, enum sudoku_kind kind, unsigned unit)
{
    unsigned place = t->held[unit]++;
    t->kind[unit] = (uint8_t)kind;
    t->unit[cell][kind] = (uint16_t)unit;
    t->place[cell][kind] = (uint8_t)place;
    t->cell[unit * t->size + place] = (uint16_t)cell;
}

/* Visits cells row by row, so that the places of a unit are in reading order. */
static void fill_tables(struct tables *t, const struct sudoku_problem *p)
{
    unsigned n = p->size, diagonals = 3 * n, groups = diagonals + (p->diagonal ? 2 : 0);
    for (unsigned row = 0; row < n; row++) {
        for (unsigned column = 0; column < n; column++) {
            unsigned cell = row * n + column;
            unsigned box = p->region ? p->region[cell] : row / p->box_rows * p->box_rows + column / p->box_cols;
            for (unsigned kind = 0; kind < SUDOKU_KINDS; kind++)
                t->unit[cell][kind] = SUDOKU_NO_UNIT;
            unit_add_cell(t, cell, SUDOKU_ROW, row);
            unit_add_cell(t, cell, SUDOKU_COLUMN, n + column);
            unit_add_cell(t, cell, SUDOKU_BOX, 2 * n + box);
            if (p->diagonal && row == column)
                unit_add_cell(t, cell, SUDOKU_DIAGONAL, diagonals);
            if (p->diagonal && row + column == n - 1)
                unit_add_cell(t, cell, SUDOKU_ANTIDIAGONAL, diagonals + 1);
            if (p->disjoint)
                unit_add_cell(t, cell, SUDOKU_GROUP, groups + row % p->box_rows * p->box_cols + column % p->box_cols);
        }
    }
}

unsigned sudoku_unit_count(const struct sudoku_problem *p)
{
    return 3 * p->size + (p->diagonal ? 2 : 0) + (p->disjoint ? p->size : 0);
}

const struct sudoku_geometry *sudoku_geometry_new(struct nash_arena *arena, const struct sudoku_problem *p)
{
    unsigned n = p->size, units = sudoku_unit_count(p);
    struct sudoku_geometry *g = NASH_NEW(arena, struct sudoku_geometry, 1);
    struct tables t = {.size = n,
                       .kind = NASH_NEW(arena, uint8_t, units),
                       .unit = nash_arena_array(arena, (size_t)n * n, sizeof *t.unit),
                       .place = nash_arena_array(arena, (size_t)n * n, sizeof *t.place),
                       .cell = NASH_NEW(arena, uint16_t, (size_t)units * n),
                       .held = NASH_NEW(arena, uint8_t, units)};
    if (!g || !t.kind || !t.unit || !t.place || !t.cell || !t.held)
        return NULL;
    fill_tables(&t, p);
    *g = (struct sudoku_geometry){.size = n,
                                  .cells = n * n,
                                  .units = units,
                                  .kinds = p->disjoint   ? SUDOKU_GROUP + 1
                                           : p->diagonal ? SUDOKU_ANTIDIAGONAL + 1
                                                         : SUDOKU_BOX + 1,
                                  .kind = t.kind,
                                  .unit = (const uint16_t(*)[SUDOKU_KINDS])t.unit,
                                  .place = (const uint8_t(*)[SUDOKU_KINDS])t.place,
                                  .cell = t.cell};
    if (p->cages && !(g->cages = sudoku_cages_new(arena, p, g)))
        return NULL;
    return g;
}
