/* The independent check of a puzzle made: symmetry by the coordinates of each clue, not by the orbits it was dug by. */
#include <string.h>

#include "generate.h"

/* Row and column of the cell that a symmetry's n-th map sends (row, column) to; n = 0, 1, … until false. Two maps
 * generate the larger symmetries: a pattern that each of them keeps is kept by all. */
static bool map(enum sudoku_symmetry symmetry, unsigned nth, unsigned size, unsigned *row, unsigned *column)
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
        return map(nth ? SUDOKU_QUARTER : SUDOKU_VERTICAL, 0, size, row, column) && nth < 2;
    }
    return false;
}

static bool symmetric(const struct sudoku_problem *puzzle, enum sudoku_symmetry symmetry)
{
    unsigned n = puzzle->size;
    for (unsigned cell = 0; cell < n * n; cell++) {
        for (unsigned nth = 0; nth < 2; nth++) {
            unsigned row = cell / n, column = cell % n;
            if (map(symmetry, nth, n, &row, &column) && !puzzle->clue[cell] != !puzzle->clue[row * n + column])
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

const char *sudoku_made_fault(const struct sudoku_problem *problem, const struct sudoku_answer *answer)
{
    const struct sudoku_order *order = problem->order;
    const struct sudoku_problem *made = answer->made;
    if (!answer->making)
        return "nothing is said of how the puzzle was made";
    if (!made)
        return answer->making->reached || answer->solution ? "a puzzle is claimed and not there" : NULL;
    if (made->size != problem->size || made->box_rows != problem->box_rows || made->diagonal != problem->diagonal ||
        made->disjoint != problem->disjoint || made->region != problem->region)
        return "the puzzle is of another kind than was ordered";
    if (answer->verdict != SUDOKU_SOLVED)
        return "a puzzle was made but its solution is not known";
    if (!symmetric(made, order->symmetry))
        return "the puzzle lacks the symmetry ordered";
    if (count_clues(made) != made->clues || (answer->making->reached && order->clues && made->clues != order->clues))
        return "the number of clues is wrong";
    if (answer->making->reached && order->level &&
        strcmp(sudoku_level_name(answer->making->rating.score), sudoku_order_level_name(order->level)) != 0)
        return "the puzzle is not of the level ordered";
    return order->unique && answer->unique != SUDOKU_UNIQUE_YES ? "the puzzle is not known to be unique" : NULL;
}
