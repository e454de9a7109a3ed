/* What identifies an answer: the clues, the boxes, how far to count, and the alphabet it is written in. The way the
 * grid was spelled does not. */
#include "sudoku.h"

void sudoku_canon(const void *problem, struct nash_sha256 *sha)
{
    const struct sudoku_problem *p = problem;
    nash_sha256_u64(sha, p->box_rows);
    nash_sha256_u64(sha, p->box_cols);
    nash_sha256_u64(sha, p->limit);
    nash_sha256_string(sha, p->symbols);
    nash_sha256_add(sha, p->clue, (size_t)p->size * p->size);
}
