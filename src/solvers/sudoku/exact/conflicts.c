/* Finds repeated clues in units and cages, and cages whose sum is out of reach. The first pass counts, the second one
 * writes, so that memory is allocated once. */
#include "conflicts.h"

#include <solvers/sudoku/answer.h>

#include "cage.h"

/* A set of cells whose values differ: a unit, or a cage, whose numbers follow those of the units. */
struct group {
    const uint16_t *cell;
    unsigned count;
};

static struct group group_at(const struct sudoku_problem *p, const struct sudoku_geometry *g, unsigned unit)
{
    if (unit < g->units)
        return (struct group){&g->cell[unit * g->size], g->size};
    const struct sudoku_cage *cage = &p->cage[unit - g->units];
    return (struct group){cage->cell, cage->count};
}

/* Writes the cells of the group that hold value into cell (may be NULL); returns how many. */
static unsigned cells_holding(const struct sudoku_problem *p, struct group group, unsigned value, uint16_t *cell)
{
    unsigned count = 0;
    for (unsigned i = 0; i < group.count; i++) {
        if (p->clue[group.cell[i]] != value)
            continue;
        if (cell)
            cell[count] = group.cell[i];
        count++;
    }
    return count;
}

/* Returns the values 1..N that stand more than once in the group, as a mask. */
static uint64_t repeated_values(const struct sudoku_problem *p, struct group group)
{
    uint64_t once = 0, twice = 0;
    for (unsigned i = 0; i < group.count; i++) {
        uint64_t bit = UINT64_C(1) << p->clue[group.cell[i]];
        twice |= once & bit;
        once |= bit;
    }
    return twice & ~UINT64_C(1); /* bit 0 is the empty cell */
}

/* True when different values, none of which is a clue of the cage, can complete the sum. */
static bool sum_in_reach(const struct sudoku_problem *p, const struct sudoku_cage *cage)
{
    uint64_t free = (UINT64_C(1) << p->size) - 1;
    unsigned sum = 0, open = 0;
    for (unsigned i = 0; i < cage->count; i++) {
        unsigned value = p->clue[cage->cell[i]];
        sum += value;
        open += !value;
        free &= value ? ~(UINT64_C(1) << (value - 1)) : ~UINT64_C(0);
    }
    return sum <= cage->sum && sudoku_sum_reachable(free, open, cage->sum - sum);
}

static bool add_conflict(const struct sudoku_problem *p, struct group group, unsigned unit, unsigned value,
                         struct nash_arena *arena, struct sudoku_answer *answer)
{
    unsigned count = value ? cells_holding(p, group, value, NULL) : group.count;
    uint16_t *cell = NASH_NEW(arena, uint16_t, value ? count : 0);
    if (!cell)
        return false;
    if (value)
        cells_holding(p, group, value, cell);
    answer->conflict[answer->conflicts++] =
        (struct sudoku_conflict){.unit = unit, .value = value, .count = count, .cell = value ? cell : group.cell};
    return true;
}

enum nash_status sudoku_find_conflicts(const struct sudoku_problem *p, const struct sudoku_geometry *g,
                                       struct nash_arena *arena, struct sudoku_answer *answer)
{
    size_t total = 0;
    unsigned groups = g->units + (unsigned)p->cages;
    for (unsigned unit = 0; unit < groups; unit++)
        total += (size_t)__builtin_popcountll(repeated_values(p, group_at(p, g, unit)));
    answer->conflict = NASH_NEW(arena, struct sudoku_conflict, total + p->cages);
    if (!answer->conflict)
        return NASH_NOMEM;
    for (unsigned unit = 0; unit < groups; unit++) {
        struct group group = group_at(p, g, unit);
        uint64_t values = repeated_values(p, group);
        if (!values && unit >= g->units && !sum_in_reach(p, &p->cage[unit - g->units]))
            values = 1; /* value 0: the sum */
        for (; values; values &= values - 1)
            if (!add_conflict(p, group, unit, (unsigned)__builtin_ctzll(values), arena, answer))
                return NASH_NOMEM;
    }
    return NASH_OK;
}
