/* Solves a puzzle by the engine that fits it and adds the steps of an explanation or hint, or generates a puzzle. */
#include <base/clock.h>
#include <solvers/sudoku/exact/solve.h>
#include <solvers/sudoku/game/options.h>
#include <solvers/sudoku/game/solve.h>
#include <solvers/sudoku/nine/solve.h>
#include <solvers/sudoku/units/generation.h>
#include <solvers/sudoku/units/luck_job.h>
#include <solvers/sudoku/units/proof_answer.h>

#include "answer.h"
#include "explain/explain.h"
#include "generate/generate.h"
#include "kind.h"

static enum nash_status solve_explain(const struct sudoku_problem *p, struct nash_run *run, struct nash_result *result,
                                      struct nash_error *error)
{
    enum nash_status status = sudoku_explain(p, run, result->answer, error);
    result->final = result->final && status == NASH_OK;
    return status == NASH_STOPPED ? NASH_OK : status;
}

static enum nash_status solve_puzzle(const struct sudoku_problem *p, struct nash_run *run, struct nash_result *result,
                                     struct nash_error *error)
{
    if (p->options && p->options->shards && p->options->mode == SUDOKU_MODE_REPLICAS)
        return luck_alone(p, run, result, error);
    if (p->options && sudoku_options_is_game(p->options))
        return sudoku_solve_game(p, run, result, error);
    if (proof_is_wanted(p))
        return proof_alone(p, run, result, error);
    enum nash_status status =
        sudoku_is_nine(p) ? sudoku_solve_nine(p, run, result, error) : sudoku_solve_exact(p, run, result, error);
    bool steps = p->task == SUDOKU_EXPLAIN || p->task == SUDOKU_HINT;
    return status == NASH_OK && steps ? solve_explain(p, run, result, error) : status;
}

static enum nash_status solve_generate(const struct sudoku_problem *p, struct nash_run *run, struct nash_result *result,
                                       struct nash_error *error)
{
    struct sudoku_answer *answer = NASH_NEW(run->arena, struct sudoku_answer, 1);
    if (!answer)
        return nash_fail(error, NASH_NOMEM, "", "the answer does not fit into the memory of this job");
    enum nash_status status = sudoku_generate(p, run, answer, error);
    result->answer = answer;
    result->final = status == NASH_OK && sudoku_generated_final(answer);
    return status;
}

enum nash_status sudoku_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error)
{
    const struct sudoku_problem *p = problem;
    int64_t start = clock_mono_ns();
    enum nash_status status = generation_is_wanted(p)      ? generation_alone(p, run, result, error)
                              : p->task == SUDOKU_GENERATE ? solve_generate(p, run, result, error)
                                                           : solve_puzzle(p, run, result, error);
    if (status == NASH_OK)
        ((struct sudoku_answer *)result->answer)->statistics.solve_us = (uint64_t)(clock_mono_ns() - start) / 1000;
    return status;
}
