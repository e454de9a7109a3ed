/* Checks a generated puzzle: symmetry by the coordinates of each clue, not by the orbits of the generator. */
#include <string.h>

#include <solvers/sudoku/answer.h>

#include "generate.h"

/* Maps (row, column) by the map `nth` of a symmetry; false when there is no such map. At most two maps generate each
 * symmetry: a pattern that is invariant under both is invariant under all. */
static bool apply_map(enum sudoku_symmetry symmetry, unsigned nth, unsigned size, unsigned *row, unsigned *column)
{
    unsigned r = *row, c = *column, last = size - 1;
    switch (symmetry) {
    case SUDOKU_SYMMETRY_NONE:
    case SUDOKU_SYMMETRIES:
        return false;
    case SUDOKU_ROTATIONAL:
        *row = last - r, *column = last - c;
        return nth == 0;
    case SUDOKU_QUARTER:
        *row = c, *column = last - r;
        return nth == 0;
    case SUDOKU_HORIZONTAL:
        *row = last - r;
        return nth == 0;
    case SUDOKU_VERTICAL:
        *column = last - c;
        return nth == 0;
    case SUDOKU_MIRRORED:
        *row = c, *column = r;
        return nth == 0;
    case SUDOKU_ANTIMIRRORED:
        *row = last - c, *column = last - r;
        return nth == 0;
    case SUDOKU_FULL:
        return apply_map(nth ? SUDOKU_QUARTER : SUDOKU_VERTICAL, 0, size, row, column) && nth < 2;
    }
    return false;
}

static bool symmetric(const struct sudoku_problem *puzzle, enum sudoku_symmetry symmetry)
{
    unsigned n = puzzle->size;
    for (unsigned cell = 0; cell < n * n; cell++) {
        for (unsigned nth = 0; nth < 2; nth++) {
            unsigned row = cell / n, column = cell % n;
            if (apply_map(symmetry, nth, n, &row, &column) && !puzzle->clue[cell] != !puzzle->clue[row * n + column])
                return false;
        }
    }
    return true;
}

static unsigned count_clues(const struct sudoku_problem *puzzle)
{
    unsigned clues = 0;
    for (unsigned cell = 0; cell < puzzle->size * puzzle->size; cell++)
        clues += puzzle->clue[cell] != 0;
    return clues;
}

const char *sudoku_generated_fault(const struct sudoku_problem *problem, const struct sudoku_answer *answer)
{
    const struct sudoku_spec *spec = problem->spec;
    const struct sudoku_problem *made = answer->generated;
    if (!answer->generation)
        return "the report of the generation is missing";
    if (!made)
        return answer->generation->reached || answer->solution ? "a puzzle is claimed but missing" : NULL;
    if (made->size != problem->size || made->box_rows != problem->box_rows || made->diagonal != problem->diagonal ||
        made->disjoint != problem->disjoint || made->region != problem->region)
        return "the puzzle has other rules than the request";
    if (answer->verdict != SUDOKU_SOLVED)
        return "the puzzle has no known solution";
    if (!symmetric(made, spec->symmetry))
        return "the puzzle lacks the requested symmetry";
    if (count_clues(made) != made->clues || (answer->generation->reached && spec->clues && made->clues != spec->clues))
        return "the number of clues is wrong";
    if (answer->generation->reached && spec->level &&
        strcmp(sudoku_level_name(answer->generation->rating.score), sudoku_spec_level_names[spec->level]) != 0)
        return "the puzzle is not of the requested level";
    return spec->unique && answer->unique != SUDOKU_UNIQUE_YES ? "the puzzle is not known to be unique" : NULL;
}
