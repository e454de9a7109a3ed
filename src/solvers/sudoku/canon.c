/* The key of an answer: the clues, the boxes, the limit of the count, the alphabet; then, each after its name, the
 * rules of a variant, the task and the method. The spelling of the request is not part of it. */
#include <solvers/sudoku/game/options.h>
#include <solvers/sudoku/generate/spec.h>

#include "kind.h"
#include "problem.h"

static void canon_add_cages(const struct sudoku_problem *p, struct nash_sha256 *sha)
{
    nash_sha256_string(sha, "cages");
    nash_sha256_u64(sha, p->cages);
    for (size_t i = 0; i < p->cages; i++) { /* in the order of the request: answers name cages by number */
        nash_sha256_u64(sha, p->cage[i].sum);
        nash_sha256_u64(sha, p->cage[i].count);
        nash_sha256_add(sha, p->cage[i].cell, p->cage[i].count * sizeof *p->cage[i].cell);
    }
}

/* The members that play are part of the key, since the answer reports on them; the share of audited rounds is not. */
static void canon_add_options(const struct sudoku_options *options, struct nash_sha256 *sha)
{
    nash_sha256_string(sha, "method");
    nash_sha256_u64(sha, options->method);
    if (options->method == SUDOKU_METHOD_EXACT && !options->shards)
        return;
    nash_sha256_u64(sha, options->propagate);
    nash_sha256_u64(sha, options->beta);
    nash_sha256_u64(sha, options->schedule);
    nash_sha256_u64(sha, options->updates);
    nash_sha256_u64(sha, options->restarts);
    nash_sha256_u64(sha, options->mode);
    nash_sha256_u64(sha, options->shards);
    for (unsigned i = 0; i < options->shards; i++)
        nash_sha256_string(sha, options->member ? options->member[i] : "local");
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
    if (p->list) {
        nash_sha256_string(sha, "list");
        nash_sha256_u64(sha, p->list);
    }
    if (p->task != SUDOKU_SOLVE)
        nash_sha256_string(sha, task[p->task]);
    if (p->task == SUDOKU_GENERATE)
        sudoku_spec_canon(p->spec, sha);
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
        canon_add_cages(p, sha);
    if (p->options)
        canon_add_options(p->options, sha);
}

bool sudoku_seeded(const void *problem)
{
    const struct sudoku_problem *p = problem;
    return p->task == SUDOKU_GENERATE || (p->options && p->options->method != SUDOKU_METHOD_EXACT);
}
