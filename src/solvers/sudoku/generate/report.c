/* What a result says of a puzzle made. */
#include "../progress.h"
#include "generate.h"

void sudoku_made_write(const struct sudoku_problem *problem, const struct sudoku_answer *answer, struct nash_jsonw *out)
{
    const struct sudoku_making *making = answer->making;
    char text[SUDOKU_CELLS_MAX + 1];
    nash_jsonw_kstring(out, "puzzle", answer->made ? sudoku_grid_text(text, answer->made, answer->made->clue) : NULL);
    nash_jsonw_kstring(out, "symmetry", sudoku_symmetry_name(problem->order->symmetry));
    nash_jsonw_kbool(out, "reached", making->reached);
    nash_jsonw_kuint(out, "seed", making->seed);
    if (making->rated)
        sudoku_rating_write(&making->rating, out);
}
