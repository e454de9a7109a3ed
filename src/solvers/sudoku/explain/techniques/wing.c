/* XY-wing: a pivot {x, y} sees {x, z} and {y, z}; whatever the pivot holds, one of the pincers holds z, so no cell that
 * sees both can. XYZ-wing: the pivot {x, y, z} may hold z itself, so the cell must see it too. */
#include <solvers/sudoku/explain/finders.h>

/* Writes to out the cells of two candidates that the pivot sees and returns their number. Of the two candidates, both
 * (if `all`) or exactly one must be in `within`. */
static unsigned pincers(const struct sudoku_logic *l, unsigned pivot, uint64_t within, bool all, uint16_t *out)
{
    unsigned count = 0;
    for (unsigned w = 0; w < l->words; w++) {
        for (uint64_t seen = l->sees[pivot].word[w]; seen;) {
            unsigned cell = w * 64 + explain_pop(&seen);
            uint64_t open = l->open[cell];
            bool fits = all ? !(open & ~within) : explain_is_one(open & within);
            if (explain_is_two(open) && fits)
                out[count++] = (uint16_t)cell;
        }
    }
    return count;
}

static bool write_step(struct sudoku_logic *l, unsigned pivot, unsigned a, unsigned b, bool xyz)
{
    uint64_t together = l->open[pivot] | l->open[a] | l->open[b], z = l->open[a] & l->open[b];
    const uint16_t ends[] = {(uint16_t)a, (uint16_t)b, (uint16_t)pivot};
    if (explain_count(together) != 3 || !explain_is_one(z))
        return false;
    explain_start(l, xyz ? SUDOKU_XYZ_WING : SUDOKU_XY_WING);
    l->step.values = together;
    explain_add_cell(l, pivot);
    explain_add_cell(l, a);
    explain_add_cell(l, b);
    return explain_eliminate_seen(l, ends, xyz ? 3 : 2, explain_first(z));
}

bool explain_wing(struct sudoku_logic *l, bool xyz)
{
    uint16_t end[SUDOKU_EXPLAIN_MAX * SUDOKU_EXPLAIN_MAX];
    for (unsigned pivot = 0; pivot < l->cells; pivot++) {
        uint64_t open = l->open[pivot];
        if (explain_count(open) != (xyz ? 3 : 2))
            continue;
        unsigned ends = pincers(l, pivot, open, xyz, end);
        for (unsigned i = 0; i < ends; i++)
            for (unsigned j = i + 1; j < ends; j++)
                if (write_step(l, pivot, end[i], end[j], xyz))
                    return true;
    }
    return false;
}
