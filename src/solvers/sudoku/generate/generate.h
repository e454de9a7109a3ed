/* Generates puzzles: SUDOKU_GENERATE. */
#ifndef SUDOKU_GENERATE_GENERATE_H
#define SUDOKU_GENERATE_GENERATE_H

#include <solvers/sudoku/answer.h>

#include "../explain/explain.h"
#include "spec.h"

/* How a puzzle was made. The puzzle itself is answer->generated; the rest of the answer is about it. */
struct sudoku_generation {
    uint64_t seed;
    bool reached; /* it meets the request: clue number, irreducible, difficulty */
    bool rated;
    struct sudoku_rating rating; /* if rated */
    unsigned grids, passes;      /* full grids tried, and passes of digging */
    unsigned excess, distance;   /* clues above the target, and levels from the wanted one */
};

/* Generates the puzzle of problem->spec. answer must be zeroed; afterwards it is about answer->generated: solved, and
 * unique where that was requested. When the run ends early: the best puzzle so far with generation->reached false, or
 * SUDOKU_TIMEOUT and no puzzle when there is no full grid yet; SUDOKU_UNSATISFIABLE when no grid satisfies the rules of
 * the variant. A puzzle is called unique only where that is proved. */
enum nash_status sudoku_generate(const struct sudoku_problem *problem, struct nash_run *run,
                                 struct sudoku_answer *answer, struct nash_error *error);

/* As sudoku_generate(), with one full grid only. */
enum nash_status sudoku_generate_attempt(const struct sudoku_problem *problem, struct nash_run *run,
                                         struct sudoku_answer *answer, struct nash_error *error);

/* True when the answer is final and may be cached. */
bool sudoku_generated_final(const struct sudoku_answer *answer);

/* Writes the members that a generated puzzle adds to the result: report.c. */
void sudoku_generated_write(const struct sudoku_problem *problem, const struct sudoku_answer *answer,
                            struct nash_jsonw *out);

/* Returns what is wrong with the generated puzzle, or NULL: check.c. Counts symmetry and clues independently; the rest
 * of the answer is checked as that of answer->generated. */
const char *sudoku_generated_fault(const struct sudoku_problem *problem, const struct sudoku_answer *answer);

#endif
