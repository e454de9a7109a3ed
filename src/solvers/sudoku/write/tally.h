/* Exact counts as text and JSON. */
#ifndef SUDOKU_WRITE_TALLY_H
#define SUDOKU_WRITE_TALLY_H

#include <nash/jsonw.h>
#include <solvers/sudoku/answer.h>

enum { SUDOKU_COUNT_TEXT = 40 }; /* bytes of a count of 128 bits, with the NUL */

/* Returns the number of solutions found. */
unsigned __int128 sudoku_count_of(const struct sudoku_answer *answer);

/* Writes a count in decimal into out. Returns out. */
char *sudoku_count_text(char out[SUDOKU_COUNT_TEXT], unsigned __int128 count);

/* Writes the member "count": a number up to 2^53, a string above; and the member "list", if one was requested. */
void sudoku_write_count(struct nash_jsonw *out, const struct sudoku_answer *answer);
void sudoku_write_list(struct nash_jsonw *out, const struct sudoku_problem *problem,
                       const struct sudoku_answer *answer);

#endif
