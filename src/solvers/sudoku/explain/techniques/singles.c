/* Singles: one place left for a value, or one value left for a cell. */
#include <solvers/sudoku/explain/finders.h>

bool explain_last_value(struct sudoku_logic *l)
{
    for (unsigned i = 0; i < l->units; i++) {
        unsigned unit = explain_unit(l, i);
        for (unsigned value = 0; l->empty[unit] == 1 && value < l->size; value++) {
            uint64_t where = explain_where(l, unit, value);
            if (!where)
                continue;
            explain_start(l, SUDOKU_LAST_VALUE);
            explain_add_unit(l, unit);
            return explain_found_value(l, explain_cell_of(l, unit, explain_first(where)), value);
        }
    }
    return false;
}

bool explain_hidden_single(struct sudoku_logic *l, bool box)
{
    for (unsigned i = box ? 0 : l->size; i < (box ? l->size : l->units); i++) {
        unsigned unit = explain_unit(l, i);
        for (unsigned value = 0; value < l->size; value++) {
            uint64_t where = explain_where(l, unit, value);
            if (!where || where & (where - 1))
                continue;
            explain_start(l, box ? SUDOKU_HIDDEN_SINGLE_BOX : SUDOKU_HIDDEN_SINGLE_LINE);
            explain_add_unit(l, unit);
            return explain_found_value(l, explain_cell_of(l, unit, explain_first(where)), value);
        }
    }
    return false;
}

bool explain_naked_single(struct sudoku_logic *l)
{
    for (unsigned cell = 0; cell < l->cells; cell++) {
        uint64_t open = l->open[cell];
        if (!open || open & (open - 1))
            continue;
        explain_start(l, SUDOKU_NAKED_SINGLE);
        return explain_found_value(l, cell, explain_first(open));
    }
    return false;
}
