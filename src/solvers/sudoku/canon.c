/* What identifies an answer: the clues, the boxes, how far to count, and the alphabet it is written in. The way the
 * grid was spelled does not. */
#include "generate/order.h"
#include "sudoku.h"

void sudoku_canon(const void *problem, struct nash_sha256 *sha)
{
    const struct sudoku_problem *p = problem;
    nash_sha256_u64(sha, p->task);
    nash_sha256_u64(sha, p->box_rows);
    nash_sha256_u64(sha, p->box_cols);
    nash_sha256_u64(sha, p->limit);
    nash_sha256_string(sha, p->symbols);
    if (p->task == SUDOKU_GENERATE) {
        sudoku_order_canon(p->order, sha);
        return;
    }
    nash_sha256_add(sha, p->clue, (size_t)p->size * p->size);
}

bool sudoku_seeded(const void *problem)
{
    return ((const struct sudoku_problem *)problem)->task == SUDOKU_GENERATE;
}
