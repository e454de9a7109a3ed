/* What puzzle to make: the member "generate" of a request. */
#ifndef SUDOKU_GENERATE_SPEC_H
#define SUDOKU_GENERATE_SPEC_H

#include <nash/solver.h>
#include <solvers/kit/reader.h>
#include <solvers/sudoku/problem.h>

#include "symmetry.h"

/* The difficulty for a human solver; sudoku_level_name() has the bounds. SUDOKU_ANY_LEVEL: not requested. */
enum sudoku_level {
    SUDOKU_ANY_LEVEL,
    SUDOKU_EASY,
    SUDOKU_MEDIUM,
    SUDOKU_HARD,
    SUDOKU_EXPERT,
    SUDOKU_EXTREME,
    SUDOKU_LEVELS
};

struct sudoku_spec {
    unsigned size, box_rows, box_cols; /* as given, 0 = absent; sudoku_problem has the final ones */
    unsigned clues;                    /* number of clues wanted; 0 = absent, or "minimal" */
    bool minimal;                      /* no clue (no orbit of the symmetry) can be removed */
    bool unique;                       /* the puzzle must have one solution only */
    enum sudoku_symmetry symmetry;
    enum sudoku_level level;
};

/* Checks whether there can be a puzzle of this spec, once the problem's size and box are known. False after reporting
 * NASH_UNPROCESSABLE at a member of the object at `pointer`, with a hint how to correct it. */
bool sudoku_spec_validate(const struct sudoku_problem *problem, const struct sudoku_spec *spec, const char *pointer,
                          const struct reader *r);

/* Returns the number of clues to stop at: the wanted one, or a usual one for the size that the symmetry allows; 0 for
 * "minimal". */
unsigned sudoku_spec_target(const struct sudoku_problem *problem, const struct sudoku_spec *spec);

void sudoku_spec_canon(const struct sudoku_spec *spec, struct nash_sha256 *sha);

/* The names in requests and answers, indexed by enum sudoku_level, with a NULL at the end; the name of SUDOKU_ANY_LEVEL
 * is not used there. */
extern const char *const sudoku_spec_level_names[];

#endif
