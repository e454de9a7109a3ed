/* Trial and error, when no other technique makes progress: the puzzle is known to have one solution, so each other
 * value of a cell, tried to its end, fails. Uses the cell with the fewest candidates, where trying costs least. */
#include <solvers/sudoku/explain/finders.h>

bool explain_trial(struct sudoku_logic *l)
{
    unsigned best = l->cells;
    for (unsigned cell = 0; l->solution && cell < l->cells; cell++)
        if (l->open[cell] && (best == l->cells || explain_count(l->open[cell]) < explain_count(l->open[best])))
            best = cell;
    if (best == l->cells)
        return false;
    explain_start(l, SUDOKU_TRIAL);
    explain_add_cell(l, best);
    explain_found_value(l, best, l->solution[best] - 1U);
    l->step.values = l->open[best];
    return true;
}
