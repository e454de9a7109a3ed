/* Looks through all units for doubled clues. Two passes, one to count and one to name, keep the memory exact. */
#include "clash.h"

/* Cells of unit that hold value, into cell (may be NULL); returns how many. */
static unsigned holders(const struct sudoku_problem *p, const struct sudoku_geometry *g, unsigned unit, unsigned value,
                        uint16_t *cell)
{
    unsigned count = 0;
    for (unsigned place = 0; place < g->size; place++) {
        uint16_t at = g->cell[unit * g->size + place];
        if (p->clue[at] != value)
            continue;
        if (cell)
            cell[count] = at;
        count++;
    }
    return count;
}

/* Values 1..N that stand more than once in unit, as a mask. */
static uint64_t doubled(const struct sudoku_problem *p, const struct sudoku_geometry *g, unsigned unit)
{
    uint64_t once = 0, twice = 0;
    for (unsigned place = 0; place < g->size; place++) {
        uint64_t bit = UINT64_C(1) << p->clue[g->cell[unit * g->size + place]];
        twice |= once & bit;
        once |= bit;
    }
    return twice & ~UINT64_C(1); /* bit 0 is the empty cell */
}

enum nash_status sudoku_find_clashes(const struct sudoku_problem *p, const struct sudoku_geometry *g,
                                     struct nash_arena *arena, struct sudoku_answer *answer)
{
    size_t total = 0;
    for (unsigned unit = 0; unit < g->units; unit++)
        total += (size_t)__builtin_popcountll(doubled(p, g, unit));
    answer->conflict = NASH_NEW(arena, struct sudoku_conflict, total);
    if (!answer->conflict)
        return NASH_NOMEM;
    for (unsigned unit = 0; total && unit < g->units; unit++) {
        for (uint64_t values = doubled(p, g, unit); values; values &= values - 1) {
            unsigned value = (unsigned)__builtin_ctzll(values), count = holders(p, g, unit, value, NULL);
            uint16_t *cell = NASH_NEW(arena, uint16_t, count);
            if (!cell)
                return NASH_NOMEM;
            holders(p, g, unit, value, cell);
            answer->conflict[answer->conflicts++] =
                (struct sudoku_conflict){.unit = unit, .value = value, .count = count, .cell = cell};
        }
    }
    return NASH_OK;
}
