/* What identifies an answer: the clues, the boxes, how far to count, and the alphabet it is written in; and where there
 * are any, the rules of a variant and what is asked instead of a solution, each behind its name. The way the problem
 * was spelled does not. */
#include "sudoku.h"

static void add_cages(const struct sudoku_problem *p, struct nash_sha256 *sha)
{
    nash_sha256_string(sha, "cages");
    nash_sha256_u64(sha, p->cages);
    for (size_t i = 0; i < p->cages; i++) { /* in their order: answers name them by number */
        nash_sha256_u64(sha, p->cage[i].sum);
        nash_sha256_u64(sha, p->cage[i].count);
        nash_sha256_add(sha, p->cage[i].cell, p->cage[i].count * sizeof *p->cage[i].cell);
    }
}

void sudoku_canon(const void *problem, struct nash_sha256 *sha)
{
    static const char *const task[] = {
        [SUDOKU_EXPLAIN] = "explain", [SUDOKU_HINT] = "hint", [SUDOKU_CHECK] = "check", [SUDOKU_GENERATE] = "generate"};
    const struct sudoku_problem *p = problem;
    size_t cells = (size_t)p->size * p->size;
    nash_sha256_u64(sha, p->box_rows);
    nash_sha256_u64(sha, p->box_cols);
    nash_sha256_u64(sha, p->limit);
    nash_sha256_string(sha, p->symbols);
    nash_sha256_add(sha, p->clue, cells);
    if (p->task != SUDOKU_SOLVE)
        nash_sha256_string(sha, task[p->task]);
    if (p->diagonal)
        nash_sha256_string(sha, "diagonal");
    if (p->disjoint)
        nash_sha256_string(sha, "disjoint");
    if (p->region) {
        nash_sha256_string(sha, "regions");
        nash_sha256_add(sha, p->region, cells);
    }
    if (p->allowed) {
        nash_sha256_string(sha, "allowed");
        for (size_t i = 0; i < cells; i++)
            nash_sha256_u64(sha, p->allowed[i]);
    }
    if (p->cages)
        add_cages(p, sha);
}
