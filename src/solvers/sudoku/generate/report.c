/* Writes the members of a result about a generated puzzle. */
#include <solvers/sudoku/answer.h>

#include "../progress.h"
#include "generate.h"

void sudoku_generated_write(const struct sudoku_problem *problem, const struct sudoku_answer *answer,
                            struct nash_jsonw *out)
{
    const struct sudoku_generation *generation = answer->generation;
    char text[SUDOKU_CELLS_MAX + 1];
    nash_jsonw_kstring(out, "puzzle",
                       answer->generated ? sudoku_grid_text(text, answer->generated, answer->generated->clue) : NULL);
    nash_jsonw_kstring(out, "symmetry", sudoku_symmetry_names[problem->spec->symmetry]);
    nash_jsonw_kbool(out, "reached", generation->reached);
    nash_jsonw_kuint(out, "seed", generation->seed);
    if (generation->rated)
        sudoku_rating_write(&generation->rating, out);
}
