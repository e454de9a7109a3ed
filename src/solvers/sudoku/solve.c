/* What is asked: a puzzle to be solved by the engine that fits it, and explained if wanted; or one to be made. */
#include <base/clock.h>

#include "explain/explain.h"
#include "generate/generate.h"
#include "play.h"
#include "solve_board.h"
#include "solve_nine.h"
#include "solve_play.h"

static enum nash_status explain(const struct sudoku_problem *p, struct nash_run *run, struct nash_result *result,
                                struct nash_error *error)
{
    enum nash_status status = sudoku_explain(p, run, result->answer, error);
    result->final = result->final && status == NASH_OK;
    return status == NASH_STOPPED ? NASH_OK : status;
}

static enum nash_status solve(const struct sudoku_problem *p, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error)
{
    if (p->play && sudoku_play_is_game(p->play))
        return sudoku_solve_play(p, run, result, error);
    enum nash_status status =
        sudoku_is_nine(p) ? sudoku_solve_nine(p, run, result, error) : sudoku_solve_board(p, run, result, error);
    bool steps = p->task == SUDOKU_EXPLAIN || p->task == SUDOKU_HINT;
    return status == NASH_OK && steps ? explain(p, run, result, error) : status;
}

static enum nash_status make(const struct sudoku_problem *p, struct nash_run *run, struct nash_result *result,
                             struct nash_error *error)
{
    struct sudoku_answer *answer = NASH_NEW(run->arena, struct sudoku_answer, 1);
    if (!answer)
        return nash_fail(error, NASH_NOMEM, "", "the answer does not fit into the memory of this job");
    enum nash_status status = sudoku_generate(p, run, answer, error);
    result->answer = answer;
    result->final = status == NASH_OK && sudoku_made_final(answer);
    return status;
}

enum nash_status sudoku_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error)
{
    const struct sudoku_problem *p = problem;
    int64_t start = clock_mono_ns();
    enum nash_status status = p->task == SUDOKU_GENERATE ? make(p, run, result, error) : solve(p, run, result, error);
    if (status == NASH_OK)
        ((struct sudoku_answer *)result->answer)->statistics.solve_us = (uint64_t)(clock_mono_ns() - start) / 1000;
    return status;
}
