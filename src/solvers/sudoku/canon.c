/* What identifies an answer: the clues, the boxes, how far to count, and the alphabet it is written in; and where there
 * are any, the rules of a variant, what is asked instead of a solution and how it is to be played, each behind its
 * name. The way the problem was spelled does not. */
#include "generate/order.h"
#include "play.h"
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

/* Who plays is part of it, since the answer tells how they did; how closely they are looked at is not. */
static void add_play(const struct sudoku_play *play, struct nash_sha256 *sha)
{
    nash_sha256_string(sha, "method");
    nash_sha256_u64(sha, play->method);
    if (play->method == SUDOKU_METHOD_EXACT)
        return;
    nash_sha256_u64(sha, play->propagate);
    nash_sha256_u64(sha, play->beta);
    nash_sha256_u64(sha, play->schedule);
    nash_sha256_u64(sha, play->updates);
    nash_sha256_u64(sha, play->restarts);
    nash_sha256_u64(sha, play->mode);
    nash_sha256_u64(sha, play->shards);
    for (unsigned i = 0; i < play->shards; i++)
        nash_sha256_string(sha, play->member ? play->member[i] : "local");
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
    if (p->task == SUDOKU_GENERATE)
        sudoku_order_canon(p->order, sha);
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
    if (p->play)
        add_play(p->play, sha);
}

bool sudoku_seeded(const void *problem)
{
    const struct sudoku_problem *p = problem;
    return p->task == SUDOKU_GENERATE || (p->play && p->play->method != SUDOKU_METHOD_EXACT);
}
