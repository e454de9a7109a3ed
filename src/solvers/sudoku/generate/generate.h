/* Making puzzles: SUDOKU_GENERATE. */
#ifndef SUDOKU_GENERATE_GENERATE_H
#define SUDOKU_GENERATE_GENERATE_H

#include "../explain/explain.h"
#include "order.h"

/* How a puzzle was made, besides the puzzle itself (answer->made) and what is known of it (the rest of the answer). */
struct sudoku_making {
    uint64_t seed;
    bool reached; /* it is what was ordered: clue number, irreducible, difficulty */
    bool rated;
    struct sudoku_rating rating; /* if rated */
    unsigned grids, passes;      /* full grids tried, and times clues were taken away */
};

/* Makes the puzzle of problem->order. answer is zeroed when it comes in. Afterwards it is about answer->made: solved,
 * and unique where that was ordered. When the run ends it early: the best puzzle so far with making->reached false, or
 * SUDOKU_TIMEOUT and no puzzle when there was no full grid yet; SUDOKU_UNSATISFIABLE when no grid keeps the rules of
 * the variant. Whatever is called unique has been proved so. */
enum nash_status sudoku_generate(const struct sudoku_problem *problem, struct nash_run *run,
                                 struct sudoku_answer *answer, struct nash_error *error);

/* Is this the whole truth: may the answer be cached? */
bool sudoku_made_final(const struct sudoku_answer *answer);

/* report.c: the members that a puzzle made adds to the result. */
void sudoku_made_write(const struct sudoku_problem *problem, const struct sudoku_answer *answer,
                       struct nash_jsonw *out);

/* check.c: what is wrong with the puzzle made, or NULL. Counts symmetry and clues for itself; the rest of the answer
 * is checked as that of answer->made. */
const char *sudoku_made_fault(const struct sudoku_problem *problem, const struct sudoku_answer *answer);

#endif
